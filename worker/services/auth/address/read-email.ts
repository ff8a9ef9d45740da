/** Reads one plain e-mail address. */
import { isEmail } from '#shared/auth/rules.ts';
import { AppError } from '#shared/errors.ts';

/** @returns the address as typed, trimmed. @throws AppError invalid_argument */
export function readEmail(typed: string): string {
  const email = typed.trim();
  if (!isEmail(email))
    throw new AppError('invalid_argument', { reason: 'email', field: 'email', messageKey: 'auth.email.invalid' });
  return email;
}
