/** Rules of the shield: decisions on captcha tokens, actions, devices, budgets and risk. Pure: `nowMs` is passed in. */
import * as v from 'valibot';
import { mailAddressIn } from '#shared/intake/mail.ts';
import { trimEndWhere } from '#shared/trim-end.ts';

/** Actions whose tokens are bound to them (wire-contract.md section 11). */
const SENSITIVE_ACTIONS: readonly string[] = [
  'POST:/v1/auth/signin',
  'POST:/v1/auth/token',
  'POST:/v1/auth/verification',
  'GET:/drive/v1/share',
];

const captchaClaims = v.object({
  jti: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  device: v.string(),
  action: v.string(),
  /** Epoch seconds. */
  exp: v.number(),
  issued: v.number(),
  /** It comes from a passed human check. */
  human: v.optional(v.boolean(), false),
});

export type CaptchaClaims = v.InferOutput<typeof captchaClaims>;

/** @returns null for signed data that is not a captcha token */
export function readCaptchaClaims(value: unknown): CaptchaClaims | null {
  const parsed = v.safeParse(captchaClaims, value);
  return parsed.success ? parsed.output : null;
}

/** `POST:https://host/path?query` and `POST:/path` are one action: upper-case method, then the path only. */
export function canonicalAction(action: string): string {
  const match = /^\s*([A-Za-z]+):(?:https?:\/\/[^/]*)?(\/[^?#]*)?/.exec(action);
  if (!match) return action.trim();
  const [, method = '', path = '/'] = match;
  return `${method.toUpperCase()}:${path.length > 1 ? trimEndWhere(path, (char) => char === '/') : path}`;
}

export function isSensitive(action: string): boolean {
  return SENSITIVE_ACTIONS.includes(canonicalAction(action));
}

/** The 32 hex digits of a device id (the last dot piece begins with them, as in `wdi10.<id>xxx`); '' when there are none. */
export function deviceKey(deviceId: string): string {
  const piece = deviceId.split('.').at(-1)?.slice(0, 32).toLowerCase() ?? '';
  return /^[0-9a-f]{32}$/.test(piece) ? piece : '';
}

/** The first four groups of an IPv6 address: one subscriber holds the rest. IPv4 stays whole, mapped or not. */
export function addressKey(address: string): string {
  const text = address.trim().toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1];
  if (mapped !== undefined) return mapped;
  if (!text.includes(':')) return text;
  const [head = '', tail] = text.split('%', 1).join('').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle: string[] =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...middle, ...right].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return groups.join(':');
}

/** Whether a token with these claims opens `action` on `device` now. ShieldObject enforces single use. */
export function mayOpen(claims: CaptchaClaims, wanted: { action: string; device: string; nowMs: number }): boolean {
  if (claims.exp * 1_000 <= wanted.nowMs) return false;
  if (claims.device !== wanted.device) return false;
  return !isSensitive(wanted.action) || canonicalAction(claims.action) === canonicalAction(wanted.action);
}

export interface BudgetRow {
  readonly startedMs: number;
  readonly used: number;
}

export type BudgetDecision =
  | { readonly ok: true; readonly row: BudgetRow }
  | { readonly ok: false; readonly retryInSeconds: number };

/** Counts one use of a budget. Its window begins with the first use. */
export function spendBudget(
  row: BudgetRow | null,
  ask: { nowMs: number; windowMs: number; limit: number },
): BudgetDecision {
  const { nowMs, windowMs, limit } = ask;
  const open = row && nowMs < row.startedMs + windowMs ? row : { startedMs: nowMs, used: 0 };
  if (open.used >= limit)
    return { ok: false, retryInSeconds: Math.max(1, Math.ceil((open.startedMs + windowMs - nowMs) / 1_000)) };
  return { ok: true, row: { startedMs: open.startedMs, used: open.used + 1 } };
}

/** `always` asks every caller and `never` asks none: for tests and for an operator under attack. */
export type ShieldMode = 'auto' | 'always' | 'never';

