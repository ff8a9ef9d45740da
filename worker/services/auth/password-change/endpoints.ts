/** Endpoints of a new password, by the old one and by a code. */
import type { Hono } from 'hono';
import { authContract } from '#shared/auth/contract.ts';
import { settingsEndpoints } from '#shared/auth/settings.contract.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import { addressOf } from '../address/endpoints.ts';
import type { AuthParts } from '../deps.ts';
import { sendTokens } from '../session/by-api.ts';
import { changePassword } from './change-password.ts';
import { resetPassword } from './reset.ts';

export function bindPasswordEndpoints(router: Hono<AppEnv>, parts: AuthParts): void {
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

  bindEndpoint(router, authContract.reset, async ({ body, query, call }) => {
    await resetPassword(
      parts,
      {
        clientId: body.client_id || query.client_id || call.clientId,
        clientSecret: body.client_secret,
        ...addressOf(body),
        newPassword: body.new_password,
        verificationToken: body.verification_token,
      },
      call,
    );
    return {};
  });
}
