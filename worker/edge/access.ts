/**
 * Access rules: checks the published rules on every request, independent of any cookie, then the race over the configured domains
 * for pages. It runs before the cache, so that no cached answer reaches a blocked visitor.
 * Source: spec sections 2.6 and 4, docs/trust.md hazard 4. Rules: #shared/access/rules.ts.
 */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { accessContract } from '#shared/access/contract.ts';
import { type AccessDecision, type AccessRules, decide } from '#shared/access/rules.ts';
import { isApiPath } from '#shared/api-path.ts';
import { ACCESS_COOKIE, ACCESS_COOKIE_SECONDS, readCookie, writeCookie } from '#shared/cookies.ts';
import type { CountryCode } from '#shared/country/model.ts';
import { AppError } from '#shared/errors.ts';
import { productName } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import { ROUTES } from '#shared/routes.ts';
import { addressOf } from '#worker/platform/address.ts';
import { countryOf } from '#worker/platform/country.ts';
import type { AppEnv } from '#worker/platform/http.ts';

export interface AccessPort {
  readonly defaultCountry: CountryCode;
  rules(): Promise<AccessRules>;
  isOpenElsewhere(country: CountryCode): Promise<boolean>;
}

type Refusal = Exclude<AccessDecision, 'allowed'>;

export interface Blocked {
  readonly decision: Refusal;
  readonly country: CountryCode;
  /** '' when unknown. */
  readonly address: string;
  /** `mailto:`, https, or '' for the contact page. */
  readonly contact: string;
}

/** `text`: files and bytes for programs. */
type RequestKind = 'page' | 'api' | 'text' | 'upload';

interface RequestTarget {
  readonly method: string;
  /** Without language prefix. */
  readonly path: string;
  readonly query: { get(name: string): string | null };
}

const INTERNAL = '/_internal/';

function isAt(path: string, place: string): boolean {
  return path === place || path === `${place}/` || path.startsWith(`${place}/`);
}

/** The contact page and its human check: open to blocked visitors where no other contact is configured. */
function isContactPage({ path }: RequestTarget): boolean {
  const places = [ROUTES['site.contact'], ROUTES['shield.check'], ROUTES['shield.loading'], '/v1/shield'];
  return places.some((place) => isAt(path, place));
}

/** The pages of a sign-in with `next` to the operators' pages, and the requests of their forms and passkeys. */
function isOperatorSignIn({ method, path, query }: RequestTarget): boolean {
  if ([ROUTES['shield.check'], ROUTES['shield.loading'], '/v1/shield'].some((place) => isAt(path, place))) return true;
  const isSignIn = [ROUTES['auth.sign-in'], ROUTES['auth.passkey'], ROUTES['auth.success']].some((at) => at === path);
  return (
    isSignIn && (method === 'POST' || isAt((query.get('next') ?? '').split(/[?#]/, 1)[0] ?? '', ROUTES['ops.desk']))
  );
}

/**
 * Requests that stay open to a blocked visitor, so that no operator locks himself out. The operators' pages require an operator's
 * session. A closed region may sign in to them, a blocked address may not: addresses are blocked for guessing passwords, and an
 * operator who blocks his own has a session, the exceptions, and the command line on the machine.
 */
function isStillOpen(target: RequestTarget, decision: Refusal, contact: string): boolean {
  if (isAt(target.path, ROUTES['ops.desk'])) return true;
  if (decision === 'region' && isOperatorSignIn(target)) return true;
  return contact === '' && isContactPage(target);
}

function kindOf(c: Context<AppEnv>): RequestKind {
  const hostKind = c.get('hostKind');
  // On the bucket host a path is always the name of a file.
  if (hostKind === 'bucket') return 'upload';
  // There a folder may be called as a call is.
  if (hostKind === 'programs') return 'text';
  const pathname = new URL(c.req.url).pathname;
  if (isApiPath(pathname)) return 'api';
  return hostKind === 'content' || /\.(json|xml|txt|ics)$/.test(pathname) ? 'text' : 'page';
}

/** 451: the law or a rule of the region (RFC 7725). 403: this address. */
export function blockStatus(decision: Refusal): 403 | 451 {
  return decision === 'region' ? 451 : 403;
}

function refuse(kind: Exclude<RequestKind, 'page'>, decision: Refusal): Response {
  if (kind === 'api') {
    const isRegion = decision === 'region';
    throw new AppError('permission_denied', {
      reason: isRegion ? 'region_blocked' : 'address_blocked',
      messageKey: isRegion ? 'access.region.title' : 'access.address.title',
    });
  }
  const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' };
  if (kind === 'text')
    return new Response(`${productName(DEFAULT_LOCALE)} does not answer to this ${decision}.\n`, {
      status: blockStatus(decision),
      headers,
    });
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Uploads from this ${decision} are not taken.</Message></Error>`;
  return new Response(xml, { status: 403, headers: { ...headers, 'content-type': 'application/xml; charset=utf-8' } });
}

/** With rules, two visitors behind one cache may get different answers: no shared cache may store any. */
function makePrivate(headers: Headers): void {
  const control = headers.get('cache-control');
  if (control === null || !/\b(public|s-maxage)\b/i.test(control)) return;
  const others = control
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^(public|s-maxage)\b/i.test(part));
  headers.set('cache-control', ['private', ...others].join(', '));
}

export function access(port: AccessPort, blockedPage: (c: Context<AppEnv>, blocked: Blocked) => Promise<Response>) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const rules = await port.rules();
    if (rules.isOpen) return next();
    const { path } = c.req;
    const kind = kindOf(c);
    // Internal calls have their own secret, and the area check itself must answer.
    const isExempt = path.startsWith(INTERNAL) || path === accessContract.areaAccessible.path;
    if (isExempt && kind === 'api') return next();

    const visitor = {
      address: addressOf(c.req.raw.headers),
      country: countryOf(c.req.raw, port.defaultCountry),
    };
    let decision = decide(rules, visitor);
    let isNewlyOpen = false;
    if (decision === 'allowed' && kind === 'page' && rules.domains.length > 0) {
      const isKnown = readCookie(c.get('cookies'), ACCESS_COOKIE) === true;
      if (!isKnown) {
        isNewlyOpen = await port.isOpenElsewhere(visitor.country);
        if (!isNewlyOpen) decision = 'region';
      }
    }
    const target = { method: c.req.method, path, query: new URL(c.req.url).searchParams };
    const mayStay = decision !== 'allowed' && kind !== 'upload' && isStillOpen(target, decision, rules.contact);
    if (decision !== 'allowed' && !mayStay) {
      if (kind !== 'page') return refuse(kind, decision);
      return blockedPage(c, { ...visitor, decision, contact: rules.contact });
    }
    await next();
    makePrivate(c.res.headers);
    if (!isNewlyOpen) return;
    c.res.headers.append('set-cookie', writeCookie(ACCESS_COOKIE, true, { maxAgeSeconds: ACCESS_COOKIE_SECONDS }));
  });
}
