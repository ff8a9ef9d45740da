/**
 * The site map: every public page with its address in all languages; and robots.txt, which names the site map.
 * @source sitemaps.org 0.9, hreflang alternates by xhtml:link; RFC 9309
 */
import type { Context } from 'hono';
import { joinLocale } from '#shared/locale/path.ts';
import { DEFAULT_LOCALE, LOCALES } from '#shared/locale/tags.ts';
import { POLICY_DOCUMENTS, ROUTE_TABLE } from '#shared/route-table.ts';
import { href, ROUTES, type RouteId } from '#shared/routes.ts';
import { HELP_SLUGS } from '#shared/site/help-map.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';

/** Paths of a route with parameters; none for a route that is not listed here. */
function paramPaths(id: RouteId): readonly string[] {
  if (id === 'site.help-article') return HELP_SLUGS.map((slug) => href('site.help-article', { slug }));
  return id === 'policy.document' ? POLICY_DOCUMENTS.map((doc) => href('policy.document', { doc })) : [];
}

/** Paths of all pages of the site map. */
export function findablePaths(): string[] {
  return Object.entries(ROUTES).flatMap(([id, pattern]) => {
    const { isPublic, isListed, layout } = ROUTE_TABLE[id as RouteId];
    // A page of an activity exists only while it runs.
    if (!(isPublic || isListed) || layout === 'activity') return [];
    return pattern.includes('{') ? paramPaths(id as RouteId) : [pattern];
  });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** @param origin  of the app, without a slash at its end */
export function makeSitemap(origin: string, paths: readonly string[]): string {
  const entries = paths.flatMap((path) => {
    const addressIn = (tag: (typeof LOCALES)[number]) => escaped(`${origin}${joinLocale(tag, path)}`);
    const alternates = [
      ...LOCALES.map((tag) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${addressIn(tag)}"/>`),
      `<xhtml:link rel="alternate" hreflang="x-default" href="${addressIn(DEFAULT_LOCALE)}"/>`,
    ].join('');
    return LOCALES.map((tag) => `<url><loc>${addressIn(tag)}</loc>${alternates}</url>`);
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>\n',
  ].join('\n');
}

/** One day: the set of pages changes only with a deploy. */
const CACHE = 'public, max-age=86400';

export function sitemapFile(c: Context<AppEnv>, { config }: PageDeps): Response {
  return c.body(makeSitemap(config.appOrigin, findablePaths()), 200, {
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': CACHE,
  });
}

/** Keeps robots from personal pages. Shared links carry `noindex` themselves, which a robot must be able to read. */
export function robotsFile(c: Context<AppEnv>, { config }: PageDeps): Response {
  const closed = ['/drive/', '/ops', '/auth/', '/human-check', '/loading', '/_dev/'];
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    `Sitemap: ${config.appOrigin}${href('site.map')}`,
  ];
  return c.body(`${lines.join('\n')}\n`, 200, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': CACHE });
}
