/** Whether a fault is the want of space of a disk, for files and for databases. */

/** Of node:sqlite, as `errcode`. */
const SQLITE_FULL = 13;

export function isFullDisk(error: unknown): boolean {
  const { code, errcode } = error as NodeJS.ErrnoException & { errcode?: number };
  return code === 'ENOSPC' || code === 'EDQUOT' || errcode === SQLITE_FULL;
}
