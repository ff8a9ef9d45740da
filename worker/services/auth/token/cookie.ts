/**
 * The session cookie: writes, clears and finds it in a Cookie header. Only tokens.ts reads its value.
 */
import { REFRESH_TTL_SECONDS, SESSION_COOKIE } from '../keys.ts';

/** The client of our own pages: its refresh tokens travel by cookie. */
export const COOKIE_CLIENT = 'web';

const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Lax';

export function sessionCookie(refreshToken: string): string {
  return `${SESSION_COOKIE}=${refreshToken}; ${ATTRIBUTES}; Max-Age=${REFRESH_TTL_SECONDS}`;
}

export function clearedCookie(): string {
  return `${SESSION_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;
}

/** Value of the session cookie, or ''. */
export function readSessionCookie(header: string | null): string {
  for (const part of (header ?? '').split(';')) {
    const [name = '', ...value] = part.split('=');
    if (name.trim() === SESSION_COOKIE) return value.join('=').trim();
  }
  return '';
}
