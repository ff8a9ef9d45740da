/**
 * Cookies of an installation that is used over http on this machine. Browsers of the WebKit engine store no `Secure` cookie
 * from `http://localhost`, so each cookie goes out without `Secure` and without the prefix that requires it, and comes back
 * under its full name. Every other installation sends its cookies as they are.
 */
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#worker/platform/http.ts';

const PREFIX = '__Host-';
/** Our cookies that have the prefix elsewhere. */
const OWN = 'magpie_';

/** A Cookie header in which our own names have their prefix again. */
export function prefixedCookies(header: string): string {
  return header
    .split(';')
    .map((part) => part.trim())
    .map((part) => (part.startsWith(OWN) ? PREFIX + part : part))
    .join('; ');
}

/** A Set-Cookie line without `Secure` and without the prefix. */
export function plainCookie(line: string): string {
  const plain = line.replace(/;\s*Secure(?=;|$)/i, '');
  return plain.startsWith(PREFIX + OWN) ? plain.slice(PREFIX.length) : plain;
}

/** @param isPlain  demo mode over http: `requireSafeOrigins` has refused every address but those of this machine */
export function plainCookies(isPlain: boolean) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!isPlain) return next();
    const sent = c.req.header('cookie') ?? '';
    if (sent.includes(OWN)) {
      const headers = new Headers(c.req.raw.headers);
      headers.set('cookie', prefixedCookies(sent));
      c.req.raw = new Request(c.req.raw, { headers });
    }
    await next();
    const lines = c.res.headers.getSetCookie();
    if (lines.length === 0) return;
    c.res.headers.delete('set-cookie');
    for (const line of lines) c.res.headers.append('set-cookie', plainCookie(line));
  });
}
