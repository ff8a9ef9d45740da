/** Error names of storage failures: the disk is full, or the data is damaged. Pure. */
import type { ErrorName } from '#shared/errors.ts';

const FULL = /SQLITE_FULL|database or disk is full|ENOSPC|No space left on device/;
const DAMAGED = /SQLITE_CORRUPT|SQLITE_NOTADB|database disk image is malformed|file is not a database/;
/** Thrown by an object whose database is gone (stored-object.ts); objects and the Worker share no classes of errors. */
export const STORAGE_LOST = 'storage of this object is gone';

/**
 * Thrown where a newer program has written: this one would damage formats that it does not read. The error boundary logs it, so it says what
 * to do.
 */
export const STORAGE_NEWER =
  'this version is older than the one that wrote the storage: deploy the newer version again, or go back in time first (docs/upgrade.md)';

/** @returns the name in the error catalogue, or null for any other failure */
export function storageFailureOf(
  error: unknown,
): Extract<ErrorName, 'storage_full' | 'data_loss' | 'unavailable'> | null {
  const message = error instanceof Error ? error.message : String(error);
  if (FULL.test(message)) return 'storage_full';
  if (message.includes(STORAGE_NEWER)) return 'unavailable';
  return DAMAGED.test(message) || message.includes(STORAGE_LOST) ? 'data_loss' : null;
}
