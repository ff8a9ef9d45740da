/** The part of acts of operators. */
import type { AccountPart } from '../core/account-part.ts';
import {
  blockAccount,
  deleteLater,
  demandReset,
  deskAccount,
  endRecoveredSessions,
  keepAccount,
  listedPerson,
  signOutEverywhere,
  unblockAccount,
} from './account-acts.ts';
import { BLOCK_MIGRATION } from './block.store.ts';

export const operatorsPart = {
  tables: { 14: BLOCK_MIGRATION },
  calls: {
    listedPerson,
    deskAccount,
    block: blockAccount,
    unblock: unblockAccount,
    signOutEverywhere,
    endRecoveredSessions,
    demandReset,
    deleteLater,
    keep: keepAccount,
  },
} satisfies AccountPart;
