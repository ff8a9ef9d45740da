/** The part of second factors and passkeys. */
import type { AccountPart } from '../core/account-part.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  finishSignIn,
  loadSecondFactor,
  loadTwoFactorState,
  renewRecoveryCodes,
} from './account-factors.ts';
import {
  addPasskey,
  listPasskeys,
  passkeyOf,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from './account-passkeys.ts';
import { FACTOR_MIGRATION } from './store.ts';

export const factorPart = {
  tables: { 3: FACTOR_MIGRATION },
  calls: {
    passkeys: listPasskeys,
    addPasskey,
    renamePasskey,
    removePasskey,
    passkeyOf,
    signInByPasskey,
    secondFactor: loadSecondFactor,
    finishSignIn,
    twoFactor: loadTwoFactorState,
    enableTwoFactor,
    disableTwoFactor,
    renewRecoveryCodes,
  },
} satisfies AccountPart;
