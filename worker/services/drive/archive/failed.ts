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

/** Messages of tasks, as wire clients read them. */
export const ARCHIVE_MESSAGES: Readonly<Record<ArchiveReason, string>> = {
  changed: 'The files changed',
  not_found: 'The archive is no longer there',
  password_required: 'A password is required',
  password_incorrect: 'The password is wrong',
  unsupported: 'This kind of archive cannot be opened',
  damaged: 'The archive is damaged',
  too_large: 'The archive is too large',
  unsafe: 'The archive holds unsafe paths',
  no_space: 'Not enough storage',
  internal: 'Something went wrong',
};

/** Errors of calls about an archive. */
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
  internal: 'internal',
};
