/**
 * One encrypted push message: the body of RFC 8291 (`aes128gcm`, one record) and the authorisation of RFC 8292. The libraries for it need
 * Node's crypto or are hardly used; the test has the vector of the RFC.
 */
import { SignJWT } from 'jose';
import { toBase64Url } from '../crypto.ts';

type Bytes = Uint8Array<ArrayBuffer>;
/** Its own copy: encoders promise no memory that is not shared. */
export const utf8 = (text: string): Bytes => new Uint8Array(new TextEncoder().encode(text));
const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
/** Record size of RFC 8188: a message is one record, of at most 4096 bytes (RFC 8030 section 7.2). */
const RECORD_BYTES = 4_096;
/** Bytes of text: the record without delimiter and tag, and without the header of 86 bytes. */
export const MAX_PUSH_BYTES = RECORD_BYTES - 17 - 86;

function joined(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

async function hkdf(secret: Bytes, salt: Bytes, info: Bytes, bytes: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bytes * 8));
}

/** Keys of a browser's subscription. */
export interface PushKeys {
  /** Uncompressed point of P-256, 65 bytes. */
  readonly p256dh: Bytes;
  /** 16 bytes. */
  readonly auth: Bytes;
}

/**
 * @param own  a key pair for this message alone, and its 16 bytes of salt
 * @throws Error for keys that are none
 */
export async function encryptPush(
  text: Bytes,
  { p256dh, auth }: PushKeys,
  own: { readonly keys: CryptoKeyPair; readonly salt: Bytes },
): Promise<Bytes> {
  if (text.length > MAX_PUSH_BYTES) throw new RangeError('the message is too long');
  const theirs = await crypto.subtle.importKey('raw', p256dh, CURVE, true, []);
  const ours = new Uint8Array((await crypto.subtle.exportKey('raw', own.keys.publicKey)) as ArrayBuffer);
  // The types of Workers name the member `$public`; the runtime takes the name of the standard.
  const algorithm = { name: 'ECDH', public: theirs } as unknown as SubtleCryptoDeriveKeyAlgorithm;
  const shared = new Uint8Array(await crypto.subtle.deriveBits(algorithm, own.keys.privateKey, 256));
  const secret = await hkdf(shared, auth, joined(utf8('WebPush: info\0'), p256dh, ours), 32);
  const raw = await hkdf(secret, own.salt, utf8('Content-Encoding: aes128gcm\0'), 16);
  const iv = await hkdf(secret, own.salt, utf8('Content-Encoding: nonce\0'), 12);
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt']);
  // 2 ends the last record.
  const record = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, joined(text, new Uint8Array([2])));
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, RECORD_BYTES);
  return joined(own.salt, size, new Uint8Array([ours.length]), ours, new Uint8Array(record));
}

export async function makePushKeys(): Promise<CryptoKeyPair> {
  return (await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])) as CryptoKeyPair;
}

/** The key that push services know this installation by. */
export interface VapidKey {
  readonly privateKey: CryptoKey;
  /** Base64url of the uncompressed point: what a browser subscribes with. */
  readonly publicText: string;
}

/** PKCS #8 of a private key of P-256 without its public half, up to the 32 bytes of the number. */
const PKCS8_HEAD = Uint8Array.from(
  [0x30, 0x41, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08].concat([
    0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x04, 0x27, 0x30, 0x25, 0x02, 0x01, 0x01, 0x04, 0x20,
  ]),
);

/** @param secret  32 random bytes, the same for as long as subscriptions are to last */
export async function vapidKeyOf(secret: Uint8Array): Promise<VapidKey> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const privateKey = await crypto.subtle.importKey('pkcs8', joined(PKCS8_HEAD, secret), algorithm, true, ['sign']);
  const { x, y } = (await crypto.subtle.exportKey('jwk', privateKey)) as { x: string; y: string };
  const point = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  return { privateKey, publicText: toBase64Url(joined(new Uint8Array([4]), point(x), point(y))) };
}

/** 12 hours: RFC 8292 allows 24. */
const TOKEN_SECONDS = 12 * 3_600;

/** The header `Authorization`. @param contact  https: or mailto:, for the operators of the push service; '' for none */
export async function vapidHeader(
  key: VapidKey,
  { endpoint, contact, nowMs }: { readonly endpoint: URL; readonly contact: string; readonly nowMs: number },
): Promise<string> {
  const token = new SignJWT(contact === '' ? {} : { sub: contact })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(endpoint.origin)
    .setExpirationTime(Math.floor(nowMs / 1_000) + TOKEN_SECONDS);
  return `vapid t=${await token.sign(key.privateKey)}, k=${key.publicText}`;
}
