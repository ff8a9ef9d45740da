/** Endpoints of auth, each bound to its operation. */
import type { Hono } from 'hono';
import { authContract } from '#shared/auth/contract.ts';
import { AppError } from '#shared/errors.ts';
import { countryOf } from '#worker/platform/country.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import { bindSettingsEndpoints } from './account/endpoints.ts';
import { profile } from './account/profile.ts';
import { startVerification, type VerificationUsage } from './address/verification.ts';
import { verifyCode } from './address/verify-code.ts';
import type { AuthParts } from './deps.ts';
import { bindFactorEndpoints } from './factor/endpoints.ts';
import { bindOAuthEndpoints, clientSigns, grantedTokens } from './oauth/endpoints.ts';
import { grantByApi } from './oauth/token-by-api.ts';
import { signsOf } from './session/browser-signs.ts';
import { sendTokens, signOutByApi } from './session/by-api.ts';
import { resetPassword } from './session/reset.ts';
import { signIn } from './session/sign-in.ts';
import { signUp } from './session/sign-up.ts';

const USAGES: Readonly<Record<string, VerificationUsage>> = {
  '': 'sign-in',
  REGISTER: 'sign-up',
  PASSWORD_RESET: 'reset',
  CHANGE_EMAIL: 'change-email',
  CHANGE_PHONE: 'change-phone',
};

function usageOf(word: string): VerificationUsage {
  const usage = USAGES[word.toUpperCase()];
  if (usage === undefined) throw new AppError('invalid_argument', { reason: 'unknown_usage', field: 'usage' });
  return usage;
}

/** A `+` that a form body sent unescaped arrives as a space. */
function addressOf(body: { email: string; phone_number: string }): { email: string; phone: string } {
  return { email: body.email, phone: body.phone_number.replace(/^ (?=\d)/, '+') };
}

export function makeAuthRoutes(parts: AuthParts): Hono<AppEnv> {
  const router = makeRouter();

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

  bindEndpoint(router, authContract.verification, async ({ body, query, call }) => {
    const started = await startVerification(
      parts,
      {
        clientId: body.client_id || query.client_id || call.clientId,
        clientSecret: body.client_secret,
        ...addressOf(body),
        usage: usageOf(body.usage),
        captchaToken: body.captcha_token || call.captchaToken,
        language: body.locale,
      },
      call,
    );
    return {
      verification_id: started.verificationId,
      expires_in: started.expiresInSeconds,
      ...(started.isUser === null ? {} : { is_user: started.isUser }),
    };
  });

  bindEndpoint(router, authContract.verifyCode, async ({ body, query, call }) => {
    const verified = await verifyCode(parts, {
      clientId: body.client_id || query.client_id || call.clientId,
      clientSecret: body.client_secret,
      verificationId: body.verification_id,
      code: body.verification_code,
    });
    return { verification_token: verified.verificationToken, expires_in: verified.expiresInSeconds };
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

  bindEndpoint(router, authContract.me, ({ caller }) => profile(parts, caller));
  bindEndpoint(router, authContract.areaCountryCode, async ({ request }) => ({
    data: { countryCode: countryOf(request, parts.defaultCountry) },
  }));
  bindFactorEndpoints(router, parts);
  bindOAuthEndpoints(router, parts);
  bindSettingsEndpoints(router, parts);
  return router;
}
