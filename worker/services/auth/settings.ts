/** Makes the settings part of AuthService out of its operations. */
import type { AuthParts } from './deps.ts';
import { answerTokens } from './ops/by-api.ts';
import { changeAddress, removePhone } from './ops/change-address.ts';
import { changePassword } from './ops/change-password.ts';
import { devices, endOthers, revokeDevice } from './ops/devices.ts';
import { close, freeze, unlock } from './ops/end-account.ts';
import { picture, removePicture, setPicture } from './ops/picture.ts';
import { readPreferences, writePreferences } from './ops/preferences.ts';
import { rename } from './ops/rename.ts';
import { readSudo, sudo } from './ops/sudo.ts';
import { undoEmail } from './ops/undo-email.ts';
import { mayGiveCookie } from './rules.ts';
import type { SettingsFace } from './settings.face.ts';

export function makeSettingsOps(parts: AuthParts): SettingsFace {
  return {
    sudo: (input, caller, call) => sudo(parts, input, caller, call),
    readSudo: (sudoToken, caller) => readSudo(parts, sudoToken, caller),
    changePassword: (input, caller, call) => changePassword(parts, input, caller, call),
    async changePasswordByApi(input, signs, caller, call) {
      const signedIn = await changePassword(parts, input, caller, call);
      return answerTokens(signedIn, mayGiveCookie(signs, caller.clientId, parts.appOrigin));
    },
    changeEmail: (input, caller, call) => changeAddress(parts, 'email', input, caller, call),
    changePhone: (input, caller, call) => changeAddress(parts, 'phone', input, caller, call),
    removePhone: (input, caller, call) => removePhone(parts, input, caller, call),
    undoEmail: (input) => undoEmail(parts, input),
    rename: (input, caller) => rename(parts, input, caller),
    setPicture: (bytes, caller) => setPicture(parts, bytes, caller),
    removePicture: (caller) => removePicture(parts, caller),
    picture: (userId, hash) => picture(parts, userId, hash),
    preferences: (names, caller) => readPreferences(parts, names, caller),
    savePreferences: (items, caller) => writePreferences(parts, items, caller),
    devices: (caller) => devices(parts, caller),
    revokeDevice: (deviceId, caller) => revokeDevice(parts, deviceId, caller),
    endOthers: (caller) => endOthers(parts, caller),
    freeze: (input, caller, call) => freeze(parts, input, caller, call),
    close: (input, caller, call) => close(parts, input, caller, call),
    unlock: (input, call) => unlock(parts, input, call),
    async unlockByApi(input, signs, call) {
      const signedIn = await unlock(parts, input, call);
      return answerTokens(signedIn, mayGiveCookie(signs, input.clientId, parts.appOrigin));
    },
  };
}
