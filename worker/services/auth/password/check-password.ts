/** Refuses a new password that breaks a rule. */
import { judgePassword } from '#shared/auth/rules.ts';
import { AppError } from '#shared/errors.ts';

/** @throws AppError invalid_password, with the rule as its reason */
export function checkPassword(password: string, email: string, field: string): void {
  const problem = judgePassword(password, email);
  if (problem !== null)
    throw new AppError('invalid_password', { reason: problem, field, messageKey: 'auth.password.rule' });
}
