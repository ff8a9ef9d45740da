/**
 * The request pipeline: the order of the edge, then services, then pages. The whole flow on one screen.
 */
import { Hono } from 'hono';
import { isApiPath } from '#shared/api-path.ts';
import { AppError } from '#shared/errors.ts';
import { allowedMethods } from '#shared/openapi/allowed-methods.ts';
import { attentionFor } from '#shared/ops/attention.ts';
import { ROUTES } from '#shared/routes.ts';
import { isUnofferedCall } from '#shared/unoffered-endpoints.ts';
import type { Services } from './compose.ts';
import { access } from './edge/access.ts';
import { addCopying } from './edge/backup.ts';
import { brokenOff } from './edge/broken-off.ts';
import { cache } from './edge/cache/cache.ts';
import { cors } from './edge/cors.ts';
import { diskSpace } from './edge/disk-space.ts';
import { errorResponse, makeErrorHandler } from './edge/errors.ts';
import { host } from './edge/host.ts';
import { internalOnly, remoteConsole } from './edge/internal.ts';
import { locale, realPath } from './edge/locale.ts';
import { look } from './edge/look.ts';
import { payload } from './edge/payload.ts';
import { plainCookies } from './edge/plain-cookies.ts';
import { redirect } from './edge/redirect.ts';
import { requestId } from './edge/request-id.ts';
import { makeHeaderSetter, security } from './edge/security.ts';
import { session } from './edge/session.ts';
import { spelling } from './edge/spelling.ts';
import { makePackageState } from './pages/packages/package-files.ts';
import { closedNotice, published } from './pages/render/published.ts';
import { pageRenderer } from './pages/render/render.tsx';
import { makePages } from './pages/routes.ts';
import { WEB_CLIENT } from './pages/services.ts';
import { blockedPage } from './pages/site/block.page.tsx';
import { errorPage, notFoundPage } from './pages/site/error.page.tsx';
import { readLimited } from './platform/body/read.ts';
import { makeCachingRouter } from './platform/caching-router.ts';
import { consoleActor } from './platform/console/console-verbs.ts';
import { countRequests } from './platform/cost/count-requests.ts';
import type { CostMeter } from './platform/cost/meter.ts';
import type { AppEnv } from './platform/http.ts';
import { runScheduled } from './scheduled.ts';
import { makeAccessRoutes } from './services/access/index.ts';
import {
  makeAuthRoutes,
  makePersonConsole,
  makePictureRoutes,
  programOrigins,
  readDemoPeople,
} from './services/auth/index.ts';
import { makeConfigConsole, makeConfigRoutes } from './services/config/index.ts';
import {
  contentSourcesOf,
  fillIconLinks,
  grantedImagesOf,
  makeContentRoutes,
  makeDriveRoutes,
  makeEntryRoutes,
  makeImageRoutes,
  makeOpenLink,
  makeSendContent,
  makeSendImage,
  makeUploadRoutes,
  makeZipRoutes,
  refuseBucketCalls,
} from './services/drive/service.ts';
import { makeMailConsole, makeMailRoutes } from './services/mail/index.ts';
import {
  makeBillingRoutes,
  makeClaimRoutes,
  makeInvitationConsole,
  makeInvitationRoutes,
  makeMemberConsole,
  makeMembershipRoutes,
  makeRewardRoutes,
} from './services/membership/service.ts';
import { makeOpsConsole, makeOpsRoutes } from './services/ops/index.ts';
import { makeProgramRoutes, type ProgramDeps } from './services/programs/index.ts';
import { makeDirectRoutes, makeShareRoutes } from './services/share/index.ts';
import { makeShieldRoutes } from './services/shield/index.ts';

/** Bytes of one request that Cloudflare takes in its smaller plans. */
const PLATFORM_BODY_BYTES = 100_000_000;

/** @param content  what sends and opens links works with */
function programDepsOf(
  { config, auth, share, drive, shield, isMachine, parts }: Services,
  content: Parameters<typeof makeOpenLink>[0],
  { send, sendImage }: Pick<ProgramDeps, 'send' | 'sendImage'>,
) {
  return {
    ...config,
    auth,
    share,
    drive,
    shield,
    send,
    sendImage,
    openLink: makeOpenLink(content),
    passCodeWaitSeconds: config.limits.passCodeWindowSeconds,
    bodyLimitBytes: isMachine ? null : PLATFORM_BODY_BYTES,
    pageOrigins: programOrigins(parts.auth.clients),
    fileBytes: config.limits.fileBytes,
  };
}

