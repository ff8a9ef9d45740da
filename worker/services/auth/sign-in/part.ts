/** The part of sign-in. */
import type { AccountPart } from '../core/account-part.ts';
import { endAttempt, signInVerified } from './account-sign-in.ts';

export const signInPart = {
  calls: {
    endAttempt,
    signInVerified,
  },
} satisfies AccountPart;
