/** Endpoints of the locks that programs hold at files and folders, for their owner in the browser. Source: docs/programs.md. */
import * as v from 'valibot';
import { endpoint, requiredText } from '#shared/contract.ts';

const lock = v.object({
  /** UUID of its token. */
  lock_id: v.string(),
  /** '' for the root of the drive. */
  file_id: v.string(),
  file_name: v.string(),
  /** Of everything below it, too. */
  deep: v.boolean(),
  /** Words of the program about who holds it; may be ''. */
  owner: v.string(),
  /** The app password that made it. */
  app_password_id: v.string(),
  created_at: v.string(),
  /** It ends then, unless the program renews it. */
  ends_at: v.string(),
});

export const locksContract = {
  locks: endpoint({
    id: 'drive.locks',
    method: 'GET',
    path: '/drive/v1/locks',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    output: v.object({ locks: v.array(lock) }),
    errors: ['unauthenticated'],
    summary: 'Locks that programs hold in the drive, the oldest first',
  }),
  breakLock: endpoint({
    id: 'drive.breakLock',
    method: 'DELETE',
    path: '/drive/v1/locks/{id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: v.object({ id: v.pipe(requiredText, v.maxLength(100)) }),
    output: v.object({}),
    errors: ['unauthenticated'],
    summary: 'Ends a lock of a program; one that is not there is no error',
  }),
} as const;
