/**
 * GET and HEAD of signed links on the content origin; elsewhere they are not found, so that no file opens in the origin of
 * our pages. A link that is wrong, expired or closed answers 403 with nothing in it. Ranges and conditions as RFC 9110 says.
 * A link that closes while its bytes are sent ends the answer short of its length.
 */
import { type Context, Hono } from 'hono';
import { conditional, contentRange } from '#shared/content/range.ts';
import { isShownAsText } from '#shared/content/show-as-text.ts';
import { AppError } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { logError } from '#worker/platform/log.ts';
import type { DriveDeps } from '../deps.ts';
import type { ContentSources, LinkClaims, OpenContent } from './claims.ts';
import { contentHeaders, etagOf, isShown } from './headers.ts';
import { verifyContentLink } from './link.ts';
import { isReadByPage, type LinkCounts, type LinkTraffic } from './link-traffic.ts';
import { makeOwnTraffic, type OwnTraffic } from './own-traffic.ts';
import { streamSpan } from './stream.ts';
import { charsetOf } from './text-charset.ts';
import { isNear, LONG_BYTES, makeTransfers, maySend, type Transfers } from './transfers.ts';

export interface ContentDeps extends Pick<DriveDeps, 'keyring' | 'blobs' | 'clock' | 'limits'> {
  readonly contentSources: ContentSources;
  /** Adds bytes of a person's own download to those of the day, in the drive. */
  readonly countOwnTraffic: (userId: string, sizeBytes: number) => Promise<unknown>;
  readonly linkTraffic: Pick<LinkTraffic, 'add' | 'fold'>;
  readonly linkCounts: LinkCounts;
}

/** Links kept open at most; then all are asked for again. */
const OPEN_LINKS = 1_000;

interface Opened {
  readonly content: OpenContent;
  readonly untilMs: number;
}

export function forbidden(): Response {
  return new Response(null, {
    status: 403,
    headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });
}

/** Transfers of this isolate that run, and the bytes of those that ended. */
interface Sends {
  readonly transfers: Transfers;
  readonly ownTraffic: OwnTraffic;
}

/** Near a limit every byte is counted at once. A long span has a place among the files at a time until it is counted. */
function isCountedLater({ transfer }: OpenContent, sizeBytes: number): boolean {
  return sizeBytes <= LONG_BYTES && !(transfer && isNear(transfer));
}

async function answer(
  c: Context<AppEnv>,
  deps: ContentDeps,
  { transfers, ownTraffic }: Sends,
  claims: LinkClaims,
  content: OpenContent,
): Promise<Response> {
  const { method } = c.req.raw;
  const header = (name: string): string | null => c.req.raw.headers.get(name);
  const decision = conditional(
    method === 'HEAD' ? 'HEAD' : 'GET',
    {
      range: header('range'),
      ifMatch: header('if-match'),
      ifNoneMatch: header('if-none-match'),
      ifModifiedSince: header('if-modified-since'),
      ifUnmodifiedSince: header('if-unmodified-since'),
      ifRange: header('if-range'),
    },
    { sizeBytes: content.sizeBytes, etag: etagOf(content), lastModifiedMs: content.modifiedMs },
  );
  const headers = contentHeaders(claims, content, isShownAsText(c.req.query('show')));
  if (decision.status === 416) headers.set('content-range', contentRange(content.sizeBytes));
  if (decision.status !== 200 && decision.status !== 206) {
    headers.delete('content-disposition');
    headers.delete('content-type');
    return new Response(null, { status: decision.status, headers });
  }
  const { status, start, end } = decision;
  if (status === 200 && method !== 'HEAD' && headers.get('content-type') === 'text/plain' && isShown(headers)) {
    const charset = await charsetOf(deps.blobs, content);
    if (charset !== '') headers.set('content-type', `text/plain; charset=${charset}`);
  }
  headers.set('content-length', String(end - start));
  if (status === 206) headers.set('content-range', contentRange(content.sizeBytes, { start, end }));
  const isDownload = method !== 'HEAD' && start === 0 && !isReadByPage(header);
  if (isDownload && claims.kind === 'share' && claims.shareId)
    deps.linkCounts.started(claims.shareId, claims.nodeId, c.get('call'));
  if (method === 'HEAD' || end === start) return new Response(null, { status, headers });
  // People and programs read the same refusal here: a file is expected, no page.
  c.set('errorHost', 'drive');
  const { bytesPerSecond, end: endTransfer } = transfers.begin(content, end - start, deps.clock.nowMs());
  const sending = {
    blobs: deps.blobs,
    content,
    bytesPerSecond,
    count: async (sizeBytes: number): Promise<void> => {
      if (claims.kind === 'share' || claims.kind === 'grant') deps.linkTraffic.add(content.payer, sizeBytes);
      else if (claims.kind === 'drive' && isCountedLater(content, end - start))
        await ownTraffic.add(content.payer, sizeBytes);
      else if (claims.kind === 'drive') await deps.countOwnTraffic(content.payer, sizeBytes);
      if (claims.kind === 'share' && claims.shareId) deps.linkCounts.sent(claims.shareId, sizeBytes);
    },
    look: async () => {
      const leased = await deps.contentSources[claims.kind](claims);
      return leased !== null && maySend(leased.content);
    },
    lookMs: deps.limits.zipRecheckSeconds * SECOND_MS,
  };
  const { body, done } = streamSpan(sending, start, end);
  c.executionCtx.waitUntil(done.finally(endTransfer));
  return new Response(body, { status, headers });
}

/** Answers a request with the content of a link. @throws AppError traffic_not_enough, transfer_limit */
export type SendContent = (c: Context<AppEnv>, claims: LinkClaims, content: OpenContent) => Promise<Response>;

export function makeSendContent(deps: ContentDeps): SendContent {
  const transfers = makeTransfers((userId) => {
    void deps.linkTraffic.fold(userId).catch((error: unknown) => logError('content.fold', error));
  });
  const ownTraffic = makeOwnTraffic(deps.clock, deps.countOwnTraffic);
  const sends: Sends = { transfers, ownTraffic };
  return (c, claims, content) => answer(c, deps, sends, claims, content);
}

/** @param send  of `makeSendContent` with the same dependencies, where other routes send too */
export function makeContentRoutes(deps: ContentDeps, send = makeSendContent(deps)): Hono<AppEnv> {
  const opened = new Map<string, Opened>();

  async function open(token: string, claims: LinkClaims, nowMs: number): Promise<OpenContent | null> {
    const known = opened.get(token);
    if (known && nowMs < known.untilMs) return known.content;
    opened.delete(token);
    const leased = await deps.contentSources[claims.kind](claims);
    if (!leased) return null;
    const { content, leaseMs } = leased;
    if (opened.size >= OPEN_LINKS) opened.clear();
    if (leaseMs > 0) opened.set(token, { content, untilMs: nowMs + leaseMs });
    return content;
  }

  const router = new Hono<AppEnv>();
  router.on(['GET', 'HEAD'], '/f/:token/:name', async (c) => {
    if (c.get('hostKind') !== 'content') throw new AppError('not_found');
    const nowMs = deps.clock.nowMs();
    const token = c.req.param('token');
    const claims = await verifyContentLink(deps.keyring, token, nowMs);
    const content = claims && (await open(token, claims, nowMs));
    return claims && content ? send(c, claims, content) : forbidden();
  });
  return router;
}
