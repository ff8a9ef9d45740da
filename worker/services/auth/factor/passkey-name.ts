/** The name of a passkey. Pure. */

/** Long enough for the name of a device and its place. */
const MAX_CHARS = 60;

/** The typed name on one line, without control and format characters; '' when nothing is left. */
export function cleanPasskeyName(typed: string): string {
  const name = typed
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return [...name].slice(0, MAX_CHARS).join('').trim();
}
