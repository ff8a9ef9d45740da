/** The endpoint that asks for the password again. */
import type { Hono } from 'hono';
import { settingsEndpoints } from '#shared/auth/settings.contract.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { AuthParts } from '../deps.ts';
import { sudo } from './sudo.ts';

export function bindSudoEndpoint(router: Hono<AppEnv>, parts: AuthParts): void {
  bindEndpoint(router, settingsEndpoints.sudo, async ({ body, caller, call }) => {
    const captchaToken = body.captcha_token || call.captchaToken;
    const given = await sudo(parts, { password: body.password, captchaToken }, caller, call);
    return { sudo_token: given.sudoToken, expires_in: given.expiresInSeconds };
  });
}
