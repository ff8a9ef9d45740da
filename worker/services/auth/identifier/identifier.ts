/** Identifiers in the directory's spelling. Pure. */

import { mailAddressIn } from '#shared/intake/mail.ts';
import { plainText } from '#shared/intake/plain-text.ts';
import { parsePhone } from './phone.ts';

/** A typed username in the directory's spelling. */
export function normaliseIdentifier(text: string): string {
  const plain = plainText(text);
  if (plain.includes('@')) return `email:${mailAddressIn(plain).toLowerCase()}`;
  const number = plain.replace(/^tel:/i, '');
  if (number.startsWith('+')) return `phone:${parsePhone(number) ?? `+${number.replace(/\D/g, '')}`}`;
  return `name:${text.normalize('NFC').trim().toLowerCase()}`;
}

/** Whether a proven address, in the directory's spelling, is one of the account's own. */
export function hasAddress({ email, phone }: { email: string; phone: string }, subject: string): boolean {
  return [email, phone].some((address) => address !== '' && normaliseIdentifier(address) === subject);
}
