/** The part of sign-up. */
import type { AccountPart } from '../core/account-part.ts';
import { signUp } from './account-sign-up.ts';

export const signUpPart = {
  calls: {
    signUp,
  },
} satisfies AccountPart;
