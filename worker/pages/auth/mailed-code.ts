/**
 * The code that was last sent for a form of this browser. Who leaves the page to read the mail finds the field for the code again,
 * although another code cannot be sent yet. Sealed, because it holds an address.
 */
import type { Context } from 'hono';
import * as v from 'valibot';
import { readTextCookie, writeCookie } from '#shared/cookies.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/units.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { VerificationUsage } from '#worker/services/auth/index.ts';
import type { PageDeps } from '../services.ts';

const COOKIE = '__Host-magpie_code';
const PURPOSE = 'page.mailed-code';
/** As long as a code works. */
const TTL_MS = 10 * MINUTE_MS;

const schema = v.object({
  usage: v.string(),
  verificationId: v.string(),
  untilMs: v.number(),
  by: v.picklist(['email', 'phone']),
  email: v.string(),
  phone: v.string(),
  phoneCountry: v.string(),
});

/** A sent code, with the fields of its form. */
export type MailedCode = Omit<v.InferOutput<typeof schema>, 'usage' | 'untilMs'>;

function cookie(value: string, ttlMs: number): string {
  return writeCookie(COOKIE, value, { maxAgeSeconds: ttlMs / SECOND_MS, sameSite: 'lax', httpOnly: true });
}

/** Holds a code that was sent, until it ends. */
export async function holdCode(
  c: Context<AppEnv>,
  { keyring }: Pick<PageDeps, 'keyring'>,
  usage: VerificationUsage,
  { verificationId, by, email, phone, phoneCountry }: MailedCode,
): Promise<void> {
  const untilMs = c.get('call').nowMs + TTL_MS;
  const sealed = { usage, verificationId, untilMs, by, email, phone, phoneCountry };
  c.header('set-cookie', cookie(await keyring.seal(PURPOSE, JSON.stringify(sealed)), TTL_MS), { append: true });
}

/** @returns null where this browser was sent no code for this use, or the code has ended */
export async function heldCode(
  c: Context<AppEnv>,
  { keyring }: Pick<PageDeps, 'keyring'>,
  usage: VerificationUsage,
): Promise<MailedCode | null> {
  const sealed = readTextCookie(c.get('cookies'), COOKIE);
  const text = sealed === '' ? null : await keyring.open(PURPOSE, sealed);
  const parsed = text === null ? null : v.safeParse(schema, JSON.parse(text));
  if (!parsed?.success || parsed.output.usage !== usage || parsed.output.untilMs <= c.get('call').nowMs) return null;
  return parsed.output;
}

/** The code was used. */
export function forgottenCode(): string {
  return cookie('', 0);
}
