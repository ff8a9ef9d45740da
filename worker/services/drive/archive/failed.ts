/** A job about an archive that cannot go on, with the reason that the person reads. */
import type { ErrorName } from '#shared/errors.ts';
import type { ArchiveReason } from './rpc-types.ts';

export class ArchiveFailed extends Error {
  override readonly name = 'ArchiveFailed';
  readonly reason: ArchiveReason;

  constructor(reason: ArchiveReason, cause?: unknown) {
    super(`archive: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** Errors of calls about an archive, and messages of its tasks: clients show them in the language of the person. */
export const ARCHIVE_ERRORS: Readonly<Record<ArchiveReason, ErrorName>> = {
  changed: 'aborted',
  not_found: 'file_not_found',
  password_required: 'unzip_password_required',
  password_incorrect: 'unzip_password_incorrect',
  unsupported: 'INVALID_FILE_FORMAT',
  damaged: 'INVALID_FILE_FORMAT',
  too_large: 'file_too_large',
  unsafe: 'INVALID_FILE_FORMAT',
  no_space: 'file_space_not_enough',
  day_limit: 'upload_day_limit',
  busy: 'unavailable',
  internal: 'internal',
};
