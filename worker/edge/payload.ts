/**
 * `{page path}/_payload.json?{build}`: a public page in parts, cut out of the very document that the page's own address answers,
 * so that caches, guards, redirect rules and blocks of the page hold for it. Asked without cookies: a payload is nobody's.
 * @source spec section 7.6
 */
import { createMiddleware } from 'hono/factory';
import { splitLocale } from '#shared/locale/path.ts';
import { type NoPayload, type PagePayload, payloadPage } from '#shared/navigation/payload.ts';
import { matchRoute } from '#shared/route-table.ts';
import { ADDRESS_HEADER } from '#worker/platform/address.ts';
import { assets } from '#worker/platform/assets.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { isHeld } from './cache/cache.ts';
import { placeOf } from './place.ts';

/** What a page's own address may depend on. Everything else about the asker stays outside. */
const PASSED_ON = ['host', 'accept-language', 'user-agent', ADDRESS_HEADER, 'cf-ipcountry'];
/** Tags of the head that belong to one page. The renderer escapes `>` in attributes and `<` in text. */
const HEAD_TAG =
  /<title>[^<]*<\/title>|<meta name="(?:description|robots|twitter:\w+)"[^>]*>|<meta property="og:[^>]*>|<link rel="(?:canonical|alternate)"[^>]*>|<script type="application\/ld\+json">[^<]*<\/script>/g;

/** The element that starts at `at`, with everything in it. Elements of its own kind may stand inside. */
function elementAt(html: string, at: number): string {
  const name = /^<([a-z]+)/.exec(html.slice(at, at + 20))?.[1] ?? '';
  const edge = new RegExp(`<(/?)${name}[\\s>]`, 'g');
  edge.lastIndex = at;
  let depth = 0;
  for (let found = edge.exec(html); found; found = edge.exec(html)) {
    depth += found[1] ? -1 : 1;
    if (depth === 0) return html.slice(at, html.indexOf('>', found.index) + 1);
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

/** What operators change without a build shows at once; asking whether a payload still stands costs a page from memory. */
const KEPT_BY_BROWSERS = 'private, no-cache';

/** @param askPage  answers the page's own address as the app would */
export function payload(askPage: (request: Request, env: unknown) => Response | Promise<Response>) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const page = c.req.method === 'GET' ? payloadPage(placeOf(c.req.url).pathname) : null;
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
    const asked = new Request(new URL(page, url), { headers, ...(cf ? { cf } : {}) } as RequestInit);
    const document = await askPage(asked, c.env);
    const layout = matchRoute(splitLocale(page).path)?.row.layout;
    if (document.status !== 200 || !document.headers.get('content-type')?.startsWith('text/html') || !layout) {
      await document.body?.cancel();
      return asDocument();
    }
    const etag = document.headers.get('etag');
    const kept = { 'cache-control': KEPT_BY_BROWSERS, ...(etag ? { etag } : {}) };
    if (etag && isHeld(c.req.header('if-none-match'), etag)) {
      await document.body?.cancel();
      return new Response(null, { status: 304, headers: kept });
    }
    return answer(payloadOf(await document.text(), { build, layout }), kept);
  });
}
