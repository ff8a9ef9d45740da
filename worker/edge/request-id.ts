/** A random id for every request, in the log and in error pages. An id from outside is ignored. */
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { AppEnv } from '#worker/platform/http.ts';
import { newRequestId } from '#worker/platform/ids.ts';

export const REQUEST_ID_HEADER = 'x-request-id';
/** The proxy of one machine asks for the pattern of the route, for its log, and removes the answer. */
const ROUTE_HEADER = 'x-magpie-route';

export const requestId = createMiddleware<AppEnv>(async (c, next) => {
  const id = newRequestId();
  c.set('requestId', id);
  await next();
  // A cached page has it already.
  if (c.get('hasHeaders') === true) return;
  c.res.headers.set(REQUEST_ID_HEADER, id);
  if (c.req.header(ROUTE_HEADER) !== undefined) c.res.headers.set(ROUTE_HEADER, c.get('route') ?? routePath(c));
});
