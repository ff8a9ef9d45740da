/**
 * Where to go after signing in: only a path of this site (trust.md "Redirects"). Pure.
 */
import type { Carry } from '#client/auth/sign-in/carry.view.tsx';
import { decideTarget } from '#shared/navigation/decide-target.ts';
import { href } from '#shared/routes.ts';

/** Pages of the sign-in area: leading back to one of them would be a circle. */
const SIGN_IN_PATHS = /^\/(auth(\/(sign-(in|up|out)|reset|passkey|oidc\/[^/]*))?|drive\/login)\/?$/;

/** @returns the path, query and hash of `wanted` when it stays on `appOrigin` and leads outside the sign-in area, else the drive */
export function safeNext(wanted: string, appOrigin: string): string {
  const fallback = href('drive.all');
  const judged = decideTarget(wanted, { appOrigin });
  if (judged.kind !== 'internal') return fallback;
  const url = new URL(judged.target, appOrigin);
  // `/auth?user_code=` is the page that signs in a device: no circle.
  if (SIGN_IN_PATHS.test(url.pathname) && !url.searchParams.has('user_code')) return fallback;
  return judged.target;
}

/** 1.5 KB: with what else a redirect carries it stays below 2 KB. */
const MAX_NEXT_CHARS = 1_536;

/**
 * The way back as a redirect may carry it: of a long query only the parameters that still fit. The query of a program's sign-in stays
 * whole, because it is of no use without one of its parameters.
 * @param next  path and query of this site
 */
export function boundedNext(next: string): string {
  const isAuthorization = next.startsWith(`${href('auth.authorize')}?`);
  if (isAuthorization || encodeURIComponent(next).length <= MAX_NEXT_CHARS) return next;
  const [path = ''] = next.split('?', 1);
  let chars = encodeURIComponent(path).length;
  if (chars > MAX_NEXT_CHARS) return href('drive.all');
  const query = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(next.slice(path.length))) {
    const pairChars = encodeURIComponent(`&${new URLSearchParams({ [name]: value })}`).length;
    if (chars + pairChars > MAX_NEXT_CHARS) continue;
    chars += pairChars;
    query.append(name, value);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Longest login purpose, in characters. */
const PURPOSE_MAX_CHARS = 64;

/** The fields that a page of the sign-in area passes on. @param from  its query or its form */
export function readCarry(from: { get(name: string): string | null }, appOrigin: string): Carry {
  const purpose = from.get('scene') ?? '';
  return {
    next: boundedNext(safeNext(from.get('next') ?? '', appOrigin)),
    purpose: purpose.length <= PURPOSE_MAX_CHARS && /^[\w.:-]*$/.test(purpose) ? purpose : '',
    dialog: from.get('frame') === 'dialog',
  };
}
