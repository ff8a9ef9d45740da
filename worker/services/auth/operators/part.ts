/** The part of acts of operators. */
import type { AccountPart } from '../core/account-part.ts';
import {
  blockAccount,
  deleteLater,
  deskAccount,
  endRecoveredSessions,
  keepAccount,
  listedPerson,
  signOutEverywhere,
  unblockAccount,
  usedTokens,
} from './account-acts.ts';
import {
  askDeskAct,
  askedDeskAct,
  beginRemovalWait,
  confirmDeskAct,
  endDeskAct,
  followRemovalLink,
  needsSecondNow,
  ownRemoval,
  removalOf,
  runDeskActs,
  takeRemoval,
} from './account-desk-acts.ts';
import { BLOCK_MIGRATION } from './block.store.ts';
import { DESK_ACTS_MIGRATION } from './desk-acts.store.ts';

export const operatorsPart = {
  tables: { 14: BLOCK_MIGRATION, 19: DESK_ACTS_MIGRATION },
  calls: {
    listedPerson,
    deskAccount,
    block: blockAccount,
    unblock: unblockAccount,
    signOutEverywhere,
    usedTokens,
    endRecoveredSessions,
    deleteLater,
    keep: keepAccount,
    needsSecondNow,
    askDeskAct,
    askedDeskAct,
    beginRemovalWait,
    confirmDeskAct,
    endDeskAct,
    ownRemoval,
    removalOf,
    followRemovalLink,
    takeRemoval,
  },
  alarm: runDeskActs,
} satisfies AccountPart;
