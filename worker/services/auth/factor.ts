/** Makes the factor part of AuthService out of its operations. */
import { unwrap } from '#shared/errors.ts';
import type { AuthParts } from './deps.ts';
import type { FactorFace } from './factor.face.ts';
import { addPasskey, passkeyOptions } from './ops/add-passkey.ts';
import { signInByPasskeyByApi } from './ops/by-api.ts';
import { disableTwoFactor } from './ops/disable-two-factor.ts';
import { enableTwoFactor } from './ops/enable-two-factor.ts';
import { passkeySignInOptions, signInByPasskey } from './ops/passkey-sign-in.ts';
import { passkeys, removePasskey, renamePasskey } from './ops/passkeys.ts';
import { renewRecoveryCodes } from './ops/renew-recovery-codes.ts';
import { resumeSetup, setUpTwoFactor } from './ops/set-up-two-factor.ts';

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
