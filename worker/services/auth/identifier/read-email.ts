/** Reads one plain e-mail address. */
import { isEmail } from '#shared/auth/rules.ts';
import { AppError } from '#shared/errors.ts';
import { mailAddressIn } from '#shared/intake/mail.ts';

/** @returns the one address of the text, its domain in ASCII. @throws AppError invalid_argument */
export function readEmail(typed: string): string {
  const email = mailAddressIn(typed);
  if (!isEmail(email))
    throw new AppError('invalid_argument', { reason: 'email', field: 'email', messageKey: 'auth.email.invalid' });
  return email;
}
