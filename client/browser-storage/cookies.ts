/**
 * The browser's cookies: get, set, remove. One table holds names and lifetimes; #shared/cookies.ts has the rules of names and
 * values.
 * Source: spec sections 3 ("Cookie defaults"), 4 and 9.
 */
import {
  ACCESS_COOKIE,
  ACCESS_COOKIE_SECONDS,
  type CookieOptions,
  type CookiePage,
  parseCookies,
  passTokenCookieName,
  readCookie,
  stalePassCookies,
  TIME_ZONE_COOKIE,
  writePageCookie,
  YEAR_SECONDS,
} from '#shared/cookies.ts';
import { SHARED_DISPLAY_KEY } from '#shared/drive/display.ts';

export interface CookieKind {
  readonly name: string;
  readonly maxAgeSeconds: number;
  readonly sameSite?: CookieOptions['sameSite'];
}

/** 12 hours: passes of shares (spec section 9). */
const HALF_DAY_SECONDS = 43_200;

export const COOKIE = {
  /** The user who was last signed in. Decides nothing: only the session cookie does. */
  userId: { name: 'pp_user_id', maxAgeSeconds: YEAR_SECONDS, sameSite: 'lax' },
  /** View and order of shared lists. Lax: the first page of a share is mostly opened by a link from another site. */
  sharedDisplay: { name: SHARED_DISPLAY_KEY, maxAgeSeconds: YEAR_SECONDS, sameSite: 'lax' },
  /** The browser's time zone. Lax: a page opened from a mail shows local times too. */
  timeZone: { name: TIME_ZONE_COOKIE, maxAgeSeconds: YEAR_SECONDS, sameSite: 'lax' },
  /** The region check answered yes; for 10 minutes. */
  accessToVisit: { name: ACCESS_COOKIE, maxAgeSeconds: ACCESS_COOKIE_SECONDS },
} as const satisfies Readonly<Record<string, CookieKind>>;

export function passTokenCookie(shareId: string): CookieKind {
  return { name: passTokenCookieName(shareId), maxAgeSeconds: HALF_DAY_SECONDS, sameSite: 'lax' };
}

export interface CookieJar {
  /** Undefined when it is missing or undecodable. */
  get(kind: CookieKind): unknown;
  /** @throws TypeError for an invalid name or number */
  set(kind: CookieKind, value: unknown): void;
  remove(kind: CookieKind): void;
  /** Removes passes and passcodes of older shares; the last three of each stay. */
  cleanPassCookies(current: CookieKind): void;
}

export function makeCookieJar(page: CookiePage): CookieJar {
  const all = () => parseCookies(page.cookie);
  const write = (name: string, value: unknown, options: CookieOptions) => writePageCookie(page, name, value, options);
  return {
    get: (kind) => readCookie(all(), kind.name),
    set: ({ name, maxAgeSeconds, sameSite = 'strict' }, value) => write(name, value, { maxAgeSeconds, sameSite }),
    remove: ({ name, sameSite = 'strict' }) => write(name, '', { maxAgeSeconds: 0, sameSite }),
    cleanPassCookies({ name: current }) {
      for (const name of stalePassCookies(all(), current)) write(name, '', { maxAgeSeconds: 0, sameSite: 'lax' });
    },
  };
}
