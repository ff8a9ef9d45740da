/**
 * Public pages from memory: rendered once per build, language and variant, then answered as bytes before the session is
 * looked at. Age bounds how long a published document stays unseen: with the 50 s of live-text.ts, below a minute.
 */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { CLOSED_COOKIE } from '#shared/cookies.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { MIB, SECOND_MS } from '#shared/units.ts';
import type { Clock } from '#worker/platform/clock.ts';
import { CODINGS_HEADER, type Coding, codingFor } from '#worker/platform/coding.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { REQUEST_ID_HEADER } from '../request-id.ts';
import { type CachePlan, cleanRequest, planOf } from './key.ts';
import { type CachedPage, makePageStore, type PageForm } from './store.ts';

const MAX_BYTES = 16 * MIB;
const MAX_AGE_MS = 8 * SECOND_MS;

/**
 * A browser caches the document and revalidates it each time: language, theme and session may have changed since. Shared caches
 * store nothing.
 */
const CACHE_CONTROL = 'private, no-cache';

/** Whether the browser has these bytes. Weak comparison, RFC 9110 section 13.1.2. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const bare = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === bare);
}

/** Weak, because compression on the way changes the bytes. */
async function etagOf(body: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body)).subarray(0, 12);
  return `W/"${btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')}"`;
}

/** Sets all headers of the answer, so that no later middleware has to. */
function answer(c: Context<AppEnv>, page: CachedPage, formOf: (coding: Coding) => PageForm): Response {
  c.set('hasHeaders', true);
  // The constructor copies: the id of the next answer does not reach this one.
  page.headers.set(REQUEST_ID_HEADER, c.get('requestId'));
  if (!matchesEtag(c.req.header('if-none-match'), page.etag)) {
    const coding = codingFor(c.req.header(CODINGS_HEADER), page.body.byteLength);
    if (!coding) return new Response(page.body, { headers: page.headers });
    const { body, headers } = formOf(coding);
    return new Response(body, { headers, encodeBody: 'manual' });
  }
  const headers = new Headers(page.headers);
  headers.delete('content-type');
  return new Response(null, { status: 304, headers });
}

/** The answer as a page for the cache; null for a personal answer or no page. */
async function pageOf(c: Context<AppEnv>, setHeaders: HeaderSetter, bornMs: number): Promise<CachedPage | null> {
  const { res } = c;
  const isCacheable = res.status === 200 && c.get('isForAnyone') === true && !res.headers.has('set-cookie');
  if (!isCacheable) return null;
  const headers = new Headers(res.headers);
  const body = new Uint8Array(await res.arrayBuffer());
  const etag = await etagOf(body);
  headers.set('cache-control', CACHE_CONTROL);
  headers.set('etag', etag);
  setHeaders(c, headers);
  return { body, headers, etag, bornMs };
}

/** Runs the rest of the pipeline with a request that holds only the parts of the key. */
async function runClean(c: Context<AppEnv>, plan: CachePlan, next: () => Promise<void>): Promise<void> {
  const original = c.req.raw;
  const { path, cookies } = cleanRequest(plan, { locale: c.get('locale'), path: c.get('path') });
  c.req.raw = new Request(`${c.get('origin')}${path}`);
  c.set('cookies', cookies);
  try {
    await next();
  } finally {
    c.req.raw = original;
  }
}

/** Sets the security headers of this document. */
export type HeaderSetter = (c: Context<AppEnv>, headers: Headers) => void;

/** The current notice, if this visitor has closed it; else ''. */
export type ClosedNotice = (language: Locale, cookies: ReadonlyMap<string, string>) => Promise<string>;

export function cache(clock: Clock, setHeaders: HeaderSetter, closedNotice: ClosedNotice) {
  const store = makePageStore({ maxBytes: MAX_BYTES, maxAgeMs: MAX_AGE_MS });
  return createMiddleware<AppEnv>(async (c, next) => {
    const plan = planOf({
      method: c.req.method,
      hostKind: c.get('hostKind'),
      path: c.get('path'),
      search: c.get('search'),
      locale: c.get('locale'),
      cookies: c.get('cookies'),
      isSignedInHere: c.get('isSignedInHere'),
      closedNotice: c.get('cookies').has(CLOSED_COOKIE) ? await closedNotice(c.get('locale'), c.get('cookies')) : '',
    });
    if (!plan) return next();
    const nowMs = clock.nowMs();
    const answerWith = (page: CachedPage) => answer(c, page, (coding) => store.formOf(plan.key, page, coding));
    const cached = store.get(plan.key, nowMs);
    if (cached) return answerWith(cached);
    await runClean(c, plan, next);
    const page = await pageOf(c, setHeaders, nowMs);
    if (!page) return;
    store.put(plan.key, page);
    // Removed first: setting a second answer would merge the headers of the first into it.
    c.res = undefined;
    c.res = answerWith(page);
  });
}
