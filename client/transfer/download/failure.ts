/** Maps an error of a fetch or a write to its effect on the download. Pure. */
import { ApiError } from '#client/api/errors.ts';
import type { DownloadHalt, FileProblem } from './download.state.ts';

/** The content endpoint refuses the file even with a new link. */
export class ContentRefused extends Error {}

export type DownloadFailure =
  | { readonly kind: 'network' }
  | { readonly kind: 'halt'; readonly problem: DownloadHalt }
  | { readonly kind: 'file'; readonly problem: FileProblem };

const file = (problem: FileProblem): DownloadFailure => ({ kind: 'file', problem });
const halt = (problem: DownloadHalt): DownloadFailure => ({ kind: 'halt', problem });

/** Failures of the device's file system, by exception name. */
const DISK: Readonly<Record<string, DownloadFailure>> = {
  NotAllowedError: halt('permission'),
  SecurityError: halt('permission'),
  QuotaExceededError: halt('full'),
  NotFoundError: halt('folder'),
  NoModificationAllowedError: file('write'),
  InvalidStateError: file('write'),
  InvalidModificationError: file('write'),
  NotReadableError: file('write'),
  TypeMismatchError: file('write'),
  TypeError: file('name'),
};

export function failureOf(error: unknown): DownloadFailure {
  if (error instanceof ContentRefused) return file('refused');
  if (error instanceof ApiError) {
    switch (error.errorName) {
      case 'unreachable':
      case 'unavailable':
      case 'deadline_exceeded':
      // Thousands of files make many requests: the download waits as for the network.
      case 'too_many_requests':
        return { kind: 'network' };
      case 'unauthenticated':
        return halt('signed_out');
      case 'not_found':
      case 'file_not_found':
      case 'file_in_recycle_bin':
        return file('gone');
      default:
        return file('server');
    }
  }
  return (error instanceof Error && DISK[error.name]) || file('server');
}
