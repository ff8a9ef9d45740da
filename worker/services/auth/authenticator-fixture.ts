/**
 * An authenticator in software, for the tests: makes one discoverable ES256 credential and signs with it, as WebAuthn level 3
 * writes both. Tests can falsify every part.
 */
import { fromBase64Url, toBase64Url } from '#worker/platform/crypto.ts';
import { randomBytes } from '#worker/platform/ids.ts';
import type { CredentialJson } from './factor/webauthn.ts';

const encoder = new TextEncoder();
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly verified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly credentialId?: string;
  /** Changes the last byte of the signature. */
  readonly badSignature?: boolean;
}

export interface SoftAuthenticator {
  readonly credentialId: string;
  create(options: Readonly<Record<string, unknown>>, lies?: Lies): Promise<CredentialJson>;
  get(options: Readonly<Record<string, unknown>>, lies?: Lies): Promise<CredentialJson>;
}

function join(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

const bytesOf = (text: string) => Uint8Array.from(encoder.encode(text));
/** CBOR of a byte string of 24 to 65,535 bytes. */
const cborBytes = (bytes: Uint8Array) => join([0x59, bytes.length >> 8, bytes.length & 255], bytes);
const cborText = (text: string) => join([0x60 + text.length], bytesOf(text));

/** @param raw  r and s of 32 bytes each, as WebCrypto signs */
function derSignature(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const integer = (bytes: Uint8Array) => {
    let from = 0;
    while (from < bytes.length - 1 && bytes[from] === 0) from += 1;
    const rest = bytes.slice(from);
    const padded = (rest[0] ?? 0) > 127 ? join([0], rest) : join(rest);
    return join([0x02, padded.length], padded);
  };
  const both = join(integer(raw.slice(0, 32)), integer(raw.slice(32)));
  return join([0x30, both.length], both);
}

function coseKey(x: Uint8Array, y: Uint8Array): Uint8Array<ArrayBuffer> {
  // {1: 2, 3: -7, -1: 1, -2: x, -3: y}
  return join([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20], x, [0x22, 0x58, 0x20], y);
}

export async function makeAuthenticator(origin: string): Promise<SoftAuthenticator> {
  const keys = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair;
  const jwk = (await crypto.subtle.exportKey('jwk', keys.publicKey)) as JsonWebKey;
  const cose = coseKey(
    fromBase64Url(jwk.x ?? '') ?? new Uint8Array(0),
    fromBase64Url(jwk.y ?? '') ?? new Uint8Array(0),
  );
  const idBytes = randomBytes(32);
  const credentialId = toBase64Url(idBytes);
  let counter = 0;
  let userHandle = '';

  function clientData(type: string, options: Readonly<Record<string, unknown>>, lies: Lies): Uint8Array<ArrayBuffer> {
    const challenge = lies.challenge ?? options['challenge'];
    return bytesOf(JSON.stringify({ type, challenge, origin: lies.origin ?? origin, crossOrigin: false }));
  }

  async function authenticatorData(lies: Lies, more: number, tail: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const flags = USER_PRESENT | (lies.verified === false ? 0 : USER_VERIFIED) | more;
    const count = lies.counter ?? counter;
    const hash = await sha256(bytesOf(lies.rpId ?? new URL(origin).hostname));
    return join(hash, [flags, count >>> 24, (count >> 16) & 255, (count >> 8) & 255, count & 255], tail);
  }

  return {
    credentialId,
    async create(options, lies = {}) {
      userHandle = (options['user'] as { id: string }).id;
      const attested = join(new Uint8Array(16), [0, idBytes.length], idBytes, cose);
      const data = await authenticatorData(lies, HAS_CREDENTIAL, attested);
      const attestation = join(
        [0xa3],
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        [0xa0],
        cborText('authData'),
        cborBytes(data),
      );
      return {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: toBase64Url(clientData('webauthn.create', options, lies)),
          attestationObject: toBase64Url(attestation),
          transports: ['internal'],
        },
      };
    },
    async get(options, lies = {}) {
      counter += 1;
      const data = await authenticatorData(lies, 0, new Uint8Array(0));
      const client = clientData('webauthn.get', options, lies);
      const signed = join(data, await sha256(client));
      const raw = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, keys.privateKey, signed);
      const signature = derSignature(new Uint8Array(raw));
      const last = signature.length - 1;
      if (lies.badSignature) signature[last] = (signature[last] ?? 0) ^ 1;
      const id = lies.credentialId ?? credentialId;
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: toBase64Url(client),
          authenticatorData: toBase64Url(data),
          signature: toBase64Url(signature),
          userHandle: lies.userHandle ?? userHandle,
        },
      };
    },
  };
}
