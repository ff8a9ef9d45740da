/** Makes the factor part of AuthService out of its operations. */
import { unwrap } from '#shared/errors.ts';
import type { AuthParts } from '../deps.ts';
import { signInByPasskeyByApi } from '../session/by-api.ts';
import { addPasskey, passkeyOptions } from './add-passkey.ts';
import { disableTwoFactor } from './disable-two-factor.ts';
import { enableTwoFactor } from './enable-two-factor.ts';
import { passkeySignInOptions, signInByPasskey } from './passkey-sign-in.ts';
import { passkeys, removePasskey, renamePasskey } from './passkeys.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import type { FactorFace } from './service.ts';
import { resumeSetup, setUpTwoFactor } from './set-up-two-factor.ts';

export function makeFactorOps(parts: AuthParts): FactorFace {
  return {
    async twoFactor(caller) {
      const { enabledMs, recoveryCodesLeft } = unwrap(await parts.accounts.getByName(caller.userId).twoFactor(caller));
      return { enabledMs, recoveryCodesLeft };
    },
    setUpTwoFactor: (caller, input, call) => setUpTwoFactor(parts, caller, input, call),
    resumeSetup: (caller, input, call) => resumeSetup(parts, caller, input, call),
    enableTwoFactor: (caller, input, call) => enableTwoFactor(parts, caller, input, call),
    disableTwoFactor: (caller, input, call) => disableTwoFactor(parts, caller, input, call),
    renewRecoveryCodes: (caller, input, call) => renewRecoveryCodes(parts, caller, input, call),
    passkeys: (caller) => passkeys(parts, caller),
    passkeyOptions: (caller, input, call) => passkeyOptions(parts, caller, input, call),
    addPasskey: (caller, input, call) => addPasskey(parts, caller, input, call),
    renamePasskey: (caller, input) => renamePasskey(parts, caller, input),
    removePasskey: (caller, input, call) => removePasskey(parts, caller, input, call),
    passkeySignInOptions: (input, call) => passkeySignInOptions(parts, input, call),
    signInByPasskey: (input, call) => signInByPasskey(parts, input, call),
    signInByPasskeyByApi: (input, signs, call) => signInByPasskeyByApi(parts, input, signs, call),
  };
}
