/**
 * Who may visit: the published rules on every request, whatever any cookie says, then the race over the configured domains
 * for pages. Stands before the cache, so that no stored answer reaches somebody who is kept out.
 * Source: spec sections 2.6 and 4, trust.md hazard 4. Rules: #shared/access/rules.ts.
 */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { accessContract } from '#shared/access/contract.ts';
import { type AccessRules, judge, type Verdict } from '#shared/access/rules.ts';
import { ACCESS_COOKIE, ACCESS_COOKIE_SECONDS, readCookie, writeCookie } from '#shared/cookies.ts';
import type { CountryCode } from '#shared/country/model.ts';
import { AppError } from '#shared/errors.ts';
import { ROUTES } from '#shared/routes.ts';
import { addressOf } from '#worker/platform/address.ts';
import { countryOf } from '#worker/platform/country.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { isApiPath } from './errors.ts';

export interface AccessPort {
  readonly defaultCountry: CountryCode;
  rules(): Promise<AccessRules>;
  isOpenElsewhere(country: CountryCode): Promise<boolean>;
}

type Refusal = Exclude<Verdict, 'allowed'>;

export interface Blocked {
  readonly verdict: Refusal;
  readonly country: CountryCode;
  /** '' when unknown. */
  readonly address: string;
  /** `mailto:`, https, or '' for the contact page. */
  readonly contact: string;
}

/** `text`: files and bytes, whose readers are programs. */
type AskedKind = 'page' | 'api' | 'text' | 'upload';

interface AskedFor {
  readonly method: string;
  /** Without language prefix. */
  readonly path: string;
  readonly query: { get(name: string): string | null };
}

const INTERNAL = '/_internal/';

function isAt(path: string, place: string): boolean {
  return path === place || path === `${place}/` || path.startsWith(`${place}/`);
}

/** Where somebody who is kept out still gets to, if our contact page is the only way to reach us: it, and its human check. */
function isWayToWrite({ path }: AskedFor): boolean {
  const places = [ROUTES['site.contact'], ROUTES['shield.check'], ROUTES['shield.loading'], '/v1/shield'];
  return places.some((place) => isAt(path, place));
}

/** The way in to the desk: the sign-in page on the way there, and what its forms and keys post. */
function isWayToDesk({ method, path, query }: AskedFor): boolean {
  if ([ROUTES['shield.check'], ROUTES['shield.loading'], '/v1/shield'].some((place) => isAt(path, place))) return true;
  const isDoor = path === ROUTES['auth.sign-in'] || path === ROUTES['auth.passkey'];
  return isDoor && (method === 'POST' || isAt((query.get('next') ?? '').split(/[?#]/, 1)[0] ?? '', ROUTES['ops.desk']));
}

/**
 * What stays open to somebody who is kept out, so that no operator locks himself out. The desk itself asks for an
 * operator's session. Signing in to it is open to a closed region, not to a blocked address: those are blocked for guessing
 * passwords, and an operator who blocks his own has a session, the exceptions, and the command line on the machine.
 */
function isStillOpen(asked: AskedFor, verdict: Refusal, contact: string): boolean {
  if (isAt(asked.path, ROUTES['ops.desk'])) return true;
  if (verdict === 'region' && isWayToDesk(asked)) return true;
  return contact === '' && isWayToWrite(asked);
}

function kindOf(c: Context<AppEnv>): AskedKind {
  const hostKind = c.get('hostKind');
  // Here a path is the name of a file, whatever it looks like.
  if (hostKind === 'bucket') return 'upload';
  const pathname = new URL(c.req.url).pathname;
  if (isApiPath(pathname)) return 'api';
  return hostKind === 'content' || /\.(json|xml|txt|ics)$/.test(pathname) ? 'text' : 'page';
}

/** 451: the law or a rule of the region (RFC 7725). 403: this address. */
export function blockStatus(verdict: Refusal): 403 | 451 {
  return verdict === 'region' ? 451 : 403;
}

function refuse(kind: Exclude<AskedKind, 'page'>, verdict: Refusal): Response {
  if (kind === 'api') {
    const isRegion = verdict === 'region';
    throw new AppError('permission_denied', {
      reason: isRegion ? 'region_blocked' : 'address_blocked',
      messageKey: isRegion ? 'access.region.title' : 'access.address.title',
    });
  }
  const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' };
  if (kind === 'text')
    return new Response(`Magpie does not answer to this ${verdict}.\n`, { status: blockStatus(verdict), headers });
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Uploads from this ${verdict} are not taken.</Message></Error>`;
  return new Response(xml, { status: 403, headers: { ...headers, 'content-type': 'application/xml; charset=utf-8' } });
}

/** While rules stand, two visitors behind one cache may get different answers: no shared cache may keep any. */
function keepPrivate(headers: Headers): void {
  const control = headers.get('cache-control');
  if (control === null || !/\b(public|s-maxage)\b/i.test(control)) return;
  const kept = control
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^(public|s-maxage)\b/i.test(part));
  headers.set('cache-control', ['private', ...kept].join(', '));
}

export function access(port: AccessPort, blockedPage: (c: Context<AppEnv>, blocked: Blocked) => Promise<Response>) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const rules = await port.rules();
    if (rules.isOpen) return next();
    const { path } = c.req;
    const kind = kindOf(c);
    // Behind a secret of its own; and the check itself must answer.
    const isItsOwn = path.startsWith(INTERNAL) || path === accessContract.areaAccessible.path;
    if (isItsOwn && kind === 'api') return next();

    const visitor = {
      address: addressOf(c.req.raw.headers),
      country: countryOf(c.req.raw, port.defaultCountry),
    };
    let verdict = judge(rules, visitor);
    let isNews = false;
    if (verdict === 'allowed' && kind === 'page' && rules.domains.length > 0) {
      const isKnown = readCookie(c.get('cookies'), ACCESS_COOKIE) === true;
      if (!isKnown) {
        isNews = await port.isOpenElsewhere(visitor.country);
        if (!isNews) verdict = 'region';
      }
    }
    const asked = { method: c.req.method, path, query: new URL(c.req.url).searchParams };
    const mayStay = verdict !== 'allowed' && kind !== 'upload' && isStillOpen(asked, verdict, rules.contact);
    if (verdict !== 'allowed' && !mayStay) {
      if (kind !== 'page') return refuse(kind, verdict);
      return blockedPage(c, { ...visitor, verdict, contact: rules.contact });
    }
    await next();
    keepPrivate(c.res.headers);
    if (!isNews) return;
    c.res.headers.append('set-cookie', writeCookie(ACCESS_COOKIE, true, { maxAgeSeconds: ACCESS_COOKIE_SECONDS }));
  });
}
