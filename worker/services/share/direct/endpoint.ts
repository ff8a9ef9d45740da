/**
 * GET and HEAD of direct links on the content origin. An id that is none, and a link that is off, deleted, renewed or closed, answer
 * the same page. The owner's traffic pays: at its end the link is slowed, or answers a page that says nothing about the owner.
 */
import { type Context, Hono } from 'hono';
import { AppError } from '#shared/errors.ts';
import { asNodeId, asShareId, asUserId, isWireId } from '#shared/ids.ts';
import { productName } from '#shared/locale/messages.ts';
import { DAY_MS, SECOND_MS } from '#shared/units.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import {
  isTransferOver,
  type LinkClaims,
  type LinkCounts,
  type OwnTransfer,
  type SendContent,
} from '#worker/services/drive/service.ts';
import { type ShareParts, shareOf } from '../deps.ts';
import type { DirectTarget } from '../state/rpc-types.ts';
import { fileOf } from '../visit/open-content.ts';

/** How long the traffic of an owner is not asked for again. */
const TRAFFIC_MS = 10 * SECOND_MS;
/** Links and owners in memory at most; then all are asked for again. */
const MAX_KNOWN = 1_000;

export interface DirectRouteDeps {
  readonly parts: ShareParts;
  readonly send: SendContent;
  readonly counts: Pick<LinkCounts, 'requested'>;
}

interface Opened {
  readonly claims: LinkClaims;
  readonly content: Parameters<SendContent>[2];
}

/** Entries that end by themselves. */
function makeMemory<T>(): {
  get(key: string, nowMs: number): T | undefined;
  set(key: string, value: T, untilMs: number): void;
} {
  const known = new Map<string, { value: T; untilMs: number }>();
  return {
    get(key, nowMs) {
      const one = known.get(key);
      return one && nowMs < one.untilMs ? one.value : undefined;
    },
    set(key, value, untilMs) {
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(key, { value, untilMs });
    },
  };
}

function pageOf(c: Context<AppEnv>, { texts }: ShareParts, status: 404 | 429): Response {
  const { locale } = c.get('call');
  const text = texts.direct(status === 404 ? 'gone' : 'paused', locale);
  const name = productName(locale).replaceAll('&', '&amp;');
  const html = `<!DOCTYPE html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${name}</title></head><body><h1>${name}</h1><p>${text}</p></body></html>`;
  return new Response(c.req.raw.method === 'HEAD' ? null : html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "sandbox; default-src 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...(status === 429 && { 'retry-after': '3600' }),
    },
  });
}

/** The id of a direct link, and what stands behind it as it was written. A longer id is none of ours. */
const ADDRESS = /^\/d\/([A-Za-z0-9_-]{26})(?![A-Za-z0-9])(.*)$/s;

/**
 * Where an address leads that a chat or a sentence glued something to; null for one without. A name that the file had before is not glued.
 * @param name  of the file; undefined while the link does not open
 */
function withoutGlue(path: string, name: string | undefined): string | null {
  const [, id = '', rest = ''] = ADDRESS.exec(path) ?? [];
  if (id === '' || rest === '') return null;
  if (!/^\/[^/]/.test(rest)) return `/d/${id}`;
  if (name === undefined) return null;
  const own = `/${encodeURIComponent(name.toWellFormed())}`;
  const isGlued = rest.startsWith(own) && rest !== own && !/^[._-]?[A-Za-z0-9]/.test(rest.slice(own.length));
  return isGlued ? `/d/${id}${own}` : null;
}

function redirectTo(location: string): Response {
  return new Response(null, {
    status: 308,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });
}

export function makeDirectRoutes({ parts, send, counts }: DirectRouteDeps): Hono<AppEnv> {
  const links = makeMemory<Opened>();
  const traffic = makeMemory<OwnTransfer | null>();

  /** The file of a link now, from memory within a lease of its object. */
  async function open(shareId: string, nowMs: number): Promise<Opened | null> {
    const known = links.get(shareId, nowMs);
    if (known || !isWireId(shareId)) return known ?? null;
    const target: DirectTarget | null = await shareOf(parts, shareId).directTarget();
    if (!target) return null;
    const { ownerId, fileId: nodeId, epoch } = target;
    const found = await fileOf(parts, { shareId, epoch, nodeId, ownerId });
    if (!found) return null;
    const { content } = found.body;
    const claims: LinkClaims = {
      kind: 'share',
      ownerId: asUserId(ownerId),
      nodeId: asNodeId(nodeId),
      contentKey: content.contentKey,
      expiresAtMs: nowMs + DAY_MS,
      attachment: true,
      shareId: asShareId(shareId),
      shareEpoch: epoch,
    };
    const opened = { claims, content };
    if (found.leaseMs > 0) links.set(shareId, opened, nowMs + found.leaseMs);
    return opened;
  }

  async function transferOf(ownerId: string, nowMs: number): Promise<OwnTransfer | null> {
    const known = traffic.get(ownerId, nowMs);
    if (known !== undefined) return known;
    const transfer = await parts.drive.linkTransfer(asUserId(ownerId));
    traffic.set(ownerId, transfer, nowMs + TRAFFIC_MS);
    return transfer;
  }

  const router = new Hono<AppEnv>();
  router.on(['GET', 'HEAD'], ['/d/:id', '/d/:id/*'], async (c) => {
    if (c.get('hostKind') !== 'content') throw new AppError('not_found');
    const nowMs = parts.clock.nowMs();
    const { pathname, search } = new URL(c.req.url);
    const [, id = ''] = ADDRESS.exec(pathname) ?? [];
    const opened = await open(id, nowMs);
    const plain = withoutGlue(pathname, opened?.content.name);
    if (plain !== null) return redirectTo(plain + search);
    if (!opened) return pageOf(c, parts, 404);
    const { claims, content } = opened;
    const transfer = await transferOf(claims.ownerId, nowMs);
    if (transfer && isTransferOver(transfer)) return pageOf(c, parts, 429);
    // Visitors share no places with the downloads of the owner.
    const paid = transfer ? { ...content, transfer: { ...transfer, atOnce: Number.MAX_SAFE_INTEGER } } : content;
    const response = await send(c, claims, paid);
    // It may be off at the next request: every use asks again, and what did not change is not sent again.
    response.headers.set('cache-control', 'private, no-cache');
    if (c.req.raw.method === 'GET' && (response.status === 200 || response.status === 206))
      counts.requested(asShareId(claims.shareId ?? ''), c.get('call'));
    return response;
  });
  return router;
}
