/** Letters that a decoder could not read. Pure, linear. */
import type { DecodedText } from '#shared/content/text-decoding.ts';

/** U+FFFD in UTF-8: written in the text itself, it is not lost. */
const SIGN = [0xef, 0xbf, 0xbd] as const;

export function lostLetters({ text, encoding }: DecodedText, bytes: Uint8Array): number {
  let lost = 0;
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) lost += 1;
  if (lost === 0 || encoding !== 'utf-8') return lost;
  for (let at = bytes.indexOf(SIGN[0]); at >= 0; at = bytes.indexOf(SIGN[0], at + 1))
    if (bytes[at + 1] === SIGN[1] && bytes[at + 2] === SIGN[2]) lost -= 1;
  return Math.max(0, lost);
}
