/**
 * One spelling of a path. A letter may be written as `%66` too, and what compares the path as written and what compares it as
 * read would then see two different ones: an API call could pass for a page. Such a spelling leads to the plain one or nowhere.
 * An address of a page that a chat glued something to, or that is spelled almost right, leads to the page: nothing is rendered there.
 * @source RFC 3986 section 6.2.2.2
 */
import { createMiddleware } from 'hono/factory';
import { isApiPath } from '#shared/api-path.ts';
import { ownPath } from '#shared/intake/own-path.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { boundedAddress, placeOf } from './place.ts';

const UNRESERVED = /%(?:2d|2e|3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi;

/** The path with every unreserved character as itself; the same text when it is written so. */
export function plainPath(pathname: string): string {
  return pathname.includes('%')
    ? pathname.replace(UNRESERVED, (spelled) => String.fromCharCode(Number.parseInt(spelled.slice(1), 16)))
    : pathname;
}

/** An address that was mistyped today may be a page tomorrow, and one with a passcode is not stored. */
function redirectTo(location: string): Response {
  return new Response(null, {
    status: 308,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });
}

/** Names of files in content addresses, in paths of programs and keys of buckets are spelled by their makers; they are compared as written only. */
export const spelling = createMiddleware<AppEnv>(async (c, next) => {
  const kind = c.get('hostKind');
  if (kind === 'content' || kind === 'bucket' || kind === 'programs') return next();
  const { pathname, search } = placeOf(c.req.url);
  const plain = plainPath(pathname);
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  const own = isRead && kind === 'app' && !isApiPath(plain) ? ownPath(plain) : null;
  if (own) return redirectTo(boundedAddress(own.path, search || own.search));
  if (plain === pathname) return next();
  // Two slashes at the start would name another host.
  const isFollowed = isRead && !/^\/[/\\]/.test(plain);
  return isFollowed ? redirectTo(boundedAddress(plain, search)) : c.text('Nothing is here.\n', 404);
});
