/**
 * GET and HEAD of zip files on the content origin. A link that is wrong, has ended or whose files are gone answers 403 with
 * nothing in it. Ranges and conditions as for single files.
 */
import { type Context, Hono } from 'hono';
import { contentDisposition } from '#shared/content/disposition.ts';
import { conditional, contentRange } from '#shared/content/range.ts';
import { AppError, type ErrorName, isAppError, unwrap } from '#shared/errors.ts';
import { DEFAULT_TIME_ZONE } from '#shared/locale/time-zone.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/units.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { forbidden } from '../content/endpoint.ts';
import type { LinkCounts, LinkTraffic } from '../content/link-traffic.ts';
import { isUsedUp } from '../content/transfers.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import { trafficError } from '../entitlement/traffic.store.ts';
import type { treePart } from '../tree/part.ts';
import { verifyZipLink, type ZipClaims } from './link.ts';
import { planKey, type ZipDrive, type ZipPlan, zipDrive, zipPlansOf } from './plan.ts';
import { streamZip } from './stream.ts';
import type { ZipAccess } from './zip.store.ts';

/** Nodes that a share shows to the bearer of a link; null when the link no longer opens. */
export type SharedRoots = (claims: ZipClaims) => Promise<readonly string[] | null>;

export interface ZipRouteDeps extends Pick<DriveDeps, 'drives' | 'keyring' | 'blobs' | 'clock' | 'limits' | 'plans'> {
  readonly sharedRoots: SharedRoots;
  readonly linkTraffic: Pick<LinkTraffic, 'add'>;
  readonly linkCounts: LinkCounts;
  /** Counts an open call that costs work. @throws AppError too_many_requests */
  readonly countOpenCall: (use: { name: string; limit: number; windowMs: number }, call: CallContext) => Promise<void>;
}

/** Times that one address makes one drive measure anew, in ten minutes. */
const MEASURES = 60;
const MEASURES_WINDOW_MS = 10 * MINUTE_MS;
/** Errors that say nothing about the link. */
const PASSING: readonly ErrorName[] = ['internal', 'unavailable', 'data_loss', 'too_many_requests'];

/** Times of another zone are other bytes. */
function tagOf({ timeZone }: ZipClaims, { etag }: ZipPlan): string {
  return timeZone === DEFAULT_TIME_ZONE ? etag : etag.replace(/"$/, `-${timeZone}"`);
}

function headersOf(name: string, etag: string): Headers {
  return new Headers({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': contentDisposition('attachment', name),
    'content-security-policy': "sandbox; default-src 'none'",
    'content-type': 'application/zip',
    'cross-origin-resource-policy': 'cross-origin',
    etag,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
}

/** A drive that asks the share again before each step. @throws AppError not_found when the link has ended */
function driveFor(deps: ZipRouteDeps, claims: ZipClaims): ZipDrive {
  const { ownerId, ids, selection, session } = claims;
  return async (step) => {
    const shareRoots = session ? null : await deps.sharedRoots(claims);
    if (!session && !shareRoots) throw new AppError('not_found');
    const caller = session ? { userId: ownerId, ...session } : null;
    const access: ZipAccess = { caller, shareRoots, ids, selection };
    return zipDrive(deps, ownerId, access)(step);
  };
}

/** @returns null when the link no longer opens */
async function openPlan(work: () => Promise<ZipPlan>): Promise<ZipPlan | null> {
  try {
    return await work();
  } catch (error) {
    if (isAppError(error) && !PASSING.includes(error.errorName)) return null;
    throw error;
  }
}

/** The speed of the owner's own zip file; null: as fast as the line. @throws AppError traffic_not_enough */
async function speedOf(
  c: Context<AppEnv>,
  deps: ZipRouteDeps,
  { ownerId, session }: ZipClaims,
): Promise<number | null> {
  if (!session) return null;
  const { free } = await deps.plans();
  const transfer = unwrap(
    await driveOf<typeof treePart>(deps, ownerId).ownTransfer({ userId: ownerId, ...session }, free),
  );
  if (!isUsedUp(transfer)) return null;
  if (transfer.slowBytesPerSecond !== null) return transfer.slowBytesPerSecond;
  c.set('errorHost', 'drive');
  throw trafficError('download', transfer.traffic, deps.clock.nowMs());
}

export function makeZipRoutes(deps: ZipRouteDeps): Hono<AppEnv> {
  const plans = zipPlansOf(deps);

  async function answer(c: Context<AppEnv>, claims: ZipClaims, drive: ZipDrive, plan: ZipPlan): Promise<Response> {
    const header = (name: string): string | null => c.req.raw.headers.get(name);
    const isHead = c.req.raw.method === 'HEAD';
    const etag = tagOf(claims, plan);
    const decision = conditional(
      isHead ? 'HEAD' : 'GET',
      {
        range: header('range'),
        ifMatch: header('if-match'),
        ifNoneMatch: header('if-none-match'),
        ifRange: header('if-range'),
      },
      { sizeBytes: plan.sizeBytes, etag },
    );
    const headers = headersOf(claims.name, etag);
    if (decision.status !== 200 && decision.status !== 206) {
      headers.delete('content-disposition');
      headers.delete('content-type');
      if (decision.status === 416) headers.set('content-range', contentRange(plan.sizeBytes));
      return new Response(null, { status: decision.status, headers });
    }
    const { status, start, end } = decision;
    headers.set('content-length', String(end - start));
    if (status === 206) headers.set('content-range', contentRange(plan.sizeBytes, { start, end }));
    if (isHead) return new Response(null, { status, headers });
    const { share } = claims;
    if (share && start === 0) deps.linkCounts.started(share.shareId, `zip ${planKey(claims)}`, c.get('call'));
    const bytesPerSecond = await speedOf(c, deps, claims);
    const count = async (sizeBytes: number): Promise<void> => {
      if (claims.session) await driveOf<typeof treePart>(deps, claims.ownerId).countTraffic(sizeBytes);
      else deps.linkTraffic.add(claims.ownerId, sizeBytes);
      if (share) deps.linkCounts.sent(share.shareId, sizeBytes);
    };
    const recheckMs = deps.limits.zipRecheckSeconds * SECOND_MS;
    const { body, done } = streamZip(
      { blobs: deps.blobs, drive, plan, timeZone: claims.timeZone, count, recheckMs, bytesPerSecond },
      start,
      end,
      () => plans.forget(planKey(claims)),
    );
    c.executionCtx.waitUntil(done);
    return new Response(body, { status, headers });
  }

  const router = new Hono<AppEnv>();
  router.on(['GET', 'HEAD'], '/z/:token/:name', async (c) => {
    if (c.get('hostKind') !== 'content') throw new AppError('not_found');
    const token = c.req.param('token');
    const claims = await verifyZipLink(deps.keyring, token, deps.clock.nowMs());
    if (!claims) return forbidden();
    const drive = driveFor(deps, claims);
    const { ownerId } = claims;
    const onMeasure = (): Promise<void> =>
      deps.countOpenCall({ name: `zip-plan:${ownerId}`, limit: MEASURES, windowMs: MEASURES_WINDOW_MS }, c.get('call'));
    const plan = await openPlan(() =>
      plans.of({ ownerId, key: planKey(claims), drive, maxEntries: deps.limits.zipEntries, onMeasure }),
    );
    return plan ? answer(c, claims, drive, plan) : forbidden();
  });
  return router;
}
