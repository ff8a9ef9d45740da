/** Fifty files as people send them: documents, pictures, songs, films and archives, one picture as a phone takes it. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#scripts/build/ensure.ts';
import { MIB } from '#shared/units.ts';
import { docxOf, pdfOf, tiffOf, wavOf, xlsxOf } from '#test/seed/documents.ts';
import { noisyPng } from '#test/seed/pictures.ts';

export interface Upload {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The server makes a small image of it in this much memory. A HEIC of 12 megapixels needs more: it is stored and served. */
  readonly isPicture: boolean;
}

const FILES = 50;
/** The last files come in parts. */
const LARGE_BYTES = [24 * MIB, 12 * MIB];
export const PHONE_PICTURE = 'phone.heic';

const fileOf = (name: string): Uint8Array => readFileSync(path.join(ROOT, name));

export function mixedUploads(): Upload[] {
  const kinds: (readonly [string, boolean, (at: number) => Uint8Array])[] = [
    ['txt', false, (at) => new TextEncoder().encode(`line ${at}\n`.repeat(4_000))],
    ['pdf', false, (at) => pdfOf(`Page of ${at}`)],
    ['docx', false, (at) => docxOf(`Letter ${at}`)],
    ['xlsx', false, (at) => xlsxOf([['number', String(at)]])],
    ['png', true, (at) => noisyPng(900 + at, 700)],
    ['tiff', false, (at) => tiffOf(300 + at, 200)],
    ['wav', false, (at) => wavOf(1 + (at % 3))],
    ['mp3', false, () => fileOf('scripts/start/samples/song.mp3')],
    ['webm', false, () => fileOf('scripts/start/samples/film.webm')],
    ['bin', false, (at) => randomBytes(200_000 + at)],
  ];
  const special: Upload[] = [
    { name: PHONE_PICTURE, bytes: fileOf(`test/seed/${PHONE_PICTURE}`), isPicture: false },
    ...LARGE_BYTES.map((size, at) => ({ name: `large ${at}.bin`, bytes: randomBytes(size), isPicture: false })),
  ];
  const others = Array.from({ length: FILES - special.length }, (_, at): Upload => {
    const [ending, isPicture, make] = kinds[at % kinds.length] ?? ['bin', false, () => randomBytes(1)];
    return { name: `file ${at}.${ending}`, bytes: make(at), isPicture };
  });
  return [...others.slice(0, 10), ...special, ...others.slice(10)];
}
