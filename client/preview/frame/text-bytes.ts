/** The text of a file that the frame shows. */
import { type DecodedText, decodeText } from '#shared/content/text-decoding.ts';
import type { ShowMessage } from '../document/messages.ts';
import { lostLetters } from './lost-letters.rules.ts';
import type { TellLess } from './render.ts';

export function readText({ bytes, language, encoding }: ShowMessage, reportOmissions: TellLess): DecodedText {
  const stored = new Uint8Array(bytes);
  const decoded = decodeText(stored, { language }, encoding);
  reportOmissions({ letters: lostLetters(decoded, stored) });
  return decoded;
}
