/** File names that every file system accepts: of files that are saved to a device, and inside zip files. Pure. */
import { trimEndWhere } from '#shared/trim-end.ts';

/**
 * Characters that Windows, macOS, Linux or a browser refuse in a name: path separators, control characters, and format
 * characters, some of which reverse the text and so disguise an extension. The two joiners belong to letters and emoji.
 */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\p{Noncharacter_Code_Point}]|(?![\u200c\u200d])\p{Cf}/gu;
/** Windows drops these at the end, which merges two names into one; browsers refuse blanks there. */
const LOST_AT_END = /^[.\s]$/u;
/** Device names with any extension: Windows opens the device. */
const DEVICES = /^(con|prn|aux|nul|(com|lpt)[\d\u00b9\u00b2\u00b3]|conin\$|conout\$|clock\$) *(\.|$)/i;
/** Files that a desktop executes or follows when it shows their folder; browsers refuse to write them. */
const UNSAFE = /\.(lnk|local|scf|url|\{[0-9a-f-]+\})$|^(desktop\.ini|thumbs\.db)$/i;
/** File systems accept 255 bytes of UTF-8; the rest is for a number and the browser's own suffix. */
const NAME_BYTES = 230;
/** At most three bytes of UTF-8 for each UTF-16 unit. */
const BYTES_PER_UNIT = 3;

const encoder = new TextEncoder();

/** Index of the extension; the length of the name when it has none. */
export function extensionAt(name: string): number {
  const at = name.lastIndexOf('.');
  return at > 0 && name.length - at <= 16 ? at : name.length;
}

/** The longest prefix of whole characters within this many bytes. */
function cut(text: string, bytes: number): string {
  if (text.length * BYTES_PER_UNIT <= bytes) return text;
  let prefix = '';
  let left = bytes;
  for (const character of text) {
    left -= encoder.encode(character).length;
    if (left < 0) break;
    prefix += character;
  }
  return prefix;
}

function withoutLostEnd(name: string): string {
  return trimEndWhere(name, (char) => LOST_AT_END.test(char));
}

/** The nearest safe name. Deterministic. @param limitBytes  its longest length in UTF-8 */
export function safeName(name: string, limitBytes = NAME_BYTES): string {
  const plain = withoutLostEnd(name.toWellFormed().replace(FORBIDDEN, '_')).trimStart();
  const named = plain === '' ? '_' : DEVICES.test(plain) ? `_${plain}` : plain;
  const safe = UNSAFE.test(named) ? `${named}.download` : named;
  const at = extensionAt(safe);
  const extension = safe.slice(at);
  return withoutLostEnd(cut(safe.slice(0, at), limitBytes - encoder.encode(extension).length) + extension);
}
