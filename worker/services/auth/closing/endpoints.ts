/** Endpoints of freezing and closing an account. */
import type { Hono } from 'hono';
import { settingsEndpoints } from '#shared/auth/settings.contract.ts';
import { wireTime } from '#shared/units.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { AuthParts } from '../deps.ts';
import { sendTokens } from '../session/by-api.ts';
import { close, freeze, unlock } from './end-account.ts';

export function bindClosingEndpoints(router: Hono<AppEnv>, parts: AuthParts): void {
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
