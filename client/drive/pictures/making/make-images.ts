/**
 * Gives images to files that the server cannot decode, at the first look of their owner: one at a time, only for rows in the window,
 * only while the page is visible and still. Loaded some seconds after the drive.
 */
import { driveContract } from '#shared/drive/contract.ts';
import type { DriveContext } from '../../drive.context.ts';
import { sourceOf } from './candidates.ts';
import { type MadeImage, makeImage } from './draw.ts';

/** Between two looks for a file without an image. */
const LOOK_MS = 2_000;
/** Files of one page view: a folder of a thousand films is not read through. */
const MOST_IMAGES = 60;

function idsInWindow(): string[] {
  return [...document.querySelectorAll<HTMLElement>('[data-row]')]
    .filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    })
    .map((row) => row.dataset['row'] ?? '');
}

/** A connection that costs by the byte loads no films. */
function isSaving(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

async function send({ api }: DriveContext, id: string, made: MadeImage): Promise<void> {
  const { path, method } = driveContract.setThumbnail;
  const { width, height, duration } = made;
  const query = new URLSearchParams({ width: `${width}`, height: `${height}`, duration: `${duration}` });
  const headers = { authorization: `Bearer ${await api.bearer()}`, 'content-type': 'application/octet-stream' };
  await fetch(`${path.replace('{id}', encodeURIComponent(id))}?${query}`, { method, headers, body: made.image });
}

/** @returns what ends it */
export function startMaking(drive: DriveContext): () => void {
  const tried = new Set<string>();
  let isBusy = false;

  async function makeNext(): Promise<void> {
    const { state, actions } = drive;
    if (isBusy || document.visibilityState !== 'visible' || state.place.value === 'trash') return;
    if (tried.size >= MOST_IMAGES || isSaving()) return;
    const rows = new Map(state.rows.value.map((row) => [row.id, row]));
    for (const id of idsInWindow()) {
      const row = rows.get(id);
      const source = row && !tried.has(id) ? sourceOf(row) : null;
      if (!source) continue;
      tried.add(id);
      isBusy = true;
      try {
        const made = await makeImage(source, await actions.handlers.contentLink(id));
        if (made) await send(drive, id, made);
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
