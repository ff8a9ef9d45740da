/** The text of a file that the frame shows. */
import { type DecodedText, decodeText } from '#shared/content/text-decoding.ts';
import type { ShowMessage } from '../document/messages.ts';

export function readText({ bytes, language, encoding }: ShowMessage): DecodedText {
  return decodeText(new Uint8Array(bytes), { language }, encoding);
}
