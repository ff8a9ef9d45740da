/**
 * Files for programs: security.txt, and the site map: an index, and for each language a file with every public page and its addresses
 * in all languages. robots.txt names the index and the files, so that a file may list pages above its own folder.
 * @source sitemaps.org 0.9, hreflang alternates by xhtml:link; RFC 9309
 */
import type { Context } from 'hono';
import { AppError } from '#shared/errors.ts';
import { hasOffers } from '#shared/locale/messages.ts';
import { joinLocale } from '#shared/locale/path.ts';
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { POLICY_DOCUMENTS, ROUTE_TABLE } from '#shared/route-table.ts';
import { href, ROUTES, type RouteId } from '#shared/routes.ts';
import { HELP_SLUGS } from '#shared/site/help-map.ts';
import { isAboutOffers } from '#shared/site/offers.ts';
import { DAY_MS } from '#shared/units.ts';
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
    const paths = pattern.includes('{') ? paramPaths(id as RouteId) : [pattern];
    return hasOffers() ? paths : paths.filter((path) => !isAboutOffers(path));
  });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Path of the site map of a language. */
export function sitemapHref(locale: Locale): string {
  return href('site.map-language', { file: `${locale}.xml` });
}

/** @param origin  of the app, without a slash at its end */
export function makeSitemapIndex(origin: string): string {
  const entries = LOCALES.map((tag) => `<sitemap><loc>${escaped(`${origin}${sitemapHref(tag)}`)}</loc></sitemap>`);
  return [XML, `<sitemapindex xmlns="${NAMESPACE}">`, ...entries, '</sitemapindex>\n'].join('\n');
}

/** The pages of one language, each with its addresses in all. @param origin  of the app, without a slash at its end */
export function makeSitemap(origin: string, locale: Locale, paths: readonly string[]): string {
  const entries = paths.map((path) => {
    const addressIn = (tag: Locale) => escaped(`${origin}${joinLocale(tag, path)}`);
    const alternates = [
      ...LOCALES.map((tag) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${addressIn(tag)}"/>`),
      `<xhtml:link rel="alternate" hreflang="x-default" href="${addressIn(DEFAULT_LOCALE)}"/>`,
    ].join('');
    return `<url><loc>${addressIn(locale)}</loc>${alternates}</url>`;
  });
  return [
    XML,
    `<urlset xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">`,
    ...entries,
    '</urlset>\n',
  ].join('\n');
}

/** One day: the set of pages changes only with a deploy. */
const CACHE = 'public, max-age=86400';

const HEADERS = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': CACHE };

export function sitemapIndexFile(c: Context<AppEnv>, { config }: PageDeps): Response {
  return c.body(makeSitemapIndex(config.appOrigin), 200, HEADERS);
}

/** @throws AppError not_found for a file of no language of ours */
export function sitemapFile(c: Context<AppEnv>, { config }: PageDeps): Response {
  const file = c.req.param('file') ?? '';
  const tag = file.endsWith('.xml') ? file.slice(0, -4) : '';
  if (!isLocale(tag)) throw new AppError('not_found');
  return c.body(makeSitemap(config.appOrigin, tag, findablePaths()), 200, HEADERS);
}

/** Keeps robots from personal pages. Shared links carry `noindex` themselves, which a robot must be able to read. */
export function robotsFile(c: Context<AppEnv>, { config }: PageDeps): Response {
  const closed = ['/drive/', '/ops', '/auth/', '/human-check', '/loading', '/_dev/'];
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    ...[href('site.map'), ...LOCALES.map(sitemapHref)].map((path) => `Sitemap: ${config.appOrigin}${path}`),
  ];
  return c.body(`${lines.join('\n')}\n`, 200, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': CACHE });
}

/** 180 days; the standard asks for less than a year. Whole days: the file is the same all day. */
const LIFETIME_DAYS = 180;

/**
 * security.txt: where to report a weakness.
 * @source RFC 9116
 * @param contacts  `mailto:` and `https:` addresses, the preferred one first; none: the contact page
 */
export function makeSecurityText(appOrigin: string, contacts: readonly string[], nowMs: number): string {
  const expires = new Date((Math.floor(nowMs / DAY_MS) + LIFETIME_DAYS) * DAY_MS).toISOString();
  const named = contacts.length > 0 ? contacts : [`${appOrigin}${href('site.contact')}`];
  return [
    ...named.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires}`,
    `Canonical: ${appOrigin}${href('site.security')}`,
    '',
  ].join('\n');
}

export function securityFile(c: Context<AppEnv>, { config, clock }: PageDeps): Response {
  return c.body(makeSecurityText(config.appOrigin, config.securityContacts, clock.nowMs()), 200, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': CACHE,
  });
}
