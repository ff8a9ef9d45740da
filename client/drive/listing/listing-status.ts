/** Status of a listing that failed to load. */
import { ApiError } from '#client/api/errors.ts';
import type { ListingStatus } from '../browser-model.ts';

export function statusOf(error: unknown, isOnline: boolean): ListingStatus {
  const name = error instanceof ApiError ? error.errorName : 'unknown';
  if (name === 'unauthenticated') return 'ended';
  if (name === 'permission_denied') return 'forbidden';
  if (name === 'file_not_found' || name === 'not_found' || name === 'file_in_recycle_bin') return 'gone';
  return name === 'unreachable' && !isOnline ? 'offline' : 'failed';
}
