/** The endpoint of sign-in. */
import type { Hono } from 'hono';
import { authContract } from '#shared/auth/contract.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { AuthParts } from '../deps.ts';
import { sendTokens } from '../session/by-api.ts';
import { signIn } from './sign-in.ts';

export function bindSignInEndpoint(router: Hono<AppEnv>, parts: AuthParts): void {
  bindEndpoint(router, authContract.signIn, async ({ body, query, call, request, headers }) => {
    const clientId = body.client_id || query.client_id || call.clientId;
    const signedIn = await signIn(
      parts,
      {
        clientId,
        clientSecret: body.client_secret,
        username: body.username,
        password: body.password,
        verificationToken: body.verification_token,
        twoFactorToken: body.two_factor_token,
        twoFactorCode: body.two_factor_code,
        recoveryCode: body.recovery_code,
        captchaToken: body.captcha_token || call.captchaToken,
      },
      call,
    );
    return sendTokens(parts, signedIn, clientId, { request, headers });
  });
}
