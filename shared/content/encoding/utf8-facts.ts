/** Facts of bytes that are read as UTF-8. Pure, linear. @source RFC 3629 */

export interface Utf8Facts {
  /** Whole characters beyond ASCII. */
  readonly whole: number;
  /** Of three or four bytes. */
  readonly long: number;
  /** Sequences that are broken. An end that is cut is none. */
  readonly broken: number;
  /** Control characters, without tabs and line ends. */
  readonly controls: number;
}

/** @returns bytes of the character that begins at `at`; 0 where none can begin */
function lengthAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/** Neither an overlong form, nor a surrogate, nor beyond the last character. */
function isSecond(lead: number, byte: number): boolean {
  const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  return byte >= least && byte <= most;
}

/** @param isCut  more bytes follow */
export function utf8Facts(bytes: Uint8Array, isCut: boolean): Utf8Facts {
  let [whole, long, broken, controls] = [0, 0, 0, 0];
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    if (lead < 128) {
      if (lead < 9 || (lead > 13 && lead < 32)) controls += 1;
      at += 1;
      continue;
    }
    const length = lengthAt(bytes, at);
    let size = 1;
    if (length > 0 && isSecond(lead, bytes[at + 1] ?? 0))
      for (size = 2; size < length && ((bytes[at + size] ?? 0) & 0xc0) === 0x80; ) size += 1;
    if (size === length) {
      whole += 1;
      if (length > 2) long += 1;
    } else if (!(isCut && length > 0 && at + size >= bytes.length)) broken += 1;
    at += size;
  }
  return { whole, long, broken, controls };
}
