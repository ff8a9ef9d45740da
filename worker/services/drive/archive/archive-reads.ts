/** Archives of a drive for operations that read them, and how often they are read. */
import { AppError, type Result } from '#shared/errors.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/units.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import { type StoredFile, storedFile } from '../tree/stored-file.ts';
import { makeLimitedTries } from './limited-tries.ts';

/** Wrong passwords for one archive in ten minutes: deriving a key takes seconds of computing. */
export const MAX_WRONG_PASSWORDS = 20;
const PASSWORD_WINDOW_MS = 10 * MINUTE_MS;
/** Archives of one drive that are unpacked to be read in one hour: by their owner, and by visitors of shares together. */
export const MAX_UNPACKED_PER_HOUR = 120;
export const MAX_UNPACKED_BY_VISITORS = 600;

export interface ArchiveReads {
  /** @throws AppError as storedFile says; resource_exhausted after too many wrong passwords */
  file(caller: CallerData, id: string): Result<StoredFile>;
  /** @param contentKey  of the archive */
  wrongPassword(caller: CallerData, contentKey: string): Result<{ ok: true }>;
  /** Counts an archive that is unpacked to be read. @param caller  null: a visitor of a share. @throws AppError resource_exhausted */
  unpacks(caller: CallerData | null): Result<{ ok: true }>;
}

export function makeArchiveReads(core: DriveCore): ArchiveReads {
  const passwords = makeLimitedTries(MAX_WRONG_PASSWORDS, PASSWORD_WINDOW_MS);
  const unpacked = makeLimitedTries(MAX_UNPACKED_PER_HOUR, HOUR_MS);
  const byVisitors = makeLimitedTries(MAX_UNPACKED_BY_VISITORS, HOUR_MS);

  function requireNotFull(untilMs: number | null, nowMs: number, reason: string): void {
    if (untilMs === null) return;
    throw new AppError('resource_exhausted', { reason, retryInSeconds: Math.ceil((untilMs - nowMs) / SECOND_MS) });
  }

  return {
    file: (caller, id) =>
      core.read(caller, (sql, nowMs) => {
        const file = storedFile(sql, id);
        requireNotFull(passwords.fullUntil(file.contentKey, nowMs), nowMs, 'archive_password');
        return file;
      }),
    wrongPassword: (caller, contentKey) =>
      core.read(caller, (_sql, nowMs) => {
        passwords.count(contentKey, nowMs);
        return { ok: true };
      }),
    unpacks(caller) {
      const tries = caller ? unpacked : byVisitors;
      const count = (nowMs: number): { ok: true } => {
        requireNotFull(tries.fullUntil('', nowMs), nowMs, 'archive_reads');
        tries.count('', nowMs);
        return { ok: true };
      };
      return caller ? core.read(caller, (_sql, nowMs) => count(nowMs)) : core.transact(({ nowMs }) => count(nowMs));
    },
  };
}
