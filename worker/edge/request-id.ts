/** A name for every request, in the log and in error pages. An id from outside is never trusted. */
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#worker/platform/http.ts';
import { newHexId } from '#worker/platform/ids.ts';

export const requestId = createMiddleware<AppEnv>(async (c, next) => {
  const id = newHexId(8);
  c.set('requestId', id);
  await next();
  c.res.headers.set('x-request-id', id);
});
