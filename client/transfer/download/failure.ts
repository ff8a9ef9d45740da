/** From what was thrown while a file was fetched or written to what becomes of it. Pure. */
import { ApiError } from '#client/api/errors.ts';
import type { DownloadHalt, FileProblem } from './download.state.ts';

/** The content door answered with this status, and asking again changes nothing. */
export class Refused extends Error {}

export type Trouble =
  | { readonly kind: 'network' }
  | { readonly kind: 'halt'; readonly problem: DownloadHalt }
  | { readonly kind: 'file'; readonly problem: FileProblem };

const file = (problem: FileProblem): Trouble => ({ kind: 'file', problem });
const halt = (problem: DownloadHalt): Trouble => ({ kind: 'halt', problem });

/** What the file system of the device says, by the names of its exceptions. */
const DISK: Readonly<Record<string, Trouble>> = {
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

export function troubleOf(error: unknown): Trouble {
  if (error instanceof Refused) return file('refused');
  if (error instanceof ApiError) {
    switch (error.errorName) {
      case 'unreachable':
      case 'unavailable':
      case 'deadline_exceeded':
      // Ten thousand files are many questions: whoever is asked to wait waits.
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
