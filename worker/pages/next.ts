/**
 * Where to go after signing in: only a path of this site (trust.md "Redirects"). Pure.
 */
import { href } from '#shared/routes.ts';

/** @returns the path, query and hash of `wanted` when it stays on `appOrigin`, else the drive */
export function safeNext(wanted: string, appOrigin: string): string {
  const fallback = href('drive.all');
  if (!wanted.startsWith('/') || wanted.length > 2000 || !URL.canParse(wanted, appOrigin)) return fallback;
  const url = new URL(wanted, appOrigin);
  if (url.origin !== appOrigin || url.pathname.startsWith('//') || url.pathname.includes('\\')) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}
