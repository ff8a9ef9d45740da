/** MD5 of a text, for the captcha signature alone: telemetry, never a proof. Pure: the page's policy allows no WebAssembly. */
import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** @returns 32 lower-case hex digits */
export function md5Hex(text: string): string {
  return bytesToHex(md5(utf8ToBytes(text)));
}
