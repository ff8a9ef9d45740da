/** The part of a new password. */
import type { AccountPart } from '../core/account-part.ts';
import { changePassword, resetPassword, resetState } from './account-password.ts';

export const passwordPart = {
  calls: {
    resetState,
    resetPassword,
    changePassword,
  },
} satisfies AccountPart;
