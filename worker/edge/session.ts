/**
 * The caller and the other facts of a request for operations, as plain data. Bearers: signatures only, the serving object still
 * checks epoch and session. Session cookies: the account decides whether this one is the newest.
 */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { isApiPath } from '#shared/api-path.ts';
import { YEAR_SECONDS } from '#shared/cookies.ts';
import type { Right } from '#shared/operator-rights.ts';
import { ROUTES } from '#shared/routes.ts';
import { addressOf } from '#worker/platform/address.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';

export interface SessionPort {
  verifyBearer(token: string, nowMs: number): Promise<Caller | null>;
  requireOperator(caller: Caller, right: Right): Promise<unknown>;
  verifySessionCookie(
    cookieHeader: string | null,
    nowMs: number,
    use: 'page' | 'form',
  ): Promise<Caller | 'late' | null>;
}

/** The bearer of an Authorization header, or ''. */
export function bearerOf(header: string | undefined): string {
  const match = /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(header ?? '');
  return match?.[1] ?? '';
}

/** The bearer of a WebSocket handshake: the only header that a page can set on it are its subprotocols. */
export function bearerOfSocket(headers: Headers): string {
  if (headers.get('upgrade')?.toLowerCase() !== 'websocket') return '';
  const offered = (headers.get('sec-websocket-protocol') ?? '').split(',').map((name) => name.trim());
  return /^bearer\.([\w.-]{1,4096})$/.exec(offered.find((name) => name.startsWith('bearer.')) ?? '')?.[1] ?? '';
}

/** 32 hex characters of a device id: the last dot-separated piece, cut (spec section 3); '' for a malformed one. */
export function deviceIdOf(header: string | undefined): string {
  const piece = (header ?? '').split('.').at(-1)?.slice(0, 32).toLowerCase() ?? '';
  return /^[0-9a-f]{32}$/.test(piece) ? piece : '';
}

/** The idempotency key of a write; null when absent or not 1-200 printable characters. */
export function readIdempotencyKey(header: string | undefined): string | null {
  return header && /^[\x20-\x7e]{1,200}$/.test(header) ? header : null;
}

/** Longest host that is taken; a name of DNS has at most 253 characters. */
const MAX_HOST_CHARS = 100;

/** The host of the page that a browser came from; '' for none, and for one of an app. */
export function referrerHost(header: string | undefined): string {
  const url = URL.parse((header ?? '').slice(0, 2_000));
  const host = url?.protocol === 'https:' || url?.protocol === 'http:' ? url.hostname : '';
  return host.length <= MAX_HOST_CHARS ? host : '';
}

/** Device id of this browser for forms, which send none themselves. 32 hex characters. */
const DEVICE_COOKIE = '__Host-magpie_device';

/** Pages whose forms open sessions: they set a device id, so that all their forms send the same one. */
function isSignInPage(method: string, path: string): boolean {
  const [signIn, driveSignIn] = [ROUTES['auth.sign-in'], ROUTES['drive.login']];
  return method === 'GET' && (path === signIn || path.startsWith(`${signIn}/`) || path === driveSignIn);
}

/** The consent page may grant access at once for an earlier consent, so its cookie counts as that of a form. */
function cookieUseOf(method: string, path: string): 'page' | 'form' {
  const isReading = method === 'GET' || method === 'HEAD';
  return isReading && path !== ROUTES['auth.authorize'] ? 'page' : 'form';
}

/** In the address of a form that was sent again. */
const RESENT = 'resent=1';

/**
 * A form that crossed with a renewal of its session has the cookie of before, which posts nothing, and by now the browser has the new
 * one: it is asked, once, to send the same form again, with its files.
 */
function sendAgain(c: Context<AppEnv>): Response | null {
  const { pathname, search } = new URL(c.req.url);
  // Two slashes at the start would name another host.
  if (c.req.method !== 'POST' || search.endsWith(RESENT) || /^\/[/\\]/.test(pathname)) return null;
  const headers = {
    location: `${pathname}${search}${search === '' ? '?' : '&'}${RESENT}`,
    'cache-control': 'no-store',
  };
  return new Response(null, { status: 307, headers });
}

export function session(auth: SessionPort, clock: Clock, bodyBytes: number) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const nowMs = clock.nowMs();
    const bearer = bearerOf(c.req.header('authorization')) || bearerOfSocket(c.req.raw.headers);
    const api = c.get('hostKind') !== 'programs' && isApiPath(new URL(c.req.url).pathname);
    let caller: Caller | null = null;
    if (api) caller = bearer ? await auth.verifyBearer(bearer, nowMs) : null;
    else if (c.get('hostKind') === 'app') {
      const use = cookieUseOf(c.req.method, c.get('path'));
      const found = await auth.verifySessionCookie(c.req.header('cookie') ?? null, nowMs, use);
      const again = found === 'late' ? sendAgain(c) : null;
      if (again) return again;
      caller = found === 'late' ? null : found;
    }
    const headerDevice = deviceIdOf(c.req.header('x-device-id'));
    const isPage = !api && c.get('hostKind') === 'app';
    const cookieDevice = isPage ? deviceIdOf(c.get('cookies').get(DEVICE_COOKIE)) : '';
    const call: CallContext = {
      requestId: c.get('requestId'),
      nowMs,
      locale: c.get('locale'),
      address: addressOf(c.req.raw.headers),
      deviceId: headerDevice || cookieDevice,
      clientId: (c.req.header('x-client-id') ?? '').slice(0, 100),
      userAgent: (c.req.header('user-agent') ?? '').slice(0, 300),
      referrerHost: referrerHost(c.req.header('referer')),
      deviceName: (c.req.header('x-device-name') ?? '').slice(0, 100),
      deviceModel: (c.req.header('x-device-model') ?? '').slice(0, 100),
      captchaToken: (c.req.header('x-captcha-token') ?? '').slice(0, 4096),
      idempotencyKey: readIdempotencyKey(c.req.header('idempotency-key')),
      origin: c.get('origin'),
      caller,
    };
    c.set('call', call);
    c.set('requireOperator', (operator, right) => auth.requireOperator(operator, right));
    c.set('bodyBytes', bodyBytes);
    await next();
    if (isPage && cookieDevice === '' && isSignInPage(c.req.method, c.get('path')))
      c.res.headers.append(
        'set-cookie',
        `${DEVICE_COOKIE}=${newHexId()}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${YEAR_SECONDS}`,
      );
  });
}
