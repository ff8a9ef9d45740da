/** Refuses calls that add bytes or nodes while the server's disk is nearly full; other calls continue. */
import { createMiddleware } from 'hono/factory';
import type { DiskSpace } from '#worker/platform/disk-space.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { asAppError } from './errors.ts';

export function diskSpace(space: DiskSpace) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('requireDiskSpace', (bytes) => space.require(bytes));
    await next();
    if (c.error && asAppError(c.error).errorName === 'storage_full') space.forget();
  });
}
