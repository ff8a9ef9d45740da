/** Endpoints of devices and of sign-out. */
import type { Hono } from 'hono';
import { authContract } from '#shared/auth/contract.ts';
import { settingsEndpoints } from '#shared/auth/settings.contract.ts';
import { wireTime } from '#shared/units.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import { clientSigns } from '../client/client-of.ts';
import type { AuthParts } from '../deps.ts';
import { signsOf } from '../token/browser-signs.ts';
import { signOutByApi } from './by-api.ts';
import { devices, endOthers, revokeDevice } from './devices.ts';

export function bindSessionEndpoints(router: Hono<AppEnv>, parts: AuthParts): void {
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

  bindEndpoint(router, authContract.revoke, async ({ body, call, request, headers }) => {
    const input = { token: body.token, client: clientSigns(request, body) };
    const setCookie = await signOutByApi(parts, input, signsOf(request), call);
    if (setCookie !== null) headers.append('set-cookie', setCookie);
    return {};
  });
}