/** Signs of risk of a caller that asks for a captcha token. */
export interface RiskSigns {
  /** Share of the address's budget used in this minute, this token included; 0..1. */
  readonly rate: number;
  /** False when the caller's address is unknown. */
  readonly addressKnown: boolean;
  /** Since the shield first saw the device, ms; null when the caller names none. */
  readonly deviceAgeMs: number | null;
  /** Failures of the last 15 minutes: of the address, of the device, and of the name in `meta`. */
  readonly addressFailures: number;
  readonly deviceFailures: number;
  readonly subjectFailures: number;
  readonly isSensitive: boolean;
  /** `captcha_sign` was sent and does not match its fields. A hint only: every client can compute a right one. */
  readonly wrongSign: boolean;
}

/** From this score on a check is needed. Everyday use stays below: a new device at a sensitive action scores 25. */
export const CHECK_SCORE = 50;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Points for the highest step that `value` reaches. */
function step(value: number, steps: readonly (readonly [atLeast: number, points: number])[]): number {
  return steps.reduce((points, [atLeast, given]) => (value >= atLeast ? given : points), 0);
}

/** Risk of a caller: 0 is none, 50 needs a check, 100 is high. */
export function riskScore(signs: RiskSigns): number {
  const { deviceAgeMs } = signs;
  const device = deviceAgeMs === null ? 15 : deviceAgeMs < 10 * MINUTE ? 10 : deviceAgeMs < DAY ? 5 : 0;
  return (
    (signs.isSensitive ? 15 : 0) +
    (signs.addressKnown ? 0 : 10) +
    device +
    step(signs.rate, [
      [0.25, 10],
      [0.5, 25],
      [0.9, 40],
    ]) +
    step(signs.addressFailures, [
      [4, 10],
      [8, 25],
      [20, 40],
      [100, 60],
    ]) +
    step(signs.deviceFailures, [
      [4, 5],
      [8, 30],
      [20, 50],
    ]) +
    step(signs.subjectFailures, [
      [4, 5],
      [8, 30],
    ]) +
    (signs.wrongSign ? 5 : 0)
  );
}

export type RiskDecision = { readonly check: false } | { readonly check: true; readonly level: number };

/** Work grows with the score in three steps. The highest takes seconds on a phone. */
export function levelOf(score: number): number {
  return score >= 90 ? 3 : score >= 70 ? 2 : 1;
}

/**
 * Whether the caller must pass a check before it gets a token.
 * @param demanded  a token without a check was refused, or the server itself asks
 */
export function decideRisk(mode: ShieldMode, score: number, demanded: boolean): RiskDecision {
  if (mode === 'never') return { check: false };
  if (mode === 'always' || demanded || score >= CHECK_SCORE) return { check: true, level: levelOf(score) };
  return { check: false };
}

const checkClaims = v.object({
  jti: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  device: v.string(),
  action: v.string(),
  /** Keyed digest of the payer: the address, or the device without one. Holds the pass when there is no address to return to. */
  payer: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  level: v.picklist([1, 2, 3]),
  /** Epoch seconds. */
  exp: v.number(),
});

export type CheckClaims = v.InferOutput<typeof checkClaims>;

/** @returns null for signed data that is not a ticket of a check, and for an expired one */
export function readCheckClaims(value: unknown, nowMs: number): CheckClaims | null {
  const parsed = v.safeParse(checkClaims, value);
  return parsed.success && parsed.output.exp * 1_000 > nowMs ? parsed.output : null;
}

/** The guessed identifier in a request's `meta`: address, number or name; '' for none. */
export function subjectOf(meta: Readonly<Record<string, unknown>>): string {
  for (const key of ['username', 'email', 'phone_number']) {
    const value = meta[key];
    if (typeof value === 'string' && value.trim() !== '') return mailAddressIn(value).toLowerCase().slice(0, 320);
  }
  return '';
}
