/** The address of a call about codes: one plain e-mail address, or nothing happens. */
import { isEmail } from '#shared/auth/rules.ts';
import { AppError } from '#shared/errors.ts';

/** @returns the address as typed, spaces around it gone. @throws AppError invalid_argument */
export function readEmail(typed: string): string {
  const email = typed.trim();
  if (!isEmail(email))
    throw new AppError('invalid_argument', { reason: 'email', field: 'email', messageKey: 'auth.email.invalid' });
  return email;
}
