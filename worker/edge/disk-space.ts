/** Refuses calls that add bytes or nodes while the server's disk is nearly full; other calls continue. */
import { createMiddleware } from 'hono/factory';
import type { DiskSpace } from '#worker/platform/disk-space.ts';
import type { AppEnv } from '#worker/platform/http.ts';

export function diskSpace(space: DiskSpace) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('requireDiskSpace', (bytes) => space.require(bytes));
    await next();
  });
}
