/** Maps an error to the problem that the panel explains, and finds files that cannot be read. */
import { ApiError } from '#client/api/errors.ts';
import type { ErrorName } from '#shared/errors.ts';
import type { UploadProblem } from './upload-item.ts';

/** The file on the device has changed or cannot be read any more. */
export class FileChanged extends Error {}

const PROBLEMS: Partial<Record<ErrorName, UploadProblem>> = {
  file_space_not_enough: 'space',
  upload_day_limit: 'day',
  deleted_space_not_free: 'deleted',
  storage_full: 'server_full',
  file_too_large: 'large',
  unreachable: 'network',
  // A server that starts again refuses for some seconds what it takes afterwards.
  unavailable: 'network',
  deadline_exceeded: 'network',
  unauthenticated: 'signed_out',
  file_not_found: 'folder',
  not_found: 'folder',
  file_in_recycle_bin: 'folder',
  file_name_empty: 'name',
  file_name_invalid: 'name',
  invalid_argument: 'name',
  resource_exhausted: 'busy',
  too_many_requests: 'busy',
};

/** @throws FileChanged when the bytes cannot be read any more */
export async function checkReadable(bytes: Blob): Promise<void> {
  try {
    await bytes.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new FileChanged('the file cannot be read', { cause });
  }
}

export function problemOf(error: unknown): UploadProblem {
  if (error instanceof FileChanged) return 'changed';
  return (error instanceof ApiError && PROBLEMS[error.errorName]) || 'server';
}

/** Whether sending the same part again may succeed. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return ['unreachable', 'internal', 'unavailable', 'deadline_exceeded', 'aborted', 'too_many_requests'].includes(
    error.errorName,
  );
}
