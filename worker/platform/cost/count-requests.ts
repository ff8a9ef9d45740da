/** Counts the requests of clients; mounted where costs are counted. */
import type { MiddlewareHandler } from 'hono';
import type { CostMeter } from './meter.ts';

export function countRequests(meter: CostMeter): MiddlewareHandler {
  return (c, next) => {
    if (!c.req.path.startsWith('/_internal/')) meter.request();
    return next();
  };
}
