/**
 * The one way to the address of programs. It serves programs that show an app password, and no page: a browser that remembers the
 * password is refused whatever page asks, so no site can act by it. Cookies are not read.
 */
import type { Context, MiddlewareHandler } from 'hono';
import { FALLBACK_COUNTRY } from '#shared/country/model.ts';
import { AppError, httpStatusOf, isAppError } from '#shared/errors.ts';
import { answerBeforeRest } from '#worker/platform/body/read.ts';
import { countryOf } from '#worker/platform/country.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { ProgramDeps } from '../deps.ts';
import type { ProgramPages, Protocol } from './protocol.ts';
import { makeRefusals, type RefusedFor } from './refusals.ts';

const PREFLIGHT_SECONDS = '7200';

/** On every answer: what a browser would show of it runs nothing, and no page of another site may hold it. */
const HEADERS: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['content-security-policy', "sandbox; default-src 'none'"],
  ['cross-origin-resource-policy', 'same-origin'],
  ['referrer-policy', 'no-referrer'],
  ['x-robots-tag', 'noindex, nofollow'],
];

/**
 * Why a request is a browser's, which remembers passwords and sends them along with whatever a page asks. Programs send neither
 * header. Older browsers without Sec-Fetch-Site send Origin with every request that changes something.
 */
export function refusedAsBrowser(headers: Headers, mayNavigate: boolean, pages?: ProgramPages): RefusedFor | null {
  if (headers.get('sec-fetch-mode') === 'navigate') return mayNavigate ? null : 'browser';
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (origin !== null && pages?.origins.has(origin)) return null;
  if (origin !== null || (site !== null && site !== 'none')) return 'origin';
  return null;
}

/** The code of the country where the platform names one, else the address of the client. */
function placeOf(request: Request, { address }: Pick<CallContext, 'address'>): string {
  const isNamed = (request as { cf?: { country?: unknown } }).cf !== undefined || request.headers.has('cf-ipcountry');
  return isNamed ? countryOf(request, FALLBACK_COUNTRY) : address;
}

/**
 * Lets the page that asked read the answer. Its program sends the password itself: no answer allows credentials that a browser remembers, so
 * a request with them is stopped by its preflight, which every method of such a protocol has.
 */
function shownToPage(answer: Response, origin: string, pages: ProgramPages): Response {
  const headers = new Headers(answer.headers);
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-expose-headers', pages.exposed);
  headers.append('vary', 'Origin');
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

function preflight({ methods, allowed }: ProgramPages): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': methods,
      'access-control-allow-headers': allowed,
      'access-control-max-age': PREFLIGHT_SECONDS,
      'cache-control': 'no-store',
    },
  });
}

/** Adds what every answer carries. A download is one: no browser shows it. */
function seal(answer: Response, method: string): Response {
  const headers = new Headers(answer.headers);
  for (const [name, value] of HEADERS) headers.set(name, value);
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-store');
  const hasBytes = (method === 'GET' || method === 'HEAD') && answer.ok;
  if (hasBytes && !headers.has('content-disposition')) headers.set('content-disposition', 'attachment');
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

/** @param protocols  each at its own paths */
export function makeGate(
  { auth, appOrigin, send }: Pick<ProgramDeps, 'auth' | 'appOrigin' | 'send'>,
  protocols: readonly Protocol[],
): MiddlewareHandler<AppEnv> {
  const refuse = makeRefusals(appOrigin);

  async function answer(c: Context<AppEnv>): Promise<Response> {
    const locale = c.get('locale');
    const { raw: request } = c.req;
    const url = new URL(request.url);
    const protocol = protocols.find((each) => each.owns(url.pathname));
    c.set('route', protocol?.route ?? '/programs/*');
    if (!protocol) return refuse('nothing', locale);
    const { pages } = protocol;
    const browser = refusedAsBrowser(request.headers, protocol.mayNavigate?.(url.pathname) ?? false, pages);
    if (browser !== null) return refuse(browser, locale);
    const origin = request.headers.get('origin');
    const isPreflight = request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
    const answered = pages && isPreflight ? preflight(pages) : await serve(c, protocol);
    return pages && origin !== null ? shownToPage(answered, origin, pages) : answered;
  }

  async function serve(c: Context<AppEnv>, protocol: Protocol): Promise<Response> {
    const call = c.get('call');
    const locale = c.get('locale');
    const { raw: request } = c.req;
    const url = new URL(request.url);
    const place = placeOf(request, call);
    let shown: Caller | undefined;
    let wrong: RefusedFor = 'ended';

    async function caller(): Promise<Caller> {
      if (shown) return shown;
      const check = await auth.programCaller(request.headers.get('authorization') ?? undefined, call);
      if (check.ok) {
        shown = check.caller;
        return shown;
      }
      if (check.reason === 'too_many')
        throw new AppError('too_many_requests', { reason: 'wrong_passwords', retryInSeconds: check.retryInSeconds });
      wrong = check.reason === 'not_app_password' ? 'wrong' : check.reason;
      throw new AppError('unauthenticated', { reason: check.reason });
    }

    try {
      const served = await protocol.serve({
        request,
        url,
        call,
        place,
        caller,
        send: (claims, content) => send(c, claims, content),
        requireDiskSpace: c.get('requireDiskSpace'),
      });
      if (shown) auth.noteProgramUse(shown, place, call);
      return served.status === 413 ? await answerBeforeRest(request, served) : served;
    } catch (error) {
      if (!isAppError(error)) throw error;
      if (error.errorName === 'too_many_requests' && error.detail?.reason === 'wrong_passwords')
        return refuse('too_many', locale, error.detail.retryInSeconds);
      // A refusal that the protocol left to the gate: no page of the app answers here.
      if (error.errorName !== 'unauthenticated')
        return new Response(null, { status: httpStatusOf(error.errorName, 'drive') });
      if (shown) auth.refuseProgram(shown, call.nowMs);
      return refuse(wrong, locale);
    }
  }

  return async (c, next) => {
    if (c.get('hostKind') !== 'programs') return next();
    return seal(await answer(c), c.req.method);
  };
}