/** @param costMeter  null except in a bench */
export function makeApp(services: Services, costMeter: CostMeter | null = null): Hono<AppEnv> {
  const { config, clock, auth, share, secrets } = services;
  const app = new Hono<AppEnv>({ getPath: realPath, router: makeCachingRouter() });
  const setHeaders = makeHeaderSetter(config);
  app.onError(makeErrorHandler((c, error, status) => errorPage(c, error, status, services)));

  if (costMeter) app.use(countRequests(costMeter));
  app.use(requestId);
  app.use(pageRenderer);
  app.use(security(setHeaders));
  // On one machine the proxy does it, for its own refusals too.
  if (!services.isMachine) app.use(brokenOff);
  app.use(host(config, [ROUTES['preview.frame'], ...(config.demo ? [ROUTES['dev.frame']] : [])]));
  app.use(cors(config, programOrigins(services.parts.auth.clients)));
  app.use(plainCookies(config.demo && config.appOrigin.startsWith('http:')));
  // Before the pages and their cache: the home page has the path of the bucket.
  app.use(refuseBucketCalls);
  app.use(spelling);
  app.use(payload((request, env) => app.fetch(request, env)));
  app.use(look(services.readLook));
  app.use(locale);
  app.use(redirect({ rules: () => services.documents.live('redirects'), config, clock }));
  app.use(access(services.access, blockedPage));
  app.use(cache(clock, setHeaders, (language, cookies) => closedNotice(services, language, cookies)));
  app.use(published(services));
  app.use(session(auth, clock, config.limits.bodyBytes));
  app.use(diskSpace(services.diskSpace));
  const { linkTraffic } = services;
  const { drive } = services.parts;
  const { countOpenCall } = services.shield;
  const counts = { linkTraffic, linkCounts: share.counts, countOpenCall };
  const otherSources = { share: share.contentSource, evidence: services.ops.evidenceSource };
  const ofContent = { ...drive, ...counts, ...contentSourcesOf(drive, otherSources) };
  const send = makeSendContent(ofContent);
  const sendImage = makeSendImage(drive);
  const requireDiskSpace = (bytes: number) => services.diskSpace.require(bytes);
  app.use(makeProgramRoutes(programDepsOf(services, ofContent, { send, sendImage })));
  app.use(async (c, next) => {
    c.set('completeAnswer', (answer) => fillIconLinks(config.appOrigin, answer));
    await next();
  });

  app.route('/', makeContentRoutes(ofContent, send));
  app.route('/', makeDirectRoutes({ parts: services.parts.share, counts: share.counts, send }));
  app.route('/', makeZipRoutes({ ...drive, ...counts, sharedRoots: share.sharedRoots }));
  app.route('/', makeEntryRoutes(ofContent));
  const imageDeps = { ...drive, shareImages: share.imageSource, grantedImages: grantedImagesOf(drive) };
  app.route('/', makeImageRoutes(imageDeps, sendImage));
  app.route('/', makeUploadRoutes({ ...drive, requireDiskSpace }));
  app.route('/', makeConfigRoutes(services.documents, config.limits));
  app.route('/', makeAccessRoutes(services.parts.access));
  app.route('/', makeShieldRoutes(services.parts.shield));
  app.route('/', makeAuthRoutes(services.parts.auth));
  app.route('/', makePictureRoutes(services.parts.auth));
  app.route('/', makeBillingRoutes(services.parts.billing));
  app.route('/', makeMembershipRoutes(services.parts.membership));
  app.route('/', makeRewardRoutes(services.parts.membership));
  app.route('/', makeClaimRoutes(services.parts.membership));
  app.route('/', makeInvitationRoutes(services.parts.membership));
  app.route('/', makeShareRoutes(services.parts.share));
  app.route('/', makeDriveRoutes({ ...drive, requireDiskSpace, shield: services.shield, webClient: WEB_CLIENT }));
  app.route('/', makeMailRoutes(services.parts.mail));
  app.route('/', makeOpsRoutes(services.parts.ops));

  app.post(
    '/console/v1/*',
    remoteConsole(auth, secrets.internalToken, (request, env) => app.fetch(request, env)),
  );
  app.use('/_internal/*', internalOnly(secrets.internalToken));
  addCopying(app, services.bindings, services);
  app.post('/_internal/seed', async (c) => {
    const asked = readDemoPeople(await readLimited(c.req.raw, config.limits.bodyBytes));
    const people = config.demo ? await auth.seedDemo(clock.nowMs(), asked) : [];
    for (const person of people) if (person.premium) await services.membership.grantDemo(person.userId);
    return c.json({ people });
  });
  app.route(
    '/',
    makePersonConsole(services.parts.auth, (person, by) =>
      services.ops.setOperator({ person, role: 'all', reason: '' }, by),
    ),
  );
  app.post('/_internal/first-operator', async (c) => c.json({ path: await services.ops.firstOperatorPath() }));
  app.post('/_internal/health', async (c) => c.json(await services.health()));
  app.post('/_internal/attention', async (c) =>
    c.json(attentionFor(consoleActor(c).role, await services.ops.attention())),
  );
  app.post('/_internal/ready', async (c) => c.json(await services.readiness()));
  app.post('/_internal/scheduled', async (c) => {
    await runScheduled(services);
    return c.json({});
  });
  app.post('/_internal/cost', (c) => c.json(costMeter?.take() ?? null));
  app.route('/', makeConfigConsole(services.documents));
  app.route('/', makeMemberConsole(services.parts.membership));
  app.route(
    '/',
    makeInvitationConsole({
      ...services.parts.billing,
      members: services.objects.members,
      documents: services.documents,
    }),
  );
  app.route('/', makeMailConsole(services.parts.mail, services.documents));
  app.route('/', makeOpsConsole(services.parts.ops));

  app.route('/', makePages({ ...services, packages: makePackageState() }));
  app.notFound((c) => {
    const path = new URL(c.req.url).pathname;
    if (!isApiPath(path)) return notFoundPage(c, services);
    if (isUnofferedCall(c.req.method, path)) return errorResponse(new AppError('unimplemented'), c);
    const allowed = allowedMethods(path);
    if (allowed.length === 0 || allowed.includes(c.req.method))
      return errorResponse(new AppError('not_found', { message: 'no such call' }), c);
    const answer = errorResponse(new AppError('method_not_allowed'), c);
    answer.headers.set('allow', allowed.join(', '));
    return answer;
  });
  return app;
}
