/** Reads bytes in a known encoding: with `TextDecoder`, and with the tables that it lacks. Pure. */
import { decodeDos, isDosPage } from './dos-pages.ts';
import type { TextEncoding } from './encodings.ts';

/** Text in a known encoding, without a byte order mark; bytes that do not belong to it become U+FFFD. */
export function decodeAs(bytes: Uint8Array, encoding: TextEncoding): string {
  return isDosPage(encoding) ? decodeDos(bytes, encoding) : new TextDecoder(encoding).decode(bytes);
}
