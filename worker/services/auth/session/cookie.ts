/**
 * The session cookie: writing, clearing, finding it in a Cookie header. Its value is opaque to everyone but tokens.ts.
 */
import { REFRESH_TTL_SECONDS, SESSION_COOKIE } from '../keys.ts';

/** The client whose refresh tokens travel by cookie: our own pages. */
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
