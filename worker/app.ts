/**
 * The hallway: the order of the edge, then services, then pages. The whole flow on one screen.
 */
import { Hono } from 'hono';
import { AppError } from '#shared/errors.ts';
import type { Services } from './compose.ts';
import { errorResponse, isApiPath, makeErrorHandler } from './edge/errors.ts';
import { host } from './edge/host.ts';
import { internalOnly } from './edge/internal.ts';
import { locale } from './edge/locale.ts';
import { requestId } from './edge/request-id.ts';
import { security } from './edge/security.ts';
import { session } from './edge/session.ts';
import { errorPage, notFoundPage } from './pages/error.page.tsx';
import { makePages } from './pages/routes.ts';
import type { AppEnv } from './platform/http.ts';
import { makeAuthRoutes, makePictureDoor } from './services/auth/index.ts';
import {
  driveContentSource,
  driveTraffic,
  makeContentRoutes,
  makeDriveRoutes,
  makeUploadDoor,
} from './services/drive/index.ts';
import { makeOpsRoutes } from './services/ops/index.ts';
import { makeShareRoutes } from './services/share/index.ts';
import { makeShieldRoutes } from './services/shield/index.ts';

export function makeApp(services: Services): Hono<AppEnv> {
  const { objects, config, clock, keyring, blobs, auth, drive, share, ops, shield, secrets } = services;
  const app = new Hono<AppEnv>();
  app.onError(makeErrorHandler(errorPage));

  app.use(requestId);
  app.use(host(config));
  app.use(security(config));
  app.use(locale);
  app.use(session(auth, clock, config.limits.bodyBytes));

  const sources = { drive: driveContentSource(objects.drives), share: share.contentSource };
  app.route('/', makeContentRoutes({ keyring, blobs, clock, sources, countTraffic: driveTraffic(objects.drives) }));
  app.route('/', makeUploadDoor({ keyring, blobs, clock, drives: objects.drives, blobIndex: objects.blobIndex }));
  app.route('/', makeShieldRoutes(shield));
  app.route('/', makeAuthRoutes(auth));
  app.route('/', makePictureDoor(auth));
  app.route('/', makeShareRoutes(share));
  app.route('/', makeDriveRoutes(drive));
  app.route('/', makeOpsRoutes(ops));

  app.use('/_internal/*', internalOnly(secrets.internalToken));
  app.post('/_internal/seed', async (c) => c.json({ people: config.demo ? await auth.seedDemo(clock.nowMs()) : [] }));
  app.post('/_internal/operator', async (c) => {
    const { person, operator } = (await c.req.json()) as { person: string; operator: boolean };
    await auth.setOperator(person, operator);
    return c.json({});
  });

  app.route('/', makePages(services));
  app.notFound((c) => {
    const path = new URL(c.req.url).pathname;
    return isApiPath(path) ? errorResponse(new AppError('not_found', { message: 'no such call' }), c) : notFoundPage(c);
  });
  return app;
}
