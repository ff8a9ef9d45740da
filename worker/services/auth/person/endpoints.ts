/** Endpoints of the account's settings, each bound to its operation. */
import type { Hono } from 'hono';
import { PICTURE_MAX_BYTES } from '#shared/auth/picture.ts';
import { preferenceEndpoints } from '#shared/auth/preferences.contract.ts';
import { settingsEndpoints } from '#shared/auth/settings.contract.ts';
import { wireTime } from '#shared/units.ts';
import { readLimitedBytes } from '#worker/platform/body/read.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import { changeAddress, removePhone } from '../address/change-address.ts';
import { undoEmail } from '../address/undo-email.ts';
import { sudo } from '../attempt/sudo.ts';
import { close, freeze, unlock } from '../closing/end-account.ts';
import type { AuthParts } from '../deps.ts';
import { changePassword } from '../password-change/change-password.ts';
import { sendTokens } from '../session/by-api.ts';
import { devices, endOthers, revokeDevice } from '../session/devices.ts';
import { removePicture, setPicture } from './picture.ts';
import { readPreferences, writePreferences } from './preferences.ts';
import { rename } from './profile.ts';

export function bindSettingsEndpoints(router: Hono<AppEnv>, parts: AuthParts): void {
  bindEndpoint(router, settingsEndpoints.sudo, async ({ body, caller, call }) => {
    const captchaToken = body.captcha_token || call.captchaToken;
    const given = await sudo(parts, { password: body.password, captchaToken }, caller, call);
    return { sudo_token: given.sudoToken, expires_in: given.expiresInSeconds };
  });

  bindEndpoint(router, settingsEndpoints.changePassword, async ({ body, caller, call, request, headers }) => {
    const signedIn = await changePassword(
      parts,
      {
        password: body.password,
        sudoToken: body.sudo_token,
        newPassword: body.new_password,
        captchaToken: body.captcha_token || call.captchaToken,
      },
      caller,
      call,
    );
    return sendTokens(parts, signedIn, caller.clientId, { request, headers });
  });

  bindEndpoint(router, settingsEndpoints.changeEmail, ({ body, caller, call }) =>
    changeAddress(
      parts,
      'email',
      { sudoToken: body.sudo_token, address: body.email, verificationToken: body.verification_token },
      caller,
      call,
    ),
  );
  bindEndpoint(router, settingsEndpoints.changePhone, ({ body, caller, call }) =>
    changeAddress(
      parts,
      'phone',
      { sudoToken: body.sudo_token, address: body.phone_number, verificationToken: body.verification_token },
      caller,
      call,
    ),
  );
  bindEndpoint(router, settingsEndpoints.removePhone, ({ body, caller, call }) =>
    removePhone(parts, { sudoToken: body.sudo_token }, caller, call),
  );
  bindEndpoint(router, settingsEndpoints.undoEmail, async ({ body }) => {
    await undoEmail(parts, { undoToken: body.undo_token });
    return {};
  });

  bindEndpoint(router, settingsEndpoints.rename, ({ body, caller }) => rename(parts, { name: body.name }, caller));
  bindEndpoint(router, settingsEndpoints.setPicture, async ({ caller, request }) =>
    setPicture(parts, await readLimitedBytes(request, PICTURE_MAX_BYTES), caller),
  );
  bindEndpoint(router, settingsEndpoints.removePicture, ({ caller }) => removePicture(parts, caller));

  bindEndpoint(router, preferenceEndpoints.settings, async ({ query, caller }) => ({
    items: await readPreferences(parts, query.items, caller),
  }));
  bindEndpoint(router, preferenceEndpoints.saveSettings, async ({ body, caller }) => {
    await writePreferences(parts, body.items, caller);
    return {};
  });

  bindEndpoint(router, settingsEndpoints.devices, async ({ caller }) => ({
    devices: (await devices(parts, caller)).map((device) => ({
      device_id: device.deviceId,
      device_name: device.name,
      device_model: device.model,
      last_login_time: wireTime(device.lastLoginMs),
      is_current: device.isCurrent,
    })),
  }));
  bindEndpoint(router, settingsEndpoints.revokeDevice, async ({ params, caller }) => {
    await revokeDevice(parts, params.id, caller);
    return {};
  });
  bindEndpoint(router, settingsEndpoints.endOthers, async ({ caller }) => {
    await endOthers(parts, caller);
    return {};
  });

  bindEndpoint(router, settingsEndpoints.freeze, async ({ body, caller, call }) => {
    await freeze(parts, { sudoToken: body.sudo_token }, caller, call);
    return {};
  });
  bindEndpoint(router, settingsEndpoints.close, async ({ body, caller, call }) => {
    const { endsMs } = await close(parts, { sudoToken: body.sudo_token }, caller, call);
    return { ends_at: wireTime(endsMs) };
  });
  bindEndpoint(router, settingsEndpoints.unlock, async ({ body, query, call, request, headers }) => {
    const clientId = body.client_id || query.client_id || call.clientId;
    const signedIn = await unlock(parts, { clientId, unlockToken: body.unlock_token }, call);
    return sendTokens(parts, signedIn, clientId, { request, headers });
  });
}
