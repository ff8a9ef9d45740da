/** Endpoints of sign-in, tokens, sign-up, reset and sign-out, each bound to its operation. */
import type { Hono } from 'hono';
import { authContract } from '#shared/auth/contract.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import { addressOf } from '../address/endpoints.ts';
import { clientSigns } from '../client/client-of.ts';
import type { AuthParts } from '../deps.ts';
import { grantedTokens } from '../oauth/endpoints.ts';
import { grantByApi } from '../oauth/token-by-api.ts';
import { resetPassword } from '../password-change/reset.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { signUp } from '../sign-up/sign-up.ts';
import { signsOf } from '../token/browser-signs.ts';
import { sendTokens, signOutByApi } from './by-api.ts';

export function bindSessionEndpoints(router: Hono<AppEnv>, parts: AuthParts): void {
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

  bindEndpoint(router, authContract.token, async ({ body, query, call, request, headers }) => {
    const answer = await grantByApi(
      parts,
      {
        grantType: body.grant_type,
        ...clientSigns(request, body, { query: query.client_id, header: call.clientId }),
        code: body.code,
        codeVerifier: body.code_verifier,
        redirectUri: body.redirect_uri,
        deviceCode: body.device_code,
        scope: body.scope,
        refreshToken: body.refresh_token,
        username: body.username,
        password: body.password,
        twoFactorToken: body.two_factor_token,
        twoFactorCode: body.two_factor_code,
        recoveryCode: body.recovery_code,
        captchaToken: call.captchaToken,
      },
      signsOf(request),
      call,
    );
    if (answer.setCookie !== null) headers.append('set-cookie', answer.setCookie);
    return grantedTokens(answer.tokens, answer.setCookie);
  });

  bindEndpoint(router, authContract.signUp, async ({ body, query, call, request, headers }) => {
    const clientId = body.client_id || query.client_id || call.clientId;
    const signedIn = await signUp(
      parts,
      {
        clientId,
        clientSecret: body.client_secret,
        ...addressOf(body),
        password: body.password,
        verificationToken: body.verification_token,
        name: body.name,
        invitationCode: body.invitation_code,
      },
      call,
    );
    return sendTokens(parts, signedIn, clientId, { request, headers });
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

  bindEndpoint(router, authContract.revoke, async ({ body, call, request, headers }) => {
    const input = { token: body.token, client: clientSigns(request, body) };
    const setCookie = await signOutByApi(parts, input, signsOf(request), call);
    if (setCookie !== null) headers.append('set-cookie', setCookie);
    return {};
  });
}
