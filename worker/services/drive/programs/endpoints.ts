/** Endpoints of the locks of programs. */
import type { Hono } from 'hono';
import { locksContract } from '#shared/drive/locks.contract.ts';
import { wireTime } from '#shared/units.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveDeps } from '../deps.ts';
import { breakLock, programLocks } from './at-path.ts';

const TOKEN_HEAD = 'urn:uuid:';

export function bindLocks(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, locksContract.locks, async ({ caller }) => ({
    locks: (await programLocks(deps, caller)).map((lock) => ({
      lock_id: lock.token.slice(TOKEN_HEAD.length),
      file_id: lock.nodeId,
      file_name: lock.name,
      deep: lock.isDeep,
      owner: lock.owner,
      app_password_id: lock.credential,
      created_at: wireTime(lock.createdMs),
      ends_at: wireTime(lock.untilMs),
    })),
  }));
  bindEndpoint(router, locksContract.breakLock, async ({ caller, params }) => {
    await breakLock(deps, caller, TOKEN_HEAD + params.id);
    return {};
  });
}
