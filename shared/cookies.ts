/**
 * Cookies as text: parse a Cookie header, write a Set-Cookie value. Pure. Values are JSON-encoded, path is `/`
 * by default, product cookies are secure. Source: spec sections 3 (Cookie defaults), 5 and 9; RFC 6265.
 */
export type SameSite = 'strict' | 'lax' | 'none';
export type Priority = 'low' | 'medium' | 'high';

export interface CookieOptions {
  readonly path?: string;
  /** Seconds; 0 deletes. Left out: ends with the browser. */
  readonly maxAgeSeconds?: number;
  readonly sameSite?: SameSite;
  readonly secure?: boolean;
  readonly httpOnly?: boolean;
  readonly priority?: Priority;
}

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const PRINTABLE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;
/** A bare word is no JSON, and finding out by a thrown error would cost more than everything else about a request. */
const WORD = /^(?!(?:true|false|null)$)[A-Za-z_][\w-]*$/;
const CAPITAL: Readonly<Record<SameSite, string>> = { strict: 'Strict', lax: 'Lax', none: 'None' };
const PRIORITY: Readonly<Record<Priority, string>> = { low: 'Low', medium: 'Medium', high: 'High' };

/** Names and raw values of a Cookie header, first one of a name wins; never throws. */
export function parseCookies(header: string | null): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  const text = header ?? '';
  for (let start = 0; start < text.length; ) {
    const semicolon = text.indexOf(';', start);
    const end = semicolon === -1 ? text.length : semicolon;
    const at = text.indexOf('=', start);
    if (at > start && at < end) {
      const name = text.slice(start, at).trim();
      if (name !== '' && !cookies.has(name)) cookies.set(name, text.slice(at + 1, end).trim());
    }
    start = end + 1;
  }
  return cookies;
}

