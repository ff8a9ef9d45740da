/** Names of the drive as names that any file system takes, and other names for what is there already. Pure. */
import { trimEndWhere } from '#shared/trim-end.ts';

/**
 * What Windows, macOS, Linux or a browser refuse in a name: signs of paths, control characters, and format characters, some of
 * which turn the writing round so that an ending seems another. The two joiners belong to letters and emoji.
 */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\p{Noncharacter_Code_Point}]|(?![\u200c\u200d])\p{Cf}/gu;
/** Dropped in silence at the end by Windows, so that two names would be one; browsers refuse any blank there. */
const LOST_AT_END = /^[.\s]$/u;
/** Names of devices, with any ending: Windows opens the device. */
const DEVICES = /^(con|prn|aux|nul|(com|lpt)[\d\u00b9\u00b2\u00b3]|conin\$|conout\$|clock\$) *(\.|$)/i;
/** Files that a desktop runs or follows when it only shows them; browsers refuse to write them. */
const FOLLOWED = /\.(lnk|local|scf|url|\{[0-9a-f-]+\})$|^(desktop\.ini|thumbs\.db)$/i;
/** 255 bytes of UTF-8 is what file systems take; the rest is for a number and the browser's own ending. */
const NAME_BYTES = 230;

const encoder = new TextEncoder();

/** Where the ending of a name starts; its length when there is none. */
function endingAt(name: string): number {
  const at = name.lastIndexOf('.');
  return at > 0 && name.length - at <= 16 ? at : name.length;
}

/** As many whole characters as fit into so many bytes. */
function cut(text: string, bytes: number): string {
  let kept = '';
  let left = bytes;
  for (const character of text) {
    left -= encoder.encode(character).length;
    if (left < 0) break;
    kept += character;
  }
  return kept;
}

function withoutLostEnd(name: string): string {
  return trimEndWhere(name, (char) => LOST_AT_END.test(char));
}

/** The nearest name that can be written anywhere. The same for the same name. */
export function safeName(name: string): string {
  const plain = withoutLostEnd(name.toWellFormed().replace(FORBIDDEN, '_')).trimStart();
  const named = plain === '' ? '_' : DEVICES.test(plain) ? `_${plain}` : plain;
  const safe = FOLLOWED.test(named) ? `${named}.download` : named;
  const at = endingAt(safe);
  const ending = safe.slice(at);
  return withoutLostEnd(cut(safe.slice(0, at), NAME_BYTES - encoder.encode(ending).length) + ending);
}

/** The name for the nth of those that want it; 0: itself. */
export function numberedName(name: string, nth: number): string {
  if (nth === 0) return name;
  const at = endingAt(name);
  return `${name.slice(0, at)} (${nth})${name.slice(at)}`;
}

/** Equal for names that some file system takes for the same. */
export function foldedName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
