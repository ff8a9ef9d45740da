/** The requested host. Pure decisions and their middleware. */
import { createMiddleware } from 'hono/factory';
import { isProgramPath } from '#shared/programs/paths.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { boundedAddress } from './place.ts';

export type HostKind = 'app' | 'api' | 'content' | 'bucket' | 'programs' | 'unknown';

export interface Origins {
  readonly appOrigin: string;
  readonly contentOrigin: string;
  /** Of programs with an app password; it may be the one of content. */
  readonly programsOrigin: string;
  readonly apiOrigins: readonly string[];
}

/** Bucket label in front of an API host, for clients that address uploads by virtual host. */
export const UPLOAD_BUCKET = 'magpie';

/** @param host  the Host header, lower case, with port; one of content and of programs is `content` */
export function hostKind(host: string, origins: Origins): HostKind {
  const hostOf = (origin: string) => new URL(origin).host;
  if (host === hostOf(origins.appOrigin)) return 'app';
  if (host === hostOf(origins.contentOrigin)) return 'content';
  if (host === hostOf(origins.programsOrigin)) return 'programs';
  const apiHosts = origins.apiOrigins.map(hostOf);
  if (apiHosts.includes(host)) return 'api';
  if (host.startsWith(`${UPLOAD_BUCKET}.`)) {
    const rest = host.slice(UPLOAD_BUCKET.length + 1);
    if (rest === hostOf(origins.appOrigin) || apiHosts.includes(rest)) return 'bucket';
  }
  return 'unknown';
}

/** The configured origin of the request; links in the answer use it. */
export function requestOrigin(host: string, origins: Origins): string {
  return (
    [origins.appOrigin, ...origins.apiOrigins].find((origin) => new URL(origin).host === host) ?? origins.appOrigin
  );
}

/** Caches the decision on our own hosts, which are few. A foreign host is decided each time. */
function makeHostTable(origins: Origins): (host: string) => { kind: HostKind; origin: string } {
  const known = new Map<string, { kind: HostKind; origin: string }>();
  return (host) => {
    const cached = known.get(host);
    if (cached) return cached;
    const decision = { kind: hostKind(host, origins), origin: requestOrigin(host, origins) };
    if (decision.kind !== 'unknown') known.set(host, decision);
    return decision;
  };
}

/** Signed links to bytes. */
const CONTENT_PATH = /^\/[adftz]\//;
const CONTENT_METHODS = ['GET', 'HEAD'];

/** Longest host that is named, in characters. */
const SHOWN_CHARS = 100;

/** For the operator whose proxy changes the Host header: it names the host that arrived, in plain text and without other signs. */
function misdirected(seen: string, appOrigin: string): string {
  const shown = seen.slice(0, SHOWN_CHARS).replaceAll(/[^\w.:[\]-]/g, '?');
  const named = shown === '' ? 'the request named no host' : `the request named the host ${shown}`;
  return `This address is not served here: ${named}, and this server is ${appOrigin}\nA proxy before it must keep the Host header with its port.\n`;
}

/** @param contentPages  paths of pages on the content host; every other page redirects to the app */
export function host(origins: Origins, contentPages: readonly string[] = []) {
  const hostOf = makeHostTable(origins);
  const isShared = origins.contentOrigin === origins.programsOrigin;
  return createMiddleware<AppEnv>(async (c, next) => {
    const { kind, origin } = hostOf((c.req.header('host') ?? '').toLowerCase());
    if (kind === 'unknown') {
      return c.text(misdirected(c.req.header('host') ?? '', origins.appOrigin), 421);
    }
    const isForProgram =
      kind === 'programs' || (isShared && kind === 'content' && isProgramPath(new URL(c.req.url).pathname));
    c.set('hostKind', isForProgram ? 'programs' : kind);
    c.set('origin', origin);
    if (isForProgram) return next();
    if (
      kind === 'content' &&
      c.req.method !== 'OPTIONS' &&
      !CONTENT_PATH.test(c.req.path) &&
      !contentPages.includes(c.req.path)
    ) {
      const { pathname, search } = new URL(c.req.url);
      return c.redirect(`${origins.appOrigin}${boundedAddress(pathname, search)}`, 308);
    }
    const isPreflight = c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined;
    if (kind === 'content' && CONTENT_PATH.test(c.req.path) && !isPreflight && !CONTENT_METHODS.includes(c.req.method))
      return c.text('This address is for reading.\n', 405, { allow: CONTENT_METHODS.join(', ') });
    await next();
  });
}