/** Reads a JSON-encoded value; text that is no JSON is taken as it stands. Undefined when absent or undecodable. */
export function readCookie(cookies: ReadonlyMap<string, string>, name: string): unknown {
  const raw = cookies.get(name);
  if (raw === undefined) return undefined;
  if (WORD.test(raw)) return raw;
  let text: string;
  try {
    text = decodeURIComponent(raw);
  } catch {
    return undefined;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Same, when a text is wanted; anything else is ''. */
export function readTextCookie(cookies: ReadonlyMap<string, string>, name: string): string {
  const value = readCookie(cookies, name);
  return typeof value === 'string' ? value : '';
}

/**
 * @param value  any JSON value
 * @throws TypeError for a name, attribute or number that a cookie cannot hold
 */
export function writeCookie(name: string, value: unknown, options: CookieOptions = {}): string {
  return writeRawCookie(name, encodeURIComponent(JSON.stringify(value)), options);
}

/** For opaque values that are not JSON, such as the session. Same checks. */
export function writeRawCookie(name: string, value: string, options: CookieOptions = {}): string {
  if (!NAME.test(name)) throw new TypeError('cookie name must be printable');
  if (!PRINTABLE.test(value)) throw new TypeError('cookie value must be printable');
  const { path = '/', maxAgeSeconds, sameSite = 'strict', secure = true, httpOnly = false, priority } = options;
  if (!/^\/[\x20-\x3a\x3c-\x7e]*$/.test(path)) throw new TypeError('cookie path must be printable');
  if (maxAgeSeconds !== undefined && !Number.isFinite(maxAgeSeconds))
    throw new TypeError('cookie max-age must be finite');
  if (!Object.hasOwn(CAPITAL, sameSite)) throw new TypeError('cookie sameSite must be strict, lax or none');
  if (priority !== undefined && !Object.hasOwn(PRIORITY, priority))
    throw new TypeError('cookie priority must be low, medium or high');
  const parts = [`${name}=${value}`, `Path=${path}`];
  if (maxAgeSeconds !== undefined) parts.push(`Max-Age=${Math.floor(maxAgeSeconds)}`);
  parts.push(`SameSite=${CAPITAL[sameSite]}`);
  if (secure) parts.push('Secure');
  if (httpOnly) parts.push('HttpOnly');
  if (priority !== undefined) parts.push(`Priority=${PRIORITY[priority]}`);
  return parts.join('; ');
}

/** A document, or a fake of one. */
export interface CookiePage {
  cookie: string;
  readonly location?: { readonly protocol: string };
}

/**
 * Writes a cookie of the page. Over http, which only this machine serves, it has no `Secure`: browsers of the WebKit engine store
 * no secure cookie there.
 * @throws TypeError as writeCookie
 */
export function writePageCookie(page: CookiePage, name: string, value: unknown, options: CookieOptions = {}): void {
  page.cookie = writeCookie(name, value, { secure: page.location?.protocol !== 'http:', ...options });
}

/** 365 days: locale and user id cookies (spec section 9). */
export const YEAR_SECONDS = 365 * 86_400;

/** The locale a person chose; 365 days. */
export const LOCALE_COOKIE = 'pp_locale';
/** `1` while nothing the server can read named a language of ours: the browser's own list is asked (client/pages/shell/browser-language.ts). */
export const LOCALE_OPEN_COOKIE = 'pp_locale_open';
/** HttpOnly; the auth service writes and reads the value, other services see only whether it exists. */
export const SESSION_COOKIE = '__Host-magpie_session';
/** `true`: a check of the region said yes in the last 10 minutes. Advice: it opens nothing that our own rules close. */
export const ACCESS_COOKIE = 'pp_access';
/** 10 minutes (spec section 9). */
export const ACCESS_COOKIE_SECONDS = 600;
/** `light` or `dark`; absent follows the system. */
export const THEME_COOKIE = 'pp_theme';
/** `narrow`: the places of the drive stand as icons alone. The server reads it, so that nothing jumps. */
export const SIDEBAR_COOKIE = 'pp_sidebar';
/** IANA name of the visitor's time zone as the browser reports it; 365 days. Read through `readTimeZone` only. */
export const TIME_ZONE_COOKIE = 'pp_time_zone';
/** Ids of the notices and banners that were closed in this browser, parted by blanks (shared/config/notice.ts). */
export const CLOSED_COOKIE = 'pp_closed';
/** 90 days: longer than a notice stands. */
export const CLOSED_COOKIE_SECONDS = 90 * 86_400;
/** An account was just made in this browser: the guide is shown once. A day. */
export const NEW_USER_COOKIE = 'pp_new_user';
/** One day. */
export const NEW_USER_COOKIE_SECONDS = 86_400;

/** A form without script ended the session: the next page deletes what the person left in this browser (client/browser-storage/personal.ts). */
export const SIGNED_OUT_COOKIE = 'pp_signed_out';
/** An hour: the page after a sign-out opens at once. */
export const SIGNED_OUT_COOKIE_SECONDS = 3_600;

/** Code of the invitation whose page this browser opened; HttpOnly. 30 days. */
export const INVITATION_COOKIE = 'pp_invite';
export const INVITATION_COOKIE_SECONDS = 30 * 86_400;
/** Free days that were given in this browser; 24 hours for each (spec section 9). Shown alone: the ledger decides. */
export const FREE_DAYS_COOKIE = 'pp_free_days';
export const FREE_DAY_SECONDS = 86_400;

/** Passes to shares: this and the share's id. */
const PASS_TOKEN_PREFIX = 'pp_share_';

/** Name of the cookie that holds the passcode access token of a share. */
export function passTokenCookieName(shareId: string): string {
  return `${PASS_TOKEN_PREFIX}${shareId}`;
}

/** Passcodes of shares: this and the share's id. */
export const PASS_CODE_PREFIX = 'pp_pass_code_';
/** Cookies kept of each of the two (spec section 9). */
const MAX_PASS_COOKIES = 3;

/**
 * Names of the passcode cookies that have become too many. The last in the header are the youngest (RFC 6265 5.4).
 * @param current  never among them
 */
export function stalePassCookies(cookies: ReadonlyMap<string, string>, current: string): readonly string[] {
  return [PASS_TOKEN_PREFIX, PASS_CODE_PREFIX].flatMap((prefix) => {
    const names = [...cookies.keys()].filter((name) => name.startsWith(prefix));
    const others = names.filter((name) => name !== current);
    const retained = MAX_PASS_COOKIES - (current.startsWith(prefix) ? 1 : 0);
    return others.slice(0, Math.max(0, others.length - retained));
  });
}
