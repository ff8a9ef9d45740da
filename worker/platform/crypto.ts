/**
 * Keys derived from the one root secret, and the keyed operations built on them. Independent of features: callers name the purpose.
 */
import { randomBytes } from './ids.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function toHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return hex;
}

export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length >> 1);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

export function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Base64url without padding whose unused last bits are zero: each text of bytes has one form (RFC 4648 section 3.5). */
const BASE64URL = /^(?:[\w-]{4})*(?:[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])?$/;

/** @returns null when the text is no base64url, or not the one form that `toBase64Url` writes */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!BASE64URL.test(text)) return null;
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}

/** Compares in constant time for equal lengths. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return difference === 0;
}

/** Compares ASCII in constant time for equal lengths. */
export function equalTexts(a: string, b: string): boolean {
  return equalBytes(encoder.encode(a), encoder.encode(b));
}

export interface Keyring {
  /** HMAC-SHA256 over `text` with the key of `purpose`. 32 bytes. */
  mac(purpose: string, text: string): Promise<Uint8Array>;
  /** AES-256-GCM; the answer is base64url of nonce and ciphertext. */
  seal(purpose: string, text: string): Promise<string>;
  /** @returns null when it was not sealed by this key */
  open(purpose: string, sealed: string): Promise<string | null>;
  /** `payload.signature`, the payload readable by anyone. */
  sign(purpose: string, payload: object): Promise<string>;
  /** @returns null when the signature is wrong or the text is malformed; the caller checks expiry */
  verify(purpose: string, token: string): Promise<unknown>;
}

/** @param rootSecretHex  64 hex digits */
export function makeKeyring(rootSecretHex: string): Keyring {
  const keys = new Map<string, Promise<CryptoKey>>();
  let root: Promise<CryptoKey> | undefined;

  function derive(purpose: string, algorithm: 'HMAC' | 'AES-GCM'): Promise<CryptoKey> {
    const id = `${algorithm}:${purpose}`;
    let key = keys.get(id);
    if (!key) {
      root ??= crypto.subtle.importKey('raw', fromHex(rootSecretHex), 'HKDF', false, ['deriveKey']);
      key = root.then((base) =>
        crypto.subtle.deriveKey(
          { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: encoder.encode(id) },
          base,
          algorithm === 'HMAC' ? { name: 'HMAC', hash: 'SHA-256', length: 256 } : { name: 'AES-GCM', length: 256 },
          false,
          algorithm === 'HMAC' ? ['sign', 'verify'] : ['encrypt', 'decrypt'],
        ),
      );
      keys.set(id, key);
    }
    return key;
  }

  async function mac(purpose: string, text: string): Promise<Uint8Array> {
    return new Uint8Array(await crypto.subtle.sign('HMAC', await derive(purpose, 'HMAC'), encoder.encode(text)));
  }

  return {
    mac,
    async seal(purpose, text) {
      const iv = randomBytes(12);
      const key = await derive(purpose, 'AES-GCM');
      const body = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, encoder.encode(text)));
      const all = new Uint8Array(iv.length + body.length);
      all.set(iv);
      all.set(body, iv.length);
      return toBase64Url(all);
    },
    async open(purpose, sealed) {
      const all = fromBase64Url(sealed);
      if (!all || all.length < 28) return null;
      try {
        const key = await derive(purpose, 'AES-GCM');
        return decoder.decode(
          await crypto.subtle.decrypt({ name: 'AES-GCM', iv: all.slice(0, 12) }, key, all.slice(12)),
        );
      } catch {
        return null;
      }
    },
    async sign(purpose, payload) {
      const body = toBase64Url(encoder.encode(JSON.stringify(payload)));
      return `${body}.${toBase64Url(await mac(purpose, body))}`;
    },
    async verify(purpose, token) {
      const [body = '', signature = '', extra] = token.split('.');
      const given = fromBase64Url(signature);
      const bytes = fromBase64Url(body);
      if (extra !== undefined || !given || !bytes || !equalBytes(given, await mac(purpose, body))) return null;
      try {
        return JSON.parse(decoder.decode(bytes)) as unknown;
      } catch {
        return null;
      }
    },
  };
}
