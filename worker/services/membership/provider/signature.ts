/**
 * Signed webhooks: `t=<seconds>,v1=<hex of HMAC-SHA256 over "t.body">`, as the Stripe documentation describes the header.
 * The sandbox signs so; the Stripe adapter uses the library's own verifier.
 */
import { AppError } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { equalBytes, fromHex, type Keyring, toHex } from '#worker/platform/crypto.ts';

export const SIGNATURE_HEADER = 'magpie-signature';
/** Older deliveries are refused: a recorded one cannot be replayed for long. */
const TOLERANCE_SECONDS = 300;
const PURPOSE = 'membership.webhook';
const HEADER = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

export async function signWebhook(keyring: Keyring, rawBody: string, nowMs: number): Promise<string> {
  const seconds = Math.floor(nowMs / SECOND_MS);
  return `t=${seconds},v1=${toHex(await keyring.mac(PURPOSE, `${seconds}.${rawBody}`))}`;
}

/** @throws AppError permission_denied */
export async function requireSignature(
  keyring: Keyring,
  rawBody: string,
  header: string,
  nowMs: number,
): Promise<void> {
  const [, seconds = '', signature = ''] = HEADER.exec(header) ?? [];
  const ageSeconds = Math.abs(nowMs / SECOND_MS - Number(seconds));
  const expected = await keyring.mac(PURPOSE, `${seconds}.${rawBody}`);
  if (signature === '' || ageSeconds > TOLERANCE_SECONDS || !equalBytes(fromHex(signature), expected))
    throw new AppError('permission_denied', { reason: 'invalid_signature' });
}
