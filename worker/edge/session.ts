/**
 * Who asks, and everything else an operation wants to know of a request, as plain data. Bearers: signatures only, the serving
 * object still checks epoch and family. Session cookies: the account says whether this one is the newest.
 */
import { createMiddleware } from 'hono/factory';
import { YEAR_SECONDS } from '#shared/cookies.ts';
import { ROUTES } from '#shared/routes.ts';
import { addressOf } from '#worker/platform/address.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { isApiPath } from './errors.ts';

export interface SessionPort {
  verifyBearer(token: string, nowMs: number): Promise<Caller | null>;
  requireOperator(caller: Caller): Promise<void>;
  verifySessionCookie(cookieHeader: string | null, nowMs: number, use: 'page' | 'form'): Promise<Caller | null>;
}

/** The bearer of an Authorization header, or ''. */
export function bearerOf(header: string | undefined): string {
  const match = /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(header ?? '');
  return match?.[1] ?? '';
}

/** The bearer of a WebSocket handshake: browsers let a page set no header on it but the subprotocols it offers. */
export function bearerOfSocket(headers: Headers): string {
  if (headers.get('upgrade')?.toLowerCase() !== 'websocket') return '';
  const offered = (headers.get('sec-websocket-protocol') ?? '').split(',').map((name) => name.trim());
  return /^bearer\.([\w.-]{1,4096})$/.exec(offered.find((name) => name.startsWith('bearer.')) ?? '')?.[1] ?? '';
}

/** 32 hex characters out of a device id: the last dot-separated piece, cut (spec section 3); '' when it is no such thing. */
export function deviceIdOf(header: string | undefined): string {
  const piece = (header ?? '').split('.').at(-1)?.slice(0, 32).toLowerCase() ?? '';
  return /^[0-9a-f]{32}$/.test(piece) ? piece : '';
}

/** A key to repeat a write by; null when absent or not 1-200 printable characters. */
export function readIdempotencyKey(header: string | undefined): string | null {
  return header && /^[\x20-\x7e]{1,200}$/.test(header) ? header : null;
}

/** Names this browser to forms, which send no device id of their own. 32 hex characters. */
const DEVICE_COOKIE = '__Host-magpie_device';

/** Pages whose forms open sessions: whoever looks at one gets an id, so that every form of it knows the same device. */
function isDoor(method: string, path: string): boolean {
  const [door, driveDoor] = [ROUTES['auth.sign-in'], ROUTES['drive.login']];
  return method === 'GET' && (path === door || path.startsWith(`${door}/`) || path === driveDoor);
}

/** The consent page may answer at once for what was allowed before: that is a consent, not a page. */
function cookieUseOf(method: string, path: string): 'page' | 'form' {
  const isReading = method === 'GET' || method === 'HEAD';
  return isReading && path !== ROUTES['auth.authorize'] ? 'page' : 'form';
}

export function session(auth: SessionPort, clock: Clock, bodyBytes: number) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const nowMs = clock.nowMs();
    const bearer = bearerOf(c.req.header('authorization')) || bearerOfSocket(c.req.raw.headers);
    const api = isApiPath(new URL(c.req.url).pathname);
    let caller: Caller | null = null;
    if (api) caller = bearer ? await auth.verifyBearer(bearer, nowMs) : null;
    else if (c.get('hostKind') === 'app')
      caller = await auth.verifySessionCookie(
        c.req.header('cookie') ?? null,
        nowMs,
        cookieUseOf(c.req.method, c.get('path')),
      );
    const saidDevice = deviceIdOf(c.req.header('x-device-id'));
    const isPage = !api && c.get('hostKind') === 'app';
    const keptDevice = isPage ? deviceIdOf(c.get('cookies').get(DEVICE_COOKIE)) : '';
    const call: CallContext = {
      requestId: c.get('requestId'),
      nowMs,
      locale: c.get('locale'),
      address: addressOf(c.req.raw.headers),
      deviceId: saidDevice || keptDevice,
      clientId: (c.req.header('x-client-id') ?? '').slice(0, 100),
      userAgent: (c.req.header('user-agent') ?? '').slice(0, 300),
      deviceName: (c.req.header('x-device-name') ?? '').slice(0, 100),
      deviceModel: (c.req.header('x-device-model') ?? '').slice(0, 100),
      captchaToken: (c.req.header('x-captcha-token') ?? '').slice(0, 4096),
      idempotencyKey: readIdempotencyKey(c.req.header('idempotency-key')),
      origin: c.get('origin'),
      caller,
    };
    c.set('call', call);
    c.set('requireOperator', (asked) => auth.requireOperator(asked));
    c.set('bodyBytes', bodyBytes);
    await next();
    if (isPage && keptDevice === '' && isDoor(c.req.method, c.get('path')))
      c.res.headers.append(
        'set-cookie',
        `${DEVICE_COOKIE}=${newHexId()}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${YEAR_SECONDS}`,
      );
  });
}
