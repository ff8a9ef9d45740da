/**
 * Passwords: HMAC with a key of this installation, then Argon2id, kept as a PHC string. The only place that hashes one.
 */
import Argon2, { Argon2Type, Argon2Version } from '@phi-ag/argon2';
import wasm from '@phi-ag/argon2/argon2.wasm';
import { type Keyring, toBase64Url } from '#worker/platform/crypto.ts';
import { randomBytes } from '#worker/platform/ids.ts';
import { PASSWORD_PURPOSE } from './keys.ts';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Costs one Argon2id whatever the answer. */
  verify(phc: string, password: string): Promise<boolean>;
  /** Whether a stored hash was made with other parameters than today's. */
  isOutdated(phc: string): boolean;
}

/** 19 MiB, 2 passes, 1 lane: the floor OWASP names for Argon2id, 30-40 ms of CPU. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const PREFIX = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$`;

/** Verified for usernames nobody has: random digest of today's parameters whose password nobody knows. */
export const NOBODYS_HASH = `${PREFIX}bm9ib2R5OnNhbHQ6MDAwMQ$J6Xn1v3pVt7nq0u8cQm2rX5yW9kZ4dL1sF7gHbTjEoA`;

const MISMATCH = 'The password does not match the supplied hash';

export function makePasswords(keyring: Keyring): Passwords {
  let ready: Promise<Argon2> | undefined;

  function engine(): Promise<Argon2> {
    ready ??= WebAssembly.instantiate(wasm, {}).then((instance) => new Argon2(instance));
    return ready;
  }

  /** The engine measures text in UTF-16 units, so it is handed ASCII only. */
  async function peppered(password: string): Promise<string> {
    return toBase64Url(await keyring.mac(PASSWORD_PURPOSE, password.normalize('NFC')));
  }

  return {
    async hash(password) {
      const [argon2, text] = await Promise.all([engine(), peppered(password)]);
      return argon2.hash(text, {
        salt: randomBytes(16),
        hashLength: 32,
        memoryCost: MEMORY_KIB,
        timeCost: PASSES,
        parallelism: 1,
        type: Argon2Type.Argon2id,
        version: Argon2Version.Version13,
      }).encoded;
    },
    async verify(phc, password) {
      const [argon2, text] = await Promise.all([engine(), peppered(password)]);
      const answer = argon2.tryVerify(phc, text);
      if (!answer.success && answer.error !== MISMATCH)
        throw new Error(`a stored password hash is unreadable: ${answer.error}`);
      return answer.success;
    },
    isOutdated: (phc) => !phc.startsWith(PREFIX),
  };
}
