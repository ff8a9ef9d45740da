/**
 * Passwords: HMAC with a key of this installation, then Argon2id, stored as a PHC string. The only file that reads or writes one.
 * Computes no Argon2id itself: hash-engine.ts.
 */
import { equalBytes, type Keyring, toBase64Url } from '#worker/platform/crypto.ts';
import { randomBytes } from '#worker/platform/ids.ts';
import { type HashEngine, makeWasmEngine } from '../hashing/hash-engine.ts';
import type { HashCaller } from '../hashing/hash-usage.ts';
import { PASSWORD_PURPOSE } from '../keys.ts';

export interface Passwords {
  /** @param caller  for the queue of hashes; default: the server itself */
  hash(password: string, caller?: HashCaller): Promise<string>;
  /** Costs one Argon2id, right or wrong. */
  verify(phc: string, password: string, caller?: HashCaller): Promise<boolean>;
  /** Whether a stored hash was made with other parameters than today's. */
  isOutdated(phc: string): boolean;
}

/** 19 MiB, 2 passes, 1 lane: the minimum of OWASP for Argon2id, 30-40 ms of CPU. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PREFIX = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$`;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,172})$/;

/** Calls by the server itself, such as those for the demo people. */
const ITSELF: HashCaller = { address: '', account: '' };

/** Verified for unknown usernames: a random digest with today's parameters, of no password. */
export const UNKNOWN_USER_HASH = `${PREFIX}bm9ib2R5OnNhbHQ6MDAwMQ$J6Xn1v3pVt7nq0u8cQm2rX5yW9kZ4dL1sF7gHbTjEoA`;

/** Base64 of PHC strings: without padding. */
function encode(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll('=', '');
}

function decode(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

export function makePasswords(keyring: Keyring, engine: HashEngine = makeWasmEngine()): Passwords {
  /** ASCII, as the engines need it. */
  async function peppered(password: string): Promise<string> {
    return toBase64Url(await keyring.mac(PASSWORD_PURPOSE, password.normalize('NFC')));
  }

  return {
    async hash(password, caller = ITSELF) {
      const salt = randomBytes(SALT_BYTES);
      const asked = { salt, memoryKib: MEMORY_KIB, passes: PASSES, lanes: 1, tagBytes: TAG_BYTES };
      const tag = await engine.derive({ ...asked, text: await peppered(password) }, caller);
      return `${PREFIX}${encode(salt)}$${encode(tag)}`;
    },
    async verify(phc, password, caller = ITSELF) {
      const [, memoryKib, passes, lanes, salt, tag] = PHC.exec(phc) ?? [];
      if (salt === undefined || tag === undefined) throw new Error('a stored password hash is unreadable');
      const expected = decode(tag);
      const shown = await engine.derive(
        {
          text: await peppered(password),
          salt: decode(salt),
          memoryKib: Number(memoryKib),
          passes: Number(passes),
          lanes: Number(lanes),
          tagBytes: expected.byteLength,
        },
        caller,
      );
      return equalBytes(shown, expected);
    },
    isOutdated: (phc) => !phc.startsWith(PREFIX),
  };
}
