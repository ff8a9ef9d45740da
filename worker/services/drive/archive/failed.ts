/** A job about an archive that cannot go on, with the reason that the person reads. */
import type { ArchiveTaskError } from '#shared/drive/archive/task-errors.ts';
import { AppError, type ErrorName } from '#shared/errors.ts';
import type { ArchiveReason } from './rpc-types.ts';

export class ArchiveFailed extends Error {
  override readonly name = 'ArchiveFailed';
  readonly reason: ArchiveReason;

  constructor(reason: ArchiveReason, cause?: unknown) {
    super(`archive: ${reason}`, { cause });
    this.reason = reason;
  }
}

const REASONS: Readonly<Partial<Record<ErrorName, ArchiveReason>>> = {
  file_space_not_enough: 'no_space',
  deleted_space_not_free: 'deleted_space',
  upload_day_limit: 'day_limit',
  resource_exhausted: 'day_limit',
  file_count_limit: 'too_many_nodes',
  storage_full: 'disk_full',
  file_too_large: 'too_large',
  zip_too_many_files: 'too_many_packed',
  file_not_found: 'not_found',
  file_in_recycle_bin: 'not_found',
  zip_empty: 'changed',
  failed_precondition: 'changed',
  unavailable: 'busy',
};

/** Why a run cannot go on; null for an unexpected error. */
export function reasonOf(error: unknown): ArchiveReason | null {
  if (error instanceof ArchiveFailed) return error.reason;
  if (!(error instanceof AppError)) return null;
  // Other uploads of the person end soon, and with them their sessions.
  if (error.detail?.reason === 'upload_sessions') return 'busy';
  return REASONS[error.errorName] ?? null;
}

/** Errors of calls about an archive, and messages of its tasks: clients show them in the language of the person. */
export const ARCHIVE_ERRORS: Readonly<Record<ArchiveReason, ArchiveTaskError>> = {
  changed: 'aborted',
  not_found: 'file_not_found',
  password_required: 'unzip_password_required',
  password_incorrect: 'unzip_password_incorrect',
  unsupported: 'INVALID_FILE_FORMAT',
  damaged: 'INVALID_FILE_FORMAT',
  too_large: 'file_too_large',
  too_many: 'archive_too_many_files',
  too_many_packed: 'zip_too_many_files',
  too_many_nodes: 'file_count_limit',
  unsafe: 'INVALID_FILE_FORMAT',
  no_space: 'file_space_not_enough',
  deleted_space: 'deleted_space_not_free',
  disk_full: 'storage_full',
  day_limit: 'upload_day_limit',
  busy: 'unavailable',
  internal: 'internal',
};
