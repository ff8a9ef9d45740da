/** Rules of archives: which paths are safe, how much one may hold. Pure. */
import { GIB, KIB, MIB } from '#shared/units.ts';
import { fromBase64Url, toBase64Url } from '#worker/platform/crypto.ts';

/** Files and folders of one archive. */
export const MAX_ENTRIES = 100_000;
const MAX_DEPTH = 50;
const MAX_SEGMENT_BYTES = 255;
const MAX_PATH_CHARS = 4 * KIB;
/** Deflate makes at most 1,032 bytes of one: more is a bomb that counts bytes twice. */
const MAX_RATIO = 1_100;
/** Small archives may unpack to this whatever their ratio. */
const FREE_BYTES = 64 * MIB;
/** Bytes of a tar.gz that are unpacked to list it; a request does no more. */
export const MAX_LISTED_BYTES = 4 * GIB;
/** Bytes of a tar.gz that a job unpacks: every run begins at its first byte. */
export const MAX_STREAMED_BYTES = 64 * GIB;

/** Most bytes that an archive of this size may unpack to. */
export function maxUnpackedBytes(archiveBytes: number): number {
  return Math.max(FREE_BYTES, archiveBytes * MAX_RATIO);
}

const encoder = new TextEncoder();

/** The beginning of a name, in whole characters. */
function cutToBytes(name: string): string {
  if (name.length * 3 <= MAX_SEGMENT_BYTES) return name;
  const { read } = encoder.encodeInto(name, new Uint8Array(MAX_SEGMENT_BYTES));
  return name.slice(0, read);
}

/**
 * Names of a path in an archive, fit for the drive.
 * @returns null for a path that would leave its folder, or is too long or too deep; empty for one that names nothing
 */
export function entryNames(path: string): string[] | null {
  if (path.length > MAX_PATH_CHARS || /^(?:[a-z]:|[\\/])/i.test(path)) return null;
  const names = path.split(/[\\/]+/).filter((name) => name !== '' && name !== '.');
  if (names.includes('..') || names.length > MAX_DEPTH) return null;
  return names.map((name) => cutToBytes(name.toWellFormed().replace(/\p{Cc}/gu, '_')));
}

/** Indexes of entries as bits, base64url: a stored job is short, whatever is chosen. '' for none. */
export function bitsOf(indexes: ReadonlySet<number>): string {
  if (indexes.size === 0) return '';
  let most = 0;
  for (const index of indexes) most = Math.max(most, index);
  const bits = new Uint8Array((most >> 3) + 1);
  for (const index of indexes) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  return toBase64Url(bits);
}

/** @returns null for '': all */
export function indexesOf(text: string): Set<number> | null {
  if (text === '') return null;
  const found = new Set<number>();
  for (const [at, byte] of (fromBase64Url(text) ?? new Uint8Array(0)).entries())
    for (let bit = 0; bit < 8; bit += 1) if (byte & (1 << bit)) found.add(at * 8 + bit);
  return found;
}

/** Name of the folder for the entries: that of the archive without its extensions. */
export function folderNameOf(archiveName: string): string {
  return archiveName.replace(/(\.tar)?\.[^.]{1,5}$/i, '') || archiveName;
}
