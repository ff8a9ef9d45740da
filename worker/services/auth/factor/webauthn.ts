/**
 * Passkeys as browsers make and use them (WebAuthn level 3). The only file that imports the library, a tenth of the Worker, and only when a
 * passkey is made or used.
 * Discoverable credentials, the person verified by the device, no attestation.
 */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import * as v from 'valibot';
import { hasPasskeys } from '#shared/auth/passkey-origin.ts';
import { AppError } from '#shared/errors.ts';
import { productName } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import { fromBase64Url, toBase64Url } from '#worker/platform/crypto.ts';
import { randomBytes } from '#worker/platform/ids.ts';

/** The options for `navigator.credentials`, and the ticket that its answer comes back with. */
export interface PasskeyChallenge {
  readonly challengeToken: string;
  /** JSON. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** The answer of `navigator.credentials`, as JSON. */
export type CredentialJson = Readonly<Record<string, unknown>>;

/** Reason of a refusal. */
export const PASSKEYS_NEED_NAME = 'passkeys_need_name';

/** EdDSA, ES256, RS256: every authenticator offers one of them. */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = 120_000;
const CHALLENGE_BYTES = 32;

const bytes = v.pipe(v.string(), v.minLength(1), v.maxLength(8_192), v.regex(/^[A-Za-z0-9_-]+$/));
const shared = { id: bytes, rawId: bytes, type: v.literal('public-key') };
const registration = v.object({
  ...shared,
  response: v.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: v.optional(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/)))),
  }),
});
const assertion = v.object({
  ...shared,
  response: v.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes }),
});

export interface RelyingParty {
  /** Host name of our pages: passkeys belong to it. */
  readonly id: string;
  readonly origin: string;
}

export interface StoredKey {
  readonly credentialId: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
}

export interface MadeKey extends StoredKey {
  readonly synced: boolean;
}

/** @throws AppError failed_precondition where our pages have an address: no browser makes or uses a passkey there */
export function requirePasskeys(appOrigin: string): void {
  if (!hasPasskeys(appOrigin))
    throw new AppError('failed_precondition', {
      reason: PASSKEYS_NEED_NAME,
      messageKey: 'auth.factor.passkey.by_name',
    });
}

export function relyingParty(appOrigin: string): RelyingParty {
  return { id: new URL(appOrigin).hostname, origin: appOrigin };
}

export function newChallenge(): string {
  return toBase64Url(randomBytes(CHALLENGE_BYTES));
}

function challengeBytes(challenge: string): Uint8Array<ArrayBuffer> {
  return fromBase64Url(challenge) ?? new Uint8Array(0);
}

/** @param ask.known  the person's credentials: a browser does not offer the same device twice */
export async function creationOptions(
  party: RelyingParty,
  ask: { challenge: string; userId: string; email: string; name: string; known: readonly StoredKey[] },
): Promise<Readonly<Record<string, unknown>>> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: productName(DEFAULT_LOCALE),
    rpID: party.id,
    userID: Uint8Array.from(new TextEncoder().encode(ask.userId)),
    userName: ask.email || ask.name,
    userDisplayName: ask.name,
    challenge: challengeBytes(ask.challenge),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: ask.known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options };
}

/** For any person: the passkey names its account. */
export async function requestOptions(
  party: RelyingParty,
  challenge: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: challengeBytes(challenge),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  });
  return { ...options };
}

/** @returns null for anything but a new credential for this challenge, page and host */
export async function readCreated(
  party: RelyingParty,
  challenge: string,
  credential: CredentialJson,
): Promise<MadeKey | null> {
  const parsed = v.safeParse(registration, credential);
  if (!parsed.success) return null;
  const { transports, ...response } = parsed.output.response;
  const given: RegistrationResponseJSON = {
    ...parsed.output,
    response: { ...response, ...(transports ? { transports } : {}) },
    clientExtensionResults: {},
  };
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: given,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const made = registrationInfo.credential;
    return {
      credentialId: made.id,
      publicKey: toBase64Url(made.publicKey),
      counter: made.counter,
      transports: transports ?? [],
      synced: registrationInfo.credentialBackedUp,
    };
  } catch {
    // The library throws for each failed check; for the caller all of them are one: not a credential for us.
    return null;
  }
}

/** The account and credential that an answer names; null when it names none. Proves nothing yet. */
export function readClaim(credential: CredentialJson): { userId: string; credentialId: string } | null {
  const parsed = v.safeParse(assertion, credential);
  const handle = parsed.success ? fromBase64Url(parsed.output.response.userHandle) : null;
  if (!parsed.success || !handle) return null;
  const userId = new TextDecoder().decode(handle);
  return /^[A-Za-z0-9_-]{26}$/.test(userId) ? { userId, credentialId: parsed.output.id } : null;
}

/** @returns the new counter; null for a signature that is not valid for this challenge, page, host and key */
export async function readSigned(
  party: RelyingParty,
  challenge: string,
  credential: CredentialJson,
  key: StoredKey,
): Promise<number | null> {
  const parsed = v.safeParse(assertion, credential);
  const publicKey = fromBase64Url(key.publicKey);
  if (!parsed.success || !publicKey) return null;
  const given: AuthenticationResponseJSON = { ...parsed.output, clientExtensionResults: {} };
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: given,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id: key.credentialId, publicKey, counter: key.counter, transports: [...key.transports] },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // As above: for the caller all failures are one, a signature that opens nothing.
    return null;
  }
}
