/**
 * Form uploads: a policy that names one upload and its size, signed; posted with the bytes as `multipart/form-data`.
 * Source: wire-contract.md section 3.4.
 */
import { Buffer } from 'node:buffer';
import * as v from 'valibot';
import { equalBytes, type Keyring } from '#worker/platform/crypto.ts';

const PURPOSE = 'drive.upload-form';

const policySchema = v.object({
  expiration: v.string(),
  conditions: v.tuple([
    v.object({ bucket: v.string() }),
    v.object({ key: v.string() }),
    v.tuple([v.literal('content-length-range'), v.number(), v.number()]),
  ]),
});

export interface FormPolicy {
  readonly bucket: string;
  readonly key: string;
  readonly sizeBytes: number;
  readonly expiresAtMs: number;
}

export interface SignedPolicy {
  /** Base64 of its JSON. */
  readonly policy: string;
  /** Base64. */
  readonly signature: string;
}

async function signatureOf(keyring: Keyring, policy: string): Promise<Buffer> {
  return Buffer.from(await keyring.mac(PURPOSE, policy));
}

export async function signPolicy(keyring: Keyring, given: FormPolicy): Promise<SignedPolicy> {
  const { bucket, key, sizeBytes, expiresAtMs } = given;
  const conditions = [{ bucket }, { key }, ['content-length-range', sizeBytes, sizeBytes]];
  const text = JSON.stringify({ expiration: new Date(expiresAtMs).toISOString(), conditions });
  const policy = Buffer.from(text).toString('base64');
  return { policy, signature: (await signatureOf(keyring, policy)).toString('base64') };
}

/** Whether the signed policy allows a form for this key now. */
export async function allowsForm(
  keyring: Keyring,
  { policy, signature }: SignedPolicy,
  key: string,
  nowMs: number,
): Promise<'yes' | 'expired' | 'no'> {
  if (!equalBytes(Buffer.from(signature, 'base64'), await signatureOf(keyring, policy))) return 'no';
  const parsed = v.safeParse(policySchema, JSON.parse(Buffer.from(policy, 'base64').toString()));
  if (!parsed.success || parsed.output.conditions[1].key !== key) return 'no';
  return nowMs < Date.parse(parsed.output.expiration) ? 'yes' : 'expired';
}
