/**
 * Rules of auth: pure verdicts on attempts, rotations, cookies, and the masks of names. No I/O, no clock: `nowMs` is passed in.
 */

import { parsePhone } from '../address/phone.ts';
import { REFRESH_GRACE_MS } from '../keys.ts';
import type { BrowserSigns } from './browser-signs.ts';
import { COOKIE_CLIENT } from './cookie.ts';

/** What a person typed as username, in the one spelling the directory knows. */
export function normaliseIdentifier(text: string): string {
  const clean = text.normalize('NFC').trim().toLowerCase();
  if (clean.includes('@')) return `email:${clean}`;
  if (/^[+＋]/u.test(clean)) return `phone:${parsePhone(clean) ?? `+${clean.replace(/\D/g, '')}`}`;
  return `name:${clean}`;
}

/** Whether a proven address, as the directory spells it, is one of the account's own. */
export function hasAddress({ email, phone }: { email: string; phone: string }, subject: string): boolean {
  return [email, phone].some((address) => address !== '' && normaliseIdentifier(address) === subject);
}

export interface AttemptRow {
  readonly startedMs: number;
  readonly count: number;
}

/**
 * One more attempt, counted before its password is looked at, so that parallel guesses cannot outrun the count.
 * @returns null when `limit` attempts stand in the window and no human check allows more
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
  /** The one that the newest was given for; those between went to the same token earlier, never came back and are void. */
  readonly givenFor: number;
  /** Those between the two were given up, the last time any were; 0 and 0 for none. The newest may be far past them. */
  readonly voidAfter: number;
  readonly voidBefore: number;
  /** Whether anything of the newest has come back: then its answer arrived, and `givenFor` is over. */
  readonly isShown: boolean;
  readonly rotatedMs: number;
  readonly revokedMs: number | null;
}

export type RotationDecision = 'rotate' | 'repeat' | 'renew' | 'reused' | 'over';

/**
 * What a refresh token of `generation` means to its family now. `renew`: the answer to it was lost with the tab that asked; it
 * gets another generation and voids the lost one, so that of two holders of one token the next to come is found out.
 */
export function judgeRotation(
  session: SessionRow | null,
  ask: { generation: number; epoch: number; accountEpoch: number; clientId: string; nowMs: number },
): RotationDecision {
  if (!session || session.revokedMs !== null || session.clientId !== ask.clientId || ask.epoch < ask.accountEpoch)
    return 'over';
  if (ask.generation === session.generation) return 'rotate';
  // A generation nobody has reached yet: the family's row is older than its token (restored state). Nothing was stolen.
  if (ask.generation > session.generation) return 'over';
  if (ask.generation !== session.givenFor) return 'reused';
  if (ask.nowMs <= session.rotatedMs + REFRESH_GRACE_MS) return 'repeat';
  // Programs keep a token before they use it, and RFC 9700 (4.14.2) lets them show no old one; tabs are closed by people.
  return session.isShown || session.clientId !== COOKIE_CLIENT ? 'reused' : 'renew';
}

export type CookieDecision = 'current' | 'late' | 'none';

/**
 * What a session cookie of `generation` means on a page. The newest is current; so is the one it was given for until something
 * of the newest comes back, because the browser may never have got the answer. Past that it opens pages for the grace, and then
 * is reuse. Older ones open nothing; while a rotation is that recent they may be requests under way, and end nothing.
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

/** Whether `generation` coming back is news: `arrived` is the first sign of the newest, `void` one that had been given up. */
export function judgeArrival(session: SessionRow | null, generation: number): 'arrived' | 'void' | 'known' {
  if (!session || session.revokedMs !== null) return 'known';
  if (generation === session.generation) return session.isShown ? 'known' : 'arrived';
  return generation > session.voidAfter && generation < session.voidBefore ? 'void' : 'known';
}

/** Whether the session cookie may stand in for a refresh token: only a page of ours may have made the call. */
export function mayUseCookie(signs: BrowserSigns, appOrigin: string): boolean {
  const site = signs.fetchSite;
  if (site !== null && site !== 'same-origin' && site !== 'same-site') return false;
  return signs.origin === null || signs.origin === appOrigin;
}

/** Whether a sign-in puts the refresh token in the cookie and not in the body: our own page in a browser that says so. */
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

/** `Alice` -> `Al**e`; names of three letters and less show the first alone. */
export function maskName(name: string): string {
  const letters = [...name];
  if (letters.length === 0) return '';
  if (letters.length < 4) return `${letters[0]}**`;
  return `${letters.slice(0, 2).join('')}**${letters.at(-1)}`;
}
