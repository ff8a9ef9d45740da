/** Reads the address of a code: one plain e-mail address or one phone number. */
import type { Channel } from '#worker/services/mail/index.ts';
import { normaliseIdentifier } from './identifier.ts';
import { maskPhone } from './mask.ts';
import { readPhone } from './phone.ts';
import { readEmail } from './read-email.ts';

export interface Address {
  readonly channel: Channel;
  /** The e-mail address with its domain in ASCII, or the number in E.164. */
  readonly to: string;
  /** Its spelling in the directory and in verifications. */
  readonly subject: string;
  /** The two fields of the account; one of them is ''. */
  readonly email: string;
  readonly phone: string;
  /** An address-like text for a default name: a number never becomes a name. */
  readonly nameSource: string;
  /** Its field on the wire. */
  readonly field: 'email' | 'phone_number';
}

/** The address of a code and of its account: one of the two; the other is '' or absent. */
export interface AddressInput {
  readonly email?: string;
  /** With `+`; other spellings are read by `readPhone`. */
  readonly phone?: string;
}

/** @returns the e-mail address when both were sent. @throws AppError invalid_argument */
export function readAddress(input: AddressInput): Address {
  if ((input.email ?? '').trim() === '' && (input.phone ?? '').trim() !== '') {
    const phone = readPhone(input.phone ?? '');
    const nameSource = `${maskPhone(phone)}@`;
    const subject = normaliseIdentifier(phone);
    return { channel: 'sms', to: phone, subject, email: '', phone, nameSource, field: 'phone_number' };
  }
  const email = readEmail(input.email ?? '');
  const subject = normaliseIdentifier(email);
  return { channel: 'mail', to: email, subject, email, phone: '', nameSource: email, field: 'email' };
}
