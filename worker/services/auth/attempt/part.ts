/** The part of tries of a password. */
import type { AccountPart } from '../core/account-part.ts';
import { beginAttempt, confirmPassword, isCheckDue, returnAttempt } from './account-attempts.ts';

export const attemptPart = {
  calls: {
    beginAttempt,
    isCheckDue,
    returnAttempt,
    confirmPassword,
  },
} satisfies AccountPart;
