/**
 * Rules of the shield: pure verdicts on captcha tokens, actions, devices and budgets. No I/O, no clock: `nowMs` is passed in.
 */
import * as v from 'valibot';
import { SENSITIVE_ACTIONS } from './face.ts';

const captchaClaims = v.object({
  jti: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  device: v.string(),
  action: v.string(),
  /** Epoch seconds. */
  exp: v.number(),
  issued: v.number(),
});

export type CaptchaClaims = v.InferOutput<typeof captchaClaims>;

/** @returns null when signed data is no captcha token of ours */
export function readCaptchaClaims(value: unknown): CaptchaClaims | null {
  const parsed = v.safeParse(captchaClaims, value);
  return parsed.success ? parsed.output : null;
}

/** `POST:https://host/path?query` and `POST:/path` are one action: method in capitals, then the path alone. */
export function canonicalAction(action: string): string {
  const match = /^\s*([A-Za-z]+):(?:https?:\/\/[^/]*)?(\/[^?#]*)?/.exec(action);
  if (!match) return action.trim();
  const [, method = '', path = '/'] = match;
  return `${method.toUpperCase()}:${path.length > 1 ? path.replace(/\/+$/, '') : path}`;
}

export function isSensitive(action: string): boolean {
  return (SENSITIVE_ACTIONS as readonly string[]).includes(canonicalAction(action));
}

/** The 32 hex digits of a device id (the last dot piece begins with them, as in `wdi10.<id>xxx`); '' when there are none. */
export function deviceKey(deviceId: string): string {
  const piece = deviceId.split('.').at(-1)?.slice(0, 32).toLowerCase() ?? '';
  return /^[0-9a-f]{32}$/.test(piece) ? piece : '';
}

/** The first four groups of an IPv6 address: one subscriber holds all the rest. IPv4 stays whole, mapped or not. */
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

/** Whether a token with these claims opens `action` on `device` now; single use is the object's question. */
export function mayOpen(claims: CaptchaClaims, wanted: { action: string; device: string; nowMs: number }): boolean {
  if (claims.exp * 1_000 <= wanted.nowMs) return false;
  if (claims.device !== wanted.device) return false;
  return !isSensitive(wanted.action) || canonicalAction(claims.action) === canonicalAction(wanted.action);
}

export interface BudgetRow {
  readonly startedMs: number;
  readonly used: number;
}

export type BudgetVerdict =
  | { readonly ok: true; readonly row: BudgetRow }
  | { readonly ok: false; readonly retryInSeconds: number };

/** One more use of a budget counted in windows that begin with their first use. */
export function spendBudget(
  row: BudgetRow | null,
  ask: { nowMs: number; windowMs: number; limit: number },
): BudgetVerdict {
  const { nowMs, windowMs, limit } = ask;
  const open = row && nowMs < row.startedMs + windowMs ? row : { startedMs: nowMs, used: 0 };
  if (open.used >= limit)
    return { ok: false, retryInSeconds: Math.max(1, Math.ceil((open.startedMs + windowMs - nowMs) / 1_000)) };
  return { ok: true, row: { startedMs: open.startedMs, used: open.used + 1 } };
}
