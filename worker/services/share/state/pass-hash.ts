/**
 * The keyed, salted hash of a passcode: useless without the key, different for equal codes.
 */
import { type Keyring, toHex } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { KEY_PURPOSE } from '../keys.ts';

/** Hex of 32 bytes. */
export async function passHash(keyring: Keyring, salt: string, code: string): Promise<string> {
  return toHex(await keyring.mac(KEY_PURPOSE.passHash, `${salt}:${code}`));
}

/** A new salt with the hash of the code; an empty hash for no code. */
export async function newPassHash(keyring: Keyring, code: string): Promise<{ salt: string; passHash: string }> {
  const salt = newHexId();
  return { salt, passHash: code === '' ? '' : await passHash(keyring, salt, code) };
}
