/** Rules of archives: which paths are safe, how much one may hold. Pure. */
import { MAX_PATH_CHARS } from '#shared/drive/archive/archive-name.ts';
import { fittingName } from '#shared/drive/names.ts';
import { GIB, MIB } from '#shared/units.ts';
import type { BegunArchive } from './rpc-types.ts';

/** Files and folders of one archive. */
export const MAX_ENTRIES = 100_000;
const MAX_DEPTH = 50;
/** Deflate makes at most 1,032 bytes of one: more is a bomb that counts bytes twice. */
const MAX_RATIO = 1_100;
/** Small archives may unpack to this whatever their ratio. */
const FREE_BYTES = 64 * MIB;
/** Characters of all paths of one archive: they are in memory together. */
export const MAX_PATHS_CHARS = 32 * MIB;
/** Years 1 to 9998: the wire can say no other time. */
const MIN_TIME_MS = -62_135_596_800_000;
const MAX_TIME_MS = 253_370_764_800_000;
/** Bytes of a tar.gz that a job unpacks: every run begins at its first byte. */
export const MAX_STREAMED_BYTES = 64 * GIB;

/** Most bytes that an archive of this size may unpack to. */
export function maxUnpackedBytes(archiveBytes: number): number {
  return Math.max(FREE_BYTES, archiveBytes * MAX_RATIO);
}

/**
 * Names of a path in an archive, fit for the drive.
 * @returns null for a path that would leave its folder, or is too long or too deep; empty for one that names nothing
 */
export function entryNames(path: string): string[] | null {
  if (path.length > MAX_PATH_CHARS || /^(?:[a-z]:|[\\/])/i.test(path)) return null;
  const names = path.split(/[\\/]+/).filter((name) => name !== '' && name !== '.');
  if (names.includes('..') || names.length > MAX_DEPTH) return null;
  return names.map((name) => fittingName(name.toWellFormed().replace(/\p{Cc}/gu, '_')) || '_');
}

/** The time of an entry, fit for the drive. @returns null for none, and for one that no calendar has */
export function entryTime(modifiedMs: number | null): number | null {
  return modifiedMs !== null && modifiedMs >= MIN_TIME_MS && modifiedMs <= MAX_TIME_MS ? modifiedMs : null;
}

/** Name of the folder for the entries: that of the archive without its extensions. */
export function folderNameOf(archiveName: string): string {
  return archiveName.replace(/(\.tar)?\.[^.]{1,5}$/i, '') || archiveName;
}

/** A stored answer of a repeated call. The version before stored the id of the task alone. */
export function readBegun(answer: BegunArchive | string): BegunArchive {
  return typeof answer === 'string' ? { taskId: answer, entries: 0 } : answer;
}
