/** A random id for every request, in the log and in error pages. An id from outside is ignored. */
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#worker/platform/http.ts';
import { newRequestId } from '#worker/platform/ids.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

export const requestId = createMiddleware<AppEnv>(async (c, next) => {
  const id = newRequestId();
  c.set('requestId', id);
  await next();
  // A cached page has it already.
  if (c.get('isDressed') !== true) c.res.headers.set(REQUEST_ID_HEADER, id);
});
