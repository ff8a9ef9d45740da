/** Routes of share: the endpoints of its nouns. */
import type { Hono } from 'hono';
import { type AppEnv, makeRouter } from '#worker/platform/http.ts';
import type { ShareParts } from './deps.ts';
import { bindDirectLinks } from './direct/endpoints.ts';
import { bindFollows } from './follow/endpoints.ts';
import { bindLinks } from './link/endpoints.ts';
import { bindSaves } from './save/endpoints.ts';
import { bindVisits } from './visit/endpoints.ts';

export function makeShareRoutes(parts: ShareParts): Hono<AppEnv> {
  const router = makeRouter();
  bindVisits(router, parts);
  bindSaves(router, parts);
  bindDirectLinks(router, parts);
  bindFollows(router, parts);
  bindLinks(router, parts);
  return router;
}
