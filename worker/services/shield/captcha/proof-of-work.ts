/**
 * The proof of work of a human check. The only file that imports altcha-lib. A challenge is signed, expires, and names its
 * check; ShieldObject enforces single use.
 */
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import * as v from 'valibot';
import { fromBase64Url, type Keyring, toHex } from '#worker/platform/crypto.ts';
import { CHALLENGE_PURPOSE } from '../keys.ts';

const ALGORITHM = 'PBKDF2/SHA-256';
/** Rounds of one try: about 2 ms of a desktop core. Far below the 100,000 that the platform allows. */
const COST = 5_000;
/** Default tries at the first level; each level doubles them: 1, 2 and 4 s of one desktop core. */
const TRIES = 750;

const payload = v.object({
  challenge: v.object({
    parameters: v.object({
      algorithm: v.literal(ALGORITHM),
      nonce: v.pipe(v.string(), v.regex(/^[0-9a-f]{2,64}$/)),
      salt: v.pipe(v.string(), v.regex(/^[0-9a-f]{2,64}$/)),
      cost: v.literal(COST),
      keyLength: v.number(),
      keyPrefix: v.string(),
      keySignature: v.string(),
      expiresAt: v.number(),
      data: v.object({ check: v.string() }),
    }),
    signature: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  }),
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
});

async function secretsOf(keyring: Keyring): Promise<{ hmacSignatureSecret: string; hmacKeySignatureSecret: string }> {
  const [signature, key] = await Promise.all([
    keyring.mac(CHALLENGE_PURPOSE, 'signature'),
    keyring.mac(CHALLENGE_PURPOSE, 'key'),
  ]);
  return { hmacSignatureSecret: toHex(signature), hmacKeySignatureSecret: toHex(key) };
}

export interface CheckChallenge {
  readonly parameters: {
    readonly algorithm: string;
    readonly nonce: string;
    readonly salt: string;
    readonly cost: number;
    readonly keyLength: number;
    readonly keyPrefix: string;
    readonly keySignature: string;
    readonly expiresAt: number;
    readonly data: { readonly check: string };
  };
  readonly signature: string;
}

/** @param ask.check  id of the check that the work belongs to */
export async function makeWork(
  keyring: Keyring,
  ask: { check: string; level: number; tries?: number | undefined; expiresAtSeconds: number },
): Promise<CheckChallenge> {
  const tries = (ask.tries ?? TRIES) * 2 ** (ask.level - 1);
  const made = await createChallenge({
    algorithm: ALGORITHM,
    cost: COST,
    // Random around the number, so that the solution cannot be foreseen.
    counter: randomInt(Math.ceil((tries * 4) / 3), Math.ceil((tries * 2) / 3)),
    data: { check: ask.check },
    deriveKey,
    expiresAt: ask.expiresAtSeconds,
    ...(await secretsOf(keyring)),
  });
  return made as unknown as CheckChallenge;
}

/** Base64 or base64url of JSON; null when it is neither. */
function decode(text: string): unknown {
  const bytes = fromBase64Url(text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
  if (!bytes) return null;
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return null;
  }
}

export type WorkResult =
  | { readonly ok: true; readonly signature: string; readonly untilMs: number }
  | { readonly ok: false; readonly late: boolean };

/** Whether a solution answers work that was made for this check and has not expired. */
export async function checkWork(
  keyring: Keyring,
  ask: { solution: string; check: string; nowMs: number },
): Promise<WorkResult> {
  const parsed = v.safeParse(payload, decode(ask.solution));
  if (!parsed.success || parsed.output.challenge.parameters.data.check !== ask.check) return { ok: false, late: false };
  const { challenge, solution } = parsed.output;
  const untilMs = challenge.parameters.expiresAt * 1_000;
  if (untilMs <= ask.nowMs) return { ok: false, late: true };
  const result = await verifySolution({ challenge, solution, deriveKey, ...(await secretsOf(keyring)) });
  return result.verified ? { ok: true, signature: challenge.signature, untilMs } : { ok: false, late: result.expired };
}
