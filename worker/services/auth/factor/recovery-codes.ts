/** Recovery codes: made, read in any spelling, and stored as keyed digests only. */

import { RECOVERY_ALPHABET, RECOVERY_CODE_CHARS } from '#shared/intake/shapes.ts';
import { type Keyring, toHex } from '#worker/platform/crypto.ts';
import { randomBytes } from '#worker/platform/ids.ts';
import { RECOVERY_CODES, RECOVERY_PURPOSE } from './keys.ts';

function newCode(): string {
  let code = '';
  while (code.length < RECOVERY_CODE_CHARS) {
    const [byte = 255] = randomBytes(1);
    // A byte past the last whole round would favour the first letters.
    if (byte < RECOVERY_ALPHABET.length * 8) code += RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length];
  }
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** Ten codes such as `h7k2m-9xqrt`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, newCode);
}

/** The stored digest of a code; case, spaces and the dash do not count. */
export async function recoveryDigest(keyring: Pick<Keyring, 'mac'>, userId: string, typed: string): Promise<string> {
  const code = typed.toLowerCase().replace(/[^a-z0-9]/g, '');
  return toHex(await keyring.mac(RECOVERY_PURPOSE, `${userId}:${code}`));
}
