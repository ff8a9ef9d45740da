/**
 * Gives images to files that the server cannot decode, at the first look of their owner: one at a time, only for rows in the window,
 * only while the page is visible and still. Loaded some seconds after the drive.
 */
import type { ApiClient } from '#client/api/client.ts';
import { picturesContract } from '#shared/drive/pictures/pictures.contract.ts';
import { makeDriveApi } from '../../drive.api.ts';
import type { DriveState } from '../../drive.state.ts';
import { sourceOf } from './candidates.ts';
import { type MadeImage, makeImage } from './draw.ts';

/** Between two looks for a file without an image. */
const LOOK_MS = 2_000;
/** Files of one page view: a folder of a thousand films is not read through. */
const MOST_IMAGES = 60;

interface VisibleRow {
  readonly id: string;
  /** The server has answered no image under the row's link: it may be unable to make one. */
  readonly hasFailed: boolean;
}

function visibleRows(): VisibleRow[] {
  return [...document.querySelectorAll<HTMLElement>('[data-row]')]
    .filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    })
    .map((row) => ({ id: row.dataset['row'] ?? '', hasFailed: row.querySelector('img[data-failed]') !== null }));
}

/** A connection that costs by the byte loads no films. */
function isSaving(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

async function send(api: ApiClient, id: string, made: MadeImage): Promise<void> {
  const { path, method } = picturesContract.setThumbnail;
  const { width, height, duration } = made;
  const query = new URLSearchParams({ width: `${width}`, height: `${height}`, duration: `${duration}` });
  const headers = {
    authorization: `Bearer ${await api.bearer()}`,
    'content-type': 'application/octet-stream',
    'accept-language': document.documentElement.lang,
  };
  const origin = api.nextOrigin();
  const address = `${origin}${path.replace('{id}', encodeURIComponent(id))}?${query}`;
  try {
    const { status } = await fetch(address, { method, headers, body: made.image });
    api.reportOrigin(origin, status < 500 ? 'worked' : 'failed');
  } catch (error) {
    api.reportOrigin(origin, 'failed');
    throw error;
  }
}

/** The browser keeps for minutes that the link has no image. */
async function showNow(id: string, link: string): Promise<void> {
  await fetch(link, { mode: 'no-cors', cache: 'reload' });
  for (const image of document.querySelectorAll<HTMLImageElement>(`[data-row="${CSS.escape(id)}"] img[data-failed]`))
    image.src = image.dataset['src'] ?? '';
}

/** @returns what ends it */
export function startMaking(client: ApiClient, state: Pick<DriveState, 'place' | 'rows'>): () => void {
  const tried = new Set<string>();
  const api = makeDriveApi(client);
  let isBusy = false;

  async function makeNext(): Promise<void> {
    if (isBusy || document.visibilityState !== 'visible' || state.place.value === 'trash') return;
    if (tried.size >= MOST_IMAGES || isSaving()) return;
    const rows = new Map(state.rows.value.map((row) => [row.id, row]));
    for (const { id, hasFailed } of visibleRows()) {
      const row = rows.get(id);
      const source = row && !tried.has(id) ? sourceOf(row, hasFailed) : null;
      if (!source) continue;
      tried.add(id);
      isBusy = true;
      try {
        const file = await api.detail(id);
        // A link that is still there: the server makes the image later.
        const made = file.thumbnail_link === '' ? await makeImage(source, file.web_content_link, file.name) : null;
        if (made) await send(client, id, made);
        if (made && row?.image) await showNow(id, row.image);
      } catch {
        // This browser cannot make it: the icon of the kind stays.
      } finally {
        isBusy = false;
      }
      return;
    }
  }

  const timer = setInterval(() => void makeNext(), LOOK_MS);
  return () => clearInterval(timer);
}
