/** Makes the settings part of AuthService out of its operations. */

import { changeAddress, removePhone } from '../address/change-address.ts';
import { undoEmail } from '../address/undo-email.ts';
import type { AuthParts } from '../deps.ts';
import { devices, endOthers, revokeDevice } from '../device/devices.ts';
import { answerTokens } from '../session/by-api.ts';
import { mayGiveCookie } from '../session/rules.ts';
import { readSudo, sudo } from '../session/sudo.ts';
import { changePassword } from './change-password.ts';
import { close, freeze, unlock } from './end-account.ts';
import { picture, removePicture, setPicture } from './picture.ts';
import { readPreferences, writePreferences } from './preferences.ts';
import { rename } from './rename.ts';
import type { SettingsFace } from './service.ts';

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
