/**
 * The codec of a film's sound, from the head of its container: MP4 (also where the index is at the end) and Matroska. Reads a bounded
 * number of ranges. Browsers play such a film without a word about its missing sound.
 */

/** Reads bytes of the file, `end` excluded. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

const HEAD_BYTES = 262_144;
/** The index of a film of hours is below 4 MiB up to its codec names. */
const INDEX_BYTES = 1_048_576;
const MAX_BOXES = 16;

/** Sound that no browser but Safari plays, by its name in the container. */
const CODECS: readonly (readonly [mark: string, codec: string])[] = [
  ['A_EAC3', 'eac3'],
  ['A_AC3', 'ac3'],
  ['A_DTS', 'dts'],
  ['A_TRUEHD', 'truehd'],
];
const MP4_CODECS: readonly (readonly [mark: string, codec: string])[] = [
  ['ec-3', 'eac3'],
  ['ac-3', 'ac3'],
  ['dtsc', 'dts'],
  ['dtse', 'dts'],
];

/** Names of these codecs as people know them. */
export const SOUND_NAMES: Readonly<Record<string, string>> = {
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  dts: 'DTS',
  truehd: 'Dolby TrueHD',
};

function find(bytes: Uint8Array, marks: readonly (readonly [string, string])[]): string {
  const text = new TextDecoder('windows-1252').decode(bytes);
  return marks.find(([mark]) => text.includes(mark))?.[1] ?? '';
}

/** @returns '' where the sound has a codec that browsers play, or the container is unknown */
export async function soundCodecOf(sizeBytes: number, read: ReadRange): Promise<string> {
  const head = await read(0, Math.min(sizeBytes, HEAD_BYTES));
  if (head.length < 16) return '';
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (view.getUint32(0) === 0x1a_45_df_a3) return find(head, CODECS);
  if (view.getUint32(4) !== 0x66_74_79_70) return '';
  let at = 0;
  for (let count = 0; count < MAX_BOXES && at + 16 <= sizeBytes; count += 1) {
    const box = at + 16 <= head.length ? head.subarray(at, at + 16) : await read(at, at + 16);
    if (box.length < 16) return '';
    const part = new DataView(box.buffer, box.byteOffset, box.byteLength);
    const short = part.getUint32(0);
    const length = short === 1 ? Number(part.getBigUint64(8)) : short;
    if (part.getUint32(4) === 0x6d_6f_6f_76)
      return find(await read(at, Math.min(sizeBytes, at + Math.min(length, INDEX_BYTES))), MP4_CODECS);
    if (length < 8) return '';
    at += length;
  }
  return '';
}
