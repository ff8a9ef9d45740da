/** The part of freezing, closing and erasure. */
import type { AccountPart } from '../core/account-part.ts';
import { closeAccount, closingEpoch, eraseWhenDue, freezeAccount, unlockAccount } from './account-closing.ts';

export const closingPart = {
  calls: {
    freeze: freezeAccount,
    close: closeAccount,
    unlock: unlockAccount,
    closingEpoch,
  },
  alarm: eraseWhenDue,
} satisfies AccountPart;
