/** The part of the data of an account. */
import type { AccountPart } from '../core/account-part.ts';
import { exportAccount } from './account-export.ts';

export const exportPart = {
  calls: {
    exportAccount,
  },
} satisfies AccountPart;
