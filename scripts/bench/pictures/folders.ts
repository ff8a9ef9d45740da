/** Folders of pictures beside folders of the same bytes without: some files are sent, the rest are copies. */
import type { Page } from 'playwright';
import { driveContract } from '#shared/drive/contract.ts';
import { fillByCopies } from '../fill.ts';
import type { BenchPerson } from '../harness/client.ts';
import { inLanes } from '../harness/measure.ts';

/** Different pictures. A content has its small image once, however many files hold it. */
const SEEDS = 200;
const LANES = 4;
/** 640 x 480, drawn once; the files of one folder differ at their end. */
const DRAWN = 8;

/** A kind of folder. `without` holds the same bytes under a name that has no picture. */
export type FolderKind = 'with' | 'without';

/** A JPEG with some detail, drawn by the browser. */
export async function drawJpeg(
  page: Page,
  width: number,
  height: number,
  seed: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await page.evaluate(
    async ([w, h, at]) => {
      const canvas = new OffscreenCanvas(w, h);
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error('no canvas');
      for (let step = 0; step < 400; step += 1) {
        pen.fillStyle = `hsl(${(step * 47 + at * 13) % 360} 70% ${20 + ((step * 7) % 60)}%)`;
        pen.fillRect((step * 131 * (at + 1)) % w, (step * 89) % h, w / 7, h / 9);
      }
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    [width, height, seed] as const,
  );
  return new Uint8Array(bytes);
}

/** Sends files, each with a content of its own: the end of a JPEG may be followed by anything. */
export async function sendPictures(
  origin: string,
  { token }: BenchPerson,
  folder: string,
  pictures: readonly Uint8Array<ArrayBuffer>[],
  count: number,
  extension: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  await inLanes(LANES, count, async (at) => {
    const picture = pictures[at % pictures.length] ?? new Uint8Array();
    const body = new Blob([picture, new Uint8Array([at & 255, at >> 8, extension.length])]);
    const name = `picture ${String(at).padStart(3, '0')}.${extension}`;
    const query = new URLSearchParams({ name, parent_id: folder });
    const put = await fetch(`${origin}/drive/v1/uploads?${query}`, { method: 'POST', headers, body });
    if (!put.ok) throw new Error(`an upload answered ${put.status}`);
  });
}

/** Makes all images, as earlier looks have. */
async function lookAtAll(person: BenchPerson, folder: string): Promise<void> {
  const query = new URLSearchParams({ parent_id: folder, limit: String(SEEDS) });
  const path = `${driveContract.list.path}?${query}`;
  const { files } = await person.call<{ files: { thumbnail_link: string }[] }>('GET', path);
  for (const { thumbnail_link: link } of files) {
    const image = await fetch(link);
    await image.arrayBuffer();
    if (image.status !== 200) throw new Error(`a small image answered ${image.status}`);
  }
}

/**
 * One folder of each size.
 * @param sizes  files of each folder; the browser has no image of any of them, because links are of one file
 * @returns ids of the folders, in the order of the sizes
 */
export async function makeFolders(
  origin: string,
  person: BenchPerson,
  page: Page,
  kind: FolderKind,
  sizes: readonly number[],
): Promise<string[]> {
  const drawn: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < DRAWN; at += 1) drawn.push(await drawJpeg(page, 640, 480, at));
  const seeds = await person.makeFolder(`${kind} pictures, sent`, '');
  await sendPictures(origin, person, seeds, drawn, SEEDS, kind === 'with' ? 'jpg' : 'bin');
  if (kind === 'with') await lookAtAll(person, seeds);
  const ids: string[] = [];
  for (const [at, files] of sizes.entries()) {
    // It grows while the folder is filled.
    const aside = await person.makeFolder(`${kind} pictures, aside ${at}`, '');
    await fillByCopies(person, aside, { id: seeds, files: SEEDS }, SEEDS);
    const folder = await person.makeFolder(`${kind} pictures ${at}`, '');
    await fillByCopies(person, folder, { id: aside, files: SEEDS }, files);
    ids.push(folder);
  }
  return ids;
}
