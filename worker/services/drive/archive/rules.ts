/** Rules of archives: which paths are safe, how much one may hold. Pure. */
import { KIB, MIB } from '#shared/units.ts';

/** Files and folders of one archive. */
export const MAX_ENTRIES = 100_000;
const MAX_DEPTH = 50;
const MAX_SEGMENT_BYTES = 255;
const MAX_PATH_CHARS = 4 * KIB;
/** Deflate makes at most 1,032 bytes of one: more is a bomb that counts bytes twice. */
const MAX_RATIO = 1_100;
/** Small archives may unpack to this whatever their ratio. */
const FREE_BYTES = 64 * MIB;
/** Archives that are read as a whole, and their contents, are in memory. */
export const MAX_PACKED_BYTES = 40 * MIB;

/** Most bytes that an archive of this size may unpack to. */
export function maxUnpackedBytes(archiveBytes: number): number {
  return Math.max(FREE_BYTES, archiveBytes * MAX_RATIO);
}

function cutToBytes(name: string): string {
  const encoder = new TextEncoder();
  let cut = name;
  while (encoder.encode(cut).length > MAX_SEGMENT_BYTES) cut = cut.slice(0, -1);
  return cut.toWellFormed();
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

/** Name of the folder for the entries: that of the archive without its extensions. */
export function folderNameOf(archiveName: string): string {
  return archiveName.replace(/(\.tar)?\.[^.]{1,5}$/i, '') || archiveName;
}
