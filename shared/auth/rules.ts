/**
 * Rules of e-mail addresses, passwords and names, shared by pages and the server. Pure.
 */
import { trimEndWhere } from '#shared/trim-end.ts';

export const PASSWORD_MIN_CHARS = 8;
export const PASSWORD_MAX_CHARS = 128;
export const NAME_MAX_CHARS = 50;
/** Of a name that strangers read (`public-name.ts`), in code points after NFC. */
export const PUBLIC_NAME_MAX_CHARS = 40;
/** Of a typed name as it arrives, in UTF-16 units: longer than any that is accepted, so that the answer can say why. */
export const TYPED_NAME_MAX_CHARS = 500;
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

export type PasswordProblem = 'too_short' | 'too_long' | 'is_address' | 'is_name';

/** Texts that anyone guesses who has met the person. */
export interface OwnTexts {
  /** Of the account: an e-mail address, or a number with `+`. */
  readonly address: string;
  /** Shown name; '' for none. */
  readonly name: string;
  /** Names of the product. */
  readonly products: readonly string[];
}

/** Shorter words of a name are in many passwords. */
const MIN_WORD_CHARS = 4;

/** Letters and digits of a password in lower case, for comparisons: what is hashed is the password as it was typed. */
export function barePassword(password: string): string {
  return password
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Whether a password is a text, once or repeated, with or without digits at its end. */
function isMadeOf(password: string, text: string): boolean {
  const [whole, part] = [barePassword(password), barePassword(text)];
  if (part === '' || whole === part) return part !== '';
  const stem = trimEndWhere(whole, (char) => char >= '0' && char <= '9');
  return stem !== '' && stem === part.repeat(Math.round(stem.length / part.length));
}

/** @returns null for an allowed password. Lengths are in code points after NFC */
export function passwordProblemOf(password: string, { address, name, products }: OwnTexts): PasswordProblem | null {
  const letters = [...password.normalize('NFC')].length;
  if (letters < PASSWORD_MIN_CHARS) return 'too_short';
  if (letters > PASSWORD_MAX_CHARS) return 'too_long';
  const isOne = (texts: readonly string[]) => texts.some((text) => isMadeOf(password, text));
  if (isOne([address, address.slice(0, Math.max(0, address.lastIndexOf('@')))])) return 'is_address';
  const parts = name.split(/\s+/).filter((part) => [...part].length >= MIN_WORD_CHARS);
  return isOne([name, ...parts, ...products]) ? 'is_name' : null;
}

/** Whether a name is the one that `cleanName` makes from this address. */
export function isNameOf(name: string, email: string): boolean {
  return name !== '' && name === cleanName('', email);
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
