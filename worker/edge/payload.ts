/**
 * `{page path}/_payload.json?{build}`: a public page in parts, cut out of the document of the page's own address, so that caches,
 * guards, redirect rules and blocks of the page hold for it. Requested without cookies: a payload is the same for all visitors.
 * @source spec section 7.6
 */
import { createMiddleware } from 'hono/factory';
import { splitLocale } from '#shared/locale/path.ts';
import { type NoPayload, type PagePayload, payloadPage } from '#shared/navigation/payload.ts';
import { matchRoute } from '#shared/route-table.ts';
import { ADDRESS_HEADER } from '#worker/platform/address.ts';
import { assets } from '#worker/platform/assets.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { matchesEtag } from './cache/cache.ts';
import { placeOf } from './place.ts';

/** Headers that a page's own address may depend on. All others are dropped. */
const PASSED_ON = ['host', 'accept-language', 'user-agent', ADDRESS_HEADER, 'cf-ipcountry'];
/** Tags of the head that belong to one page. The renderer escapes `>` in attributes and `<` in text. */
const HEAD_TAG =
  /<title>[^<]*<\/title>|<meta name="(?:description|robots|twitter:\w+)"[^>]*>|<meta property="og:[^>]*>|<link rel="(?:canonical|alternate)"[^>]*>|<script type="application\/ld\+json">[^<]*<\/script>/g;

/** The element that starts at `at`, with its content. It may hold elements of its own kind. */
function elementAt(html: string, at: number): string {
  const name = /^<([a-z]+)/.exec(html.slice(at, at + 20))?.[1] ?? '';
  const edge = new RegExp(`<(/?)${name}[\\s>]`, 'g');
  edge.lastIndex = at;
  let depth = 0;
  for (let match = edge.exec(html); match; match = edge.exec(html)) {
    depth += match[1] ? -1 : 1;
    if (depth === 0) return html.slice(at, html.indexOf('>', match.index) + 1);
  }
  throw new Error(`<${name}> does not end`);
}

/** @param html  a document of ours. @throws Error when it has no main part */
export function payloadOf(html: string, page: Pick<PagePayload, 'build' | 'layout'>): PagePayload {
  const at = html.indexOf('<body');
  const [head, body] = [html.slice(0, at), html.slice(at)];
  const main = /<main id="main"/.exec(body);
  if (!main) throw new Error('a page without a main part');
  const parts = Array.from(body.matchAll(/<[a-z]+ [^>]*\bdata-part="(\w+)"/g), ({ index, 1: name = '' }) => [
    name,
    elementAt(body, index),
  ]);
  return {
    build: page.build,
    language: /<html lang="([^"]*)"/.exec(head)?.[1] ?? '',
    layout: page.layout,
    head: (head.match(HEAD_TAG) ?? []).join(''),
    main: elementAt(body, main.index),
    parts: Object.fromEntries(parts) as Record<string, string>,
    scripts: Array.from(head.matchAll(/<script[^>]* src="([^"]+)"/g), ({ 1: source = '' }) => source),
  };
}

function answer(body: PagePayload | NoPayload, headers: Readonly<Record<string, string>>): Response {
  return new Response(JSON.stringify(body), {
    headers: { 'content-type': 'application/json; charset=utf-8', vary: 'Accept-Language', ...headers },
  });
}

/** Browsers revalidate: a change by operators shows at once, and a revalidation costs a page from memory. */
const CACHE_CONTROL = 'private, no-cache';

/** @param fetchPage  answers the page's own address as the app would */
export function payload(fetchPage: (request: Request, env: unknown) => Response | Promise<Response>) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const mayBe = c.req.method === 'GET' && c.get('hostKind') !== 'programs';
    const page = mayBe ? payloadPage(placeOf(c.req.url).pathname) : null;
    if (page === null) return next();
    const url = new URL(c.req.url);
    const build = assets.buildId;
    const asDocument = () => answer({ build, whole: true }, { 'cache-control': 'no-store' });
    if (url.search !== `?${build}`) return asDocument();
    const headers = new Headers();
    for (const name of PASSED_ON) {
      const value = c.req.header(name);
      if (value !== undefined) headers.set(name, value);
    }
    const { cf } = c.req.raw;
    const request = new Request(new URL(page, url), { headers, ...(cf ? { cf } : {}) } as RequestInit);
    const document = await fetchPage(request, c.env);
    const layout = matchRoute(splitLocale(page).path)?.row.layout;
    if (document.status !== 200 || !document.headers.get('content-type')?.startsWith('text/html') || !layout) {
      await document.body?.cancel();
      return asDocument();
    }
    const etag = document.headers.get('etag');
    const cacheHeaders = { 'cache-control': CACHE_CONTROL, ...(etag ? { etag } : {}) };
    if (etag && matchesEtag(c.req.header('if-none-match'), etag)) {
      await document.body?.cancel();
      return new Response(null, { status: 304, headers: cacheHeaders });
    }
    return answer(payloadOf(await document.text(), { build, layout }), cacheHeaders);
  });
}
