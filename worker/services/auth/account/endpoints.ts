/** Contract rows of settings -> operations. */

import type { Hono } from 'hono';
import { PICTURE_MAX_BYTES } from '#shared/auth/picture.ts';
import { preferenceRows } from '#shared/auth/preferences.contract.ts';
import { settingsRows } from '#shared/auth/settings.contract.ts';
import { wireTime } from '#shared/units.ts';
import { type AppEnv, bindEndpoint, readLimitedBytes } from '#worker/platform/http.ts';
import type { AuthService } from '../service.ts';
import { signsOf } from '../session/browser-headers.ts';

export function bindSettingsRows(router: Hono<AppEnv>, service: AuthService): void {
  bindEndpoint(router, settingsRows.sudo, async ({ body, caller, call }) => {
    const captchaToken = body.captcha_token || call.captchaToken;
    const given = await service.sudo({ password: body.password, captchaToken }, caller, call);
    return { sudo_token: given.sudoToken, expires_in: given.expiresInSeconds };
  });

  bindEndpoint(router, settingsRows.changePassword, async ({ body, caller, call, request, headers }) => {
    const answer = await service.changePasswordByApi(
      {
        password: body.password,
        sudoToken: body.sudo_token,
        newPassword: body.new_password,
        captchaToken: body.captcha_token || call.captchaToken,
      },
      signsOf(request),
      caller,
      call,
    );
    if (answer.setCookie !== null) headers.append('set-cookie', answer.setCookie);
    return answer.tokens;
  });

  bindEndpoint(router, settingsRows.changeEmail, ({ body, caller, call }) =>
    service.changeEmail(
      { sudoToken: body.sudo_token, address: body.email, verificationToken: body.verification_token },
      caller,
      call,
    ),
  );
  bindEndpoint(router, settingsRows.changePhone, ({ body, caller, call }) =>
    service.changePhone(
      { sudoToken: body.sudo_token, address: body.phone_number, verificationToken: body.verification_token },
      caller,
      call,
    ),
  );
  bindEndpoint(router, settingsRows.removePhone, ({ body, caller, call }) =>
    service.removePhone({ sudoToken: body.sudo_token }, caller, call),
  );
  bindEndpoint(router, settingsRows.undoEmail, async ({ body, call }) => {
    await service.undoEmail({ undoToken: body.undo_token }, call);
    return {};
  });

  bindEndpoint(router, settingsRows.rename, ({ body, caller }) => service.rename({ name: body.name }, caller));
  bindEndpoint(router, settingsRows.setPicture, async ({ caller, request }) =>
    service.setPicture(await readLimitedBytes(request, PICTURE_MAX_BYTES), caller),
  );
  bindEndpoint(router, settingsRows.removePicture, ({ caller }) => service.removePicture(caller));

  bindEndpoint(router, preferenceRows.settings, async ({ query, caller }) => ({
    items: await service.preferences(query.items, caller),
  }));
  bindEndpoint(router, preferenceRows.saveSettings, async ({ body, caller }) => {
    await service.savePreferences(body.items, caller);
    return {};
  });

  bindEndpoint(router, settingsRows.devices, async ({ caller }) => ({
    devices: (await service.devices(caller)).map((device) => ({
      device_id: device.deviceId,
      device_name: device.name,
      device_model: device.model,
      last_login_time: wireTime(device.lastLoginMs),
      is_current: device.isCurrent,
    })),
  }));
  bindEndpoint(router, settingsRows.revokeDevice, async ({ params, caller }) => {
    await service.revokeDevice(params.id, caller);
    return {};
  });
  bindEndpoint(router, settingsRows.endOthers, async ({ caller }) => {
    await service.endOthers(caller);
    return {};
  });

  bindEndpoint(router, settingsRows.freeze, async ({ body, caller, call }) => {
    await service.freeze({ sudoToken: body.sudo_token }, caller, call);
    return {};
  });
  bindEndpoint(router, settingsRows.close, async ({ body, caller, call }) => {
    const { endsMs } = await service.close({ sudoToken: body.sudo_token }, caller, call);
    return { ends_at: wireTime(endsMs) };
  });
  bindEndpoint(router, settingsRows.unlock, async ({ body, query, call, request, headers }) => {
    const answer = await service.unlockByApi(
      { clientId: body.client_id || query.client_id || call.clientId, unlockToken: body.unlock_token },
      signsOf(request),
      call,
    );
    if (answer.setCookie !== null) headers.append('set-cookie', answer.setCookie);
    return answer.tokens;
  });
}
