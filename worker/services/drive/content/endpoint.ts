/**
 * GET and HEAD of signed links on the content origin; elsewhere they are not found, so that no file opens in the origin of
 * our pages. A link that is wrong, expired or closed answers 403 with nothing in it. Ranges and conditions as RFC 9110 says; bytes are never touched by script.
 */
import { type Context, Hono } from 'hono';
import { conditional, contentRange } from '#shared/content/range.ts';
import { AppError } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import { type Clock, systemClock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { ContentSource, LinkClaims, OpenContent } from '../service.ts';
import { uploadsOf } from '../upload/rpc-types.ts';
import { contentHeaders, etagOf } from './headers.ts';
import { verifyContentLink } from './link.ts';
import { streamSpan } from './stream.ts';

export interface ContentDoorDeps {
  readonly keyring: Keyring;
  readonly blobs: BlobStore;
  readonly sources: Readonly<Record<'drive' | 'share', ContentSource>>;
  /** Adds bytes to what this person's content has sent. */
  readonly countTraffic: (userId: UserId, sizeBytes: number) => Promise<void>;
  readonly clock?: Clock;
}

/** How long an opened link stays open here: the longest a closed share still serves a new request. */
const OPEN_TTL_MS = SECOND_MS;
/** Links kept open at most; then all are asked for again. */
const OPEN_LINKS = 1_000;

interface Opened {
  readonly content: OpenContent;
  readonly untilMs: number;
}

/** Content of links of kind `drive`: the owner's drive says. */
export function driveContentSource(drives: { getByName(name: string): unknown }): ContentSource {
  return (claims) => uploadsOf(drives, claims.ownerId).openContent(claims);
}

/** Counts traffic in the payer's drive. */
export function driveTraffic(drives: { getByName(name: string): unknown }): ContentDoorDeps['countTraffic'] {
  return async (userId, sizeBytes) => {
    await uploadsOf(drives, userId).countTraffic(sizeBytes);
  };
}

function forbidden(): Response {
  return new Response(null, {
    status: 403,
    headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });
}

function answer(c: Context<AppEnv>, deps: ContentDoorDeps, claims: LinkClaims, content: OpenContent): Response {
  const { method } = c.req.raw;
  const header = (name: string): string | null => c.req.raw.headers.get(name);
  const verdict = conditional(
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
  const headers = contentHeaders(claims, content);
  if (verdict.status === 416) headers.set('content-range', contentRange(content.sizeBytes));
  if (verdict.status !== 200 && verdict.status !== 206) {
    headers.delete('content-disposition');
    headers.delete('content-type');
    return new Response(null, { status: verdict.status, headers });
  }
  const { status, start, end } = verdict;
  headers.set('content-length', String(end - start));
  if (status === 206) headers.set('content-range', contentRange(content.sizeBytes, { start, end }));
  if (method === 'HEAD' || end === start) return new Response(null, { status, headers });
  const { body, done } = streamSpan(deps.blobs, content, start, end, (sizeBytes) =>
    deps.countTraffic(content.payer, sizeBytes),
  );
  c.executionCtx.waitUntil(done);
  return new Response(body, { status, headers });
}

export function makeContentRoutes(deps: ContentDoorDeps): Hono<AppEnv> {
  const clock = deps.clock ?? systemClock;
  const opened = new Map<string, Opened>();

  async function open(token: string, claims: LinkClaims, nowMs: number): Promise<OpenContent | null> {
    const known = opened.get(token);
    if (known && nowMs < known.untilMs) return known.content;
    const content = await deps.sources[claims.kind](claims);
    if (opened.size >= OPEN_LINKS) opened.clear();
    opened.delete(token);
    if (content) opened.set(token, { content, untilMs: nowMs + OPEN_TTL_MS });
    return content;
  }

  const router = new Hono<AppEnv>();
  router.on(['GET', 'HEAD'], '/f/:token/:name', async (c) => {
    if (c.get('hostKind') !== 'content') throw new AppError('not_found');
    const nowMs = clock.nowMs();
    const token = c.req.param('token');
    const claims = await verifyContentLink(deps.keyring, token, nowMs);
    const content = claims && (await open(token, claims, nowMs));
    return claims && content ? answer(c, deps, claims, content) : forbidden();
  });
  return router;
}
