/** All endpoints of the drive but those of bytes. Paths with a fixed last segment come before `{id}`. */
import type { Hono } from 'hono';
import { type AppEnv, makeRouter } from '#worker/platform/http.ts';
import { bindAbout } from './account/endpoints.ts';
import { bindArchives } from './archive/endpoints.ts';
import { bindBell } from './bell/endpoints.ts';
import { bindCollect } from './collect/endpoints.ts';
import { bindVisitors, type VisitorDeps } from './collect/visitor-endpoints.ts';
import { bindCreate } from './create-endpoint.ts';
import { bindQuantities } from './entitlement/endpoints.ts';
import { bindGrants } from './grants/endpoints.ts';
import { bindGuestParts } from './grants/guest-parts-endpoints.ts';
import { bindJobs } from './jobs/endpoints.ts';
import { bindLive } from './live/endpoints.ts';
import { bindPictures } from './pictures/endpoints.ts';
import { bindTasks } from './tasks/endpoints.ts';
import { bindNodes, bindTree } from './tree/endpoints.ts';
import { bindHistory } from './tree/history/endpoints.ts';
import { bindSearch } from './tree/search/endpoints.ts';
import { bindUsage } from './tree/usage/endpoints.ts';
import { bindVersions } from './tree/versions/endpoints.ts';
import { bindUploads } from './upload/endpoints.ts';

export function makeDriveRoutes(deps: VisitorDeps): Hono<AppEnv> {
  const router = makeRouter();
  bindSearch(router, deps);
  bindAbout(router, deps);
  bindUsage(router, deps);
  bindQuantities(router, deps);
  bindLive(router, deps);
  bindBell(router, deps);
  bindHistory(router, deps);
  bindVersions(router, deps);
  bindArchives(router, deps);
  bindCollect(router, deps);
  bindVisitors(router, deps);
  bindGrants(router, deps);
  bindGuestParts(router, deps);
  bindTree(router, deps);
  bindCreate(router, deps);
  bindJobs(router, deps);
  bindTasks(router, deps);
  bindUploads(router, deps);
  bindPictures(router, deps);
  bindNodes(router, deps);
  return router;
}
