/**
 * Rules of e-mail addresses, passwords and names, shared by pages and the server. Pure.
 */

export const PASSWORD_MIN_CHARS = 8;
export const PASSWORD_MAX_CHARS = 128;
export const NAME_MAX_CHARS = 50;
/** RFC 5321: longest address. */
export const EMAIL_MAX_CHARS = 254;

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;

/** Whether text may stand before the `@`. */
export function isLocalPart(text: string): boolean {
  return text.length <= 64 && LOCAL_PART.test(text);
}

/** Whether text is one plain address: no quotes, no comments, no list, a domain with a dot. International domains in ASCII form. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  return at > 0 && text.length <= EMAIL_MAX_CHARS && isLocalPart(text.slice(0, at)) && DOMAIN.test(text.slice(at + 1));
}

export type PasswordProblem = 'too_short' | 'too_long' | 'is_address';

/**
 * @param address  of the account: an e-mail address, or a number with `+`
 * @returns null for an allowed password. Lengths are in code points after NFC
 */
export function judgePassword(password: string, address: string): PasswordProblem | null {
  const letters = [...password.normalize('NFC')].length;
  if (letters < PASSWORD_MIN_CHARS) return 'too_short';
  if (letters > PASSWORD_MAX_CHARS) return 'too_long';
  const same = (text: string) => text.trim().toLowerCase() === password.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  return same(address) || same(at < 0 ? address.slice(1) : address.slice(0, at)) ? 'is_address' : null;
}

/** A mail address or a phone number anywhere in a name. */
const ADDRESS = /\S@\S|\+?\d[\d\s().-]{6,}\d/u;

/** Whether a name holds an address, which strangers may not read. */
export function isAddressLike(name: string): boolean {
  return ADDRESS.test(name);
}

/** The shown name: the typed one without control and format characters, else the part of the address before the `@`. */
export function cleanName(typed: string, email: string): string {
  const name = typed
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  const shown = name === '' ? email.slice(0, email.lastIndexOf('@')) : name;
  return [...shown].slice(0, NAME_MAX_CHARS).join('').trim();
}
