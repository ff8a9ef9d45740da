/** Contract rows of auth -> operations. */
import type { Hono } from 'hono';
import { authContract } from '#shared/auth/contract.ts';
import { AppError } from '#shared/errors.ts';
import { bindEndpoint, type HttpEnv, makeRouter } from '#worker/platform/http.ts';
import type { AuthService, BrowserSigns, VerificationUsage } from './face.ts';
import { bindFactorRows } from './factor.http.ts';
import { bindOAuthRows } from './oauth.http.ts';
import { bindSettingsRows } from './settings.http.ts';

function signsOf(request: Request): BrowserSigns {
  return {
    cookieHeader: request.headers.get('cookie'),
    fetchSite: request.headers.get('sec-fetch-site'),
    origin: request.headers.get('origin'),
  };
}

const USAGES: Readonly<Record<string, VerificationUsage>> = {
  '': 'sign-in',
  REGISTER: 'sign-up',
  PASSWORD_RESET: 'reset',
};

function usageOf(word: string): VerificationUsage {
  const usage = USAGES[word.toUpperCase()];
  if (usage === undefined) throw new AppError('invalid_argument', { reason: 'unknown_usage', field: 'usage' });
  return usage;
}

/** Codes travel by mail alone. */
function addressOf(body: { email: string; phone_number: string }): string {
  if (body.email === '' && body.phone_number !== '')
    throw new AppError('invalid_argument', { reason: 'channel_not_supported', field: 'phone_number' });
  return body.email;
}

export function makeAuthRoutes(service: AuthService): Hono<HttpEnv> {
  const router = makeRouter();

  bindEndpoint(router, authContract.signIn, async ({ body, query, call, request, headers }) => {
    const answer = await service.signInByApi(
      {
        clientId: body.client_id || query.client_id || call.clientId,
        clientSecret: body.client_secret,
        username: body.username,
        password: body.password,
        verificationToken: body.verification_token,
        captchaToken: body.captcha_token || call.captchaToken,
      },
      signsOf(request),
      call,
    );
    if (answer.setCookie !== null) headers.append('set-cookie', answer.setCookie);
    return answer.tokens;
  });

  bindEndpoint(router, authContract.token, async ({ body, query, call, request, headers }) => {
    const answer = await service.tokenByApi(
      {
        grantType: body.grant_type,
        clientId: body.client_id || query.client_id || call.clientId,
        clientSecret: body.client_secret,
        refreshToken: body.refresh_token,
        username: body.username,
        password: body.password,
        captchaToken: call.captchaToken,
      },
      signsOf(request),
      call,
    );
    if (answer.setCookie !== null) headers.append('set-cookie', answer.setCookie);
    return answer.tokens;
  });

  bindEndpoint(router, authContract.verification, async ({ body, query, call }) => {
    const started = await service.startVerification(
      {
        clientId: body.client_id || query.client_id || call.clientId,
        clientSecret: body.client_secret,
        email: addressOf(body),
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
    const verified = await service.verifyCode({
      clientId: body.client_id || query.client_id || call.clientId,
      clientSecret: body.client_secret,
      verificationId: body.verification_id,
      code: body.verification_code,
    });
    return { verification_token: verified.verificationToken, expires_in: verified.expiresInSeconds };
  });

  bindEndpoint(router, authContract.signUp, async ({ body, query, call, request, headers }) => {
    const answer = await service.signUpByApi(
      {
        clientId: body.client_id || query.client_id || call.clientId,
        clientSecret: body.client_secret,
        email: addressOf(body),
        password: body.password,
        verificationToken: body.verification_token,
        name: body.name,
      },
      signsOf(request),
      call,
    );
    if (answer.setCookie !== null) headers.append('set-cookie', answer.setCookie);
    return answer.tokens;
  });

  bindEndpoint(router, authContract.reset, async ({ body, query, call }) => {
    await service.resetPassword(
      {
        clientId: body.client_id || query.client_id || call.clientId,
        clientSecret: body.client_secret,
        email: addressOf(body),
        newPassword: body.new_password,
        verificationToken: body.verification_token,
      },
      call,
    );
    return {};
  });

  bindEndpoint(router, authContract.revoke, async ({ body, call, request, headers }) => {
    const { setCookie } = await service.signOutByApi({ token: body.token }, signsOf(request), call);
    if (setCookie !== null) headers.append('set-cookie', setCookie);
    return {};
  });

  bindEndpoint(router, authContract.me, ({ caller }) => service.profile(caller));
  bindFactorRows(router, service);
  bindOAuthRows(router, service);
  bindSettingsRows(router, service);
  return router;
}
