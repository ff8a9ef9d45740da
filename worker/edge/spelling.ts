/**
 * One spelling of a path. A letter may be written as `%66` too, and what compares the path as written and what compares it as
 * read would then see two different ones: an API call could pass for a page. Such a spelling leads to the plain one or nowhere.
 * @source RFC 3986 section 6.2.2.2
 */
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#worker/platform/http.ts';

const UNRESERVED = /%(?:2d|2e|3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi;

/** The path with every unreserved character as itself; the same text when it is written so. */
export function plainPath(pathname: string): string {
  return pathname.includes('%')
    ? pathname.replace(UNRESERVED, (spelled) => String.fromCharCode(Number.parseInt(spelled.slice(1), 16)))
    : pathname;
}

/** Names of files in content addresses and keys of buckets are spelled by their makers; they are compared as written only. */
export const spelling = createMiddleware<AppEnv>(async (c, next) => {
  const kind = c.get('hostKind');
  if (!c.req.url.includes('%') || kind === 'content' || kind === 'bucket') return next();
  const { pathname, search } = new URL(c.req.url);
  const plain = plainPath(pathname);
  if (plain === pathname) return next();
  // Two slashes at the start would name another host.
  const isFollowed = (c.req.method === 'GET' || c.req.method === 'HEAD') && !/^\/[/\\]/.test(plain);
  return isFollowed ? c.redirect(`${plain}${search}`, 308) : c.text('Nothing is here.\n', 404);
});
