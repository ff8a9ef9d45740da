/**
 * Rules of sessions: decisions on attempts, rotations and cookies, and the masks of names. Pure: `nowMs` is passed in.
 */

import { mailAddressIn } from '#shared/intake/mail.ts';
import { plainText } from '#shared/intake/plain-text.ts';
import { parsePhone } from '../identifier/phone.ts';
import { REFRESH_GRACE_MS } from '../keys.ts';
import type { BrowserSigns } from '../token/browser-signs.ts';
import { COOKIE_CLIENT } from '../token/cookie.ts';

/** A typed username in the directory's spelling. */
export function normaliseIdentifier(text: string): string {
  const plain = plainText(text);
  if (plain.includes('@')) return `email:${mailAddressIn(plain).toLowerCase()}`;
  const number = plain.replace(/^tel:/i, '');
  if (number.startsWith('+')) return `phone:${parsePhone(number) ?? `+${number.replace(/\D/g, '')}`}`;
  return `name:${text.normalize('NFC').trim().toLowerCase()}`;
}

/** Whether a proven address, in the directory's spelling, is one of the account's own. */
export function hasAddress({ email, phone }: { email: string; phone: string }, subject: string): boolean {
  return [email, phone].some((address) => address !== '' && normaliseIdentifier(address) === subject);
}

export interface AttemptRow {
  readonly startedMs: number;
  readonly count: number;
}

/**
 * Counts one more attempt, before its password is checked, so that parallel guesses cannot outrun the count.
 * @returns null when the window holds `limit` attempts and no human check allows more
 */
export function takeAttempt(
  row: AttemptRow | null,
  ask: { nowMs: number; windowMs: number; limit: number; checked: boolean },
): AttemptRow | null {
  const open = row && ask.nowMs < row.startedMs + ask.windowMs ? row : { startedMs: ask.nowMs, count: 0 };
  if (open.count >= ask.limit && !ask.checked) return null;
  return { startedMs: open.startedMs, count: open.count + 1 };
}

export interface SessionRow {
  readonly clientId: string;
  /** The newest. */
  readonly generation: number;
  /** The generation that the newest was issued for. Those between were issued for the same token, never came back and are void. */
  readonly givenFor: number;
  /** Generations between the two became void, the last time any did; 0 and 0 for none. The newest may be far past them. */
  readonly voidAfter: number;
  readonly voidBefore: number;
  /** Whether a token of the newest has come back: then its answer arrived, and `givenFor` has ended. */
  readonly isShown: boolean;
  readonly rotatedMs: number;
  readonly revokedMs: number | null;
}

export type RotationDecision = 'rotate' | 'repeat' | 'renew' | 'reused' | 'over';

/**
 * Decides on a refresh token of `generation`. `renew`: a closed tab lost the answer; the token gets another generation and voids the
 * lost one, so that of two holders of one token the next to call is detected.
 */
export function judgeRotation(
  session: SessionRow | null,
  ask: { generation: number; epoch: number; accountEpoch: number; clientId: string; nowMs: number },
): RotationDecision {
  if (!session || session.revokedMs !== null || session.clientId !== ask.clientId || ask.epoch < ask.accountEpoch)
    return 'over';
  if (ask.generation === session.generation) return 'rotate';
  // A generation not yet reached: the row is older than its token (restored state). Nothing was stolen.
  if (ask.generation > session.generation) return 'over';
  if (ask.generation !== session.givenFor) return 'reused';
  if (ask.nowMs <= session.rotatedMs + REFRESH_GRACE_MS) return 'repeat';
  // Programs store a token before they use it, and RFC 9700 (4.14.2) forbids them an old one; people close tabs.
  return session.isShown || session.clientId !== COOKIE_CLIENT ? 'reused' : 'renew';
}

export type CookieDecision = 'current' | 'late' | 'none';

/**
 * Decides on a session cookie of `generation`. The newest is current. So is the one it was issued for until a token of the newest
 * comes back, because the browser may not have got the answer; after that it opens pages for the grace, and then is reuse. Older
 * ones open nothing; shortly after a rotation they may be requests in flight, and end nothing.
 */
export function judgeCookie(
  session: SessionRow | null,
  ask: { generation: number; epoch: number; accountEpoch: number; clientId: string; nowMs: number },
): CookieDecision | 'reused' {
  const decision = judgeRotation(session, ask);
  if (!session || decision === 'over') return 'none';
  if (decision === 'rotate' || decision === 'renew') return 'current';
  if (decision === 'repeat') return session.isShown ? 'late' : 'current';
  if (judgeArrival(session, ask.generation) === 'void') return 'reused';
  return ask.nowMs <= session.rotatedMs + REFRESH_GRACE_MS ? 'none' : 'reused';
}

/** Decides on a generation that came back: `arrived` is the first sign of the newest, `void` a generation that is void. */
export function judgeArrival(session: SessionRow | null, generation: number): 'arrived' | 'void' | 'known' {
  if (!session || session.revokedMs !== null) return 'known';
  if (generation === session.generation) return session.isShown ? 'known' : 'arrived';
  return generation > session.voidAfter && generation < session.voidBefore ? 'void' : 'known';
}

/** Whether the session cookie may replace a refresh token: only one of our pages may have made the call. */
export function mayUseCookie(signs: BrowserSigns, appOrigin: string): boolean {
  const site = signs.fetchSite;
  if (site !== null && site !== 'same-origin' && site !== 'same-site') return false;
  return signs.origin === null || signs.origin === appOrigin;
}

/** Whether a sign-in puts the refresh token in the cookie and not in the body: for our own page in a browser. */
export function mayGiveCookie(signs: BrowserSigns, clientId: string, appOrigin: string): boolean {
  return clientId === COOKIE_CLIENT && signs.fetchSite === 'same-origin' && mayUseCookie(signs, appOrigin);
}

/** `alice@example.com` -> `a***e@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 1) return '';
  const letters = [...email.slice(0, at)];
  const last = letters.length > 2 ? letters.at(-1) : '';
  return `${letters[0]}***${last}${email.slice(at)}`;
}

/** `+8613812345678` -> `+861****78`. */
export function maskPhone(phone: string): string {
  return phone.length < 8 ? '' : `${phone.slice(0, 4)}****${phone.slice(-2)}`;
}

/** `Alice` -> `Al**e`; names of three letters and less show only the first. */
export function maskName(name: string): string {
  const letters = [...name];
  if (letters.length === 0) return '';
  if (letters.length < 4) return `${letters[0]}**`;
  return `${letters.slice(0, 2).join('')}**${letters.at(-1)}`;
}
