/**
 * The browser's own cookies: read, write, take away. Names and lives stand in one table; the rules of names and values in #shared/cookies.ts.
 * Source: spec sections 3 ("Cookie defaults"), 4 and 9.
 */
import {
  ACCESS_COOKIE,
  ACCESS_COOKIE_SECONDS,
  type CookieOptions,
  PASS_TOKEN_PREFIX,
  parseCookies,
  readCookie,
  stalePassCookies,
  TIME_ZONE_COOKIE,
  writeCookie,
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
  /** Who was last signed in; decides nothing, the session cookie alone does. */
  userId: { name: 'pp_user_id', maxAgeSeconds: YEAR_SECONDS, sameSite: 'lax' },
  /** How listings of shares look. Lax: the first page of a share is mostly reached by a link from another site. */
  sharedDisplay: { name: SHARED_DISPLAY_KEY, maxAgeSeconds: YEAR_SECONDS, sameSite: 'lax' },
  /** Where times of day are read. Lax: a page reached from a letter shows local times too. */
  timeZone: { name: TIME_ZONE_COOKIE, maxAgeSeconds: YEAR_SECONDS, sameSite: 'lax' },
  /** The region check said yes; for 10 minutes. */
  accessToVisit: { name: ACCESS_COOKIE, maxAgeSeconds: ACCESS_COOKIE_SECONDS },
} as const satisfies Readonly<Record<string, CookieKind>>;

export function passTokenCookie(shareId: string): CookieKind {
  return { name: `${PASS_TOKEN_PREFIX}${shareId}`, maxAgeSeconds: HALF_DAY_SECONDS, sameSite: 'lax' };
}

export interface CookieJar {
  /** Undefined when it is not there, or undecodable. */
  get(kind: CookieKind): unknown;
  /** @throws TypeError for a name or number that no cookie can hold */
  set(kind: CookieKind, value: unknown): void;
  remove(kind: CookieKind): void;
  /** Takes away passes and passcodes of older shares; the last three of each stay. */
  cleanPassCookies(current: CookieKind): void;
}

/** @param page  `document`, or what stands in for it */
export function makeCookieJar(page: { cookie: string }): CookieJar {
  const all = () => parseCookies(page.cookie);
  function write(name: string, value: unknown, options: CookieOptions): void {
    page.cookie = writeCookie(name, value, options);
  }
  return {
    get: (kind) => readCookie(all(), kind.name),
    set: ({ name, maxAgeSeconds, sameSite = 'strict' }, value) => write(name, value, { maxAgeSeconds, sameSite }),
    remove: ({ name, sameSite = 'strict' }) => write(name, '', { maxAgeSeconds: 0, sameSite }),
    cleanPassCookies({ name: current }) {
      for (const name of stalePassCookies(all(), current)) write(name, '', { maxAgeSeconds: 0, sameSite: 'lax' });
    },
  };
}
