/** Errors that end a task of an archive: its message is one of these names, and clients have a sentence for each. */
import type { ErrorName } from '#shared/errors.ts';

export const ARCHIVE_TASK_ERRORS = [
  'aborted',
  'file_not_found',
  'unzip_password_required',
  'unzip_password_incorrect',
  'INVALID_FILE_FORMAT',
  'file_too_large',
  'archive_too_many_files',
  'zip_too_many_files',
  'file_space_not_enough',
  'file_count_limit',
  'deleted_space_not_free',
  'storage_full',
  'upload_day_limit',
  'unavailable',
  'internal',
] as const satisfies readonly ErrorName[];
export type ArchiveTaskError = (typeof ARCHIVE_TASK_ERRORS)[number];
