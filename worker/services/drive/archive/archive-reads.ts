/** Archives of a drive for operations that read them. */
import { AppError, type Result } from '#shared/errors.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import { type ArchiveFile, archiveFile } from './open-file.store.ts';
import { makePasswordTries } from './password-tries.ts';

export interface ArchiveReads {
  /** @throws AppError as archiveFile says; resource_exhausted after too many wrong passwords */
  file(caller: CallerData, id: string): Result<ArchiveFile>;
  /** @param contentKey  of the archive */
  wrongPassword(caller: CallerData, contentKey: string): Result<{ ok: true }>;
}

export function makeArchiveReads(core: DriveCore): ArchiveReads {
  const tries = makePasswordTries();
  return {
    file: (caller, id) =>
      core.read(caller, (sql, nowMs) => {
        const file = archiveFile(sql, id);
        if (!tries.isOpen(file.contentKey, nowMs))
          throw new AppError('resource_exhausted', { reason: 'archive_password' });
        return file;
      }),
    wrongPassword: (caller, contentKey) =>
      core.read(caller, (_sql, nowMs) => {
        tries.count(contentKey, nowMs);
        return { ok: true };
      }),
  };
}
