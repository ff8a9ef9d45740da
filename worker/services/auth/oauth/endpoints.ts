/** Endpoints of the authorization service, each bound to its operation. */

import type { Hono } from 'hono';
import { authContract, type TokenObject } from '#shared/auth/contract.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import { clientSigns } from '../client/client-of.ts';
import type { AuthParts } from '../deps.ts';
import { signsOf } from '../token/browser-signs.ts';
import { authorize } from './authorize.ts';
import { startDeviceGrant } from './device-grant.ts';
import { introspect } from './introspect.ts';
import { serverMetadata } from './server-metadata.ts';
import { grantByApi } from './token-by-api.ts';

/** The token object of a grant. Without a refresh token the field is absent; with a cookie it is empty. */
function grantedTokens(
  tokens: TokenObject,
  setCookie: string | null,
): Omit<TokenObject, 'refresh_token'> & { refresh_token?: string } {
  if (tokens.refresh_token !== '' || setCookie !== null) return tokens;
  const { refresh_token: _none, ...rest } = tokens;
  return rest;
}

export function bindOAuthEndpoints(router: Hono<AppEnv>, parts: AuthParts): void {
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

  bindEndpoint(router, authContract.authorize, async ({ body, query, call, caller }) => {
    const answer = await authorize(
      parts,
      {
        clientId: body.client_id || query.client_id,
        responseType: body.response_type,
        redirectUri: body.redirect_uri,
        scope: body.scope,
        state: body.state,
        codeChallenge: body.code_challenge,
        codeChallengeMethod: body.code_challenge_method,
      },
      caller,
      call,
    );
    return {
      code: answer.code,
      state: answer.state,
      redirect_uri: answer.redirectUri,
      scope: answer.scope,
      iss: parts.appOrigin,
      expires_in: answer.expiresInSeconds,
    };
  });

  bindEndpoint(router, authContract.deviceCode, async ({ body, query, call, request }) => {
    const signs = clientSigns(request, body, { query: query.client_id, header: call.clientId });
    const started = await startDeviceGrant(parts, { ...signs, scope: body.scope }, call);
    return {
      device_code: started.deviceCode,
      user_code: started.userCode,
      verification_uri: started.verificationUri,
      verification_uri_complete: started.verificationUriComplete,
      expires_in: started.expiresInSeconds,
      interval: started.intervalSeconds,
    };
  });

  bindEndpoint(router, authContract.introspect, ({ query, call, request }) =>
    introspect(
      parts,
      { ...clientSigns(request, { client_id: query.client_id, client_secret: '' }), token: query.token },
      call,
    ),
  );
  bindEndpoint(router, authContract.introspectByPost, ({ body, call, request }) =>
    introspect(parts, { ...clientSigns(request, body), token: body.token }, call),
  );
  bindEndpoint(router, authContract.serverMetadata, async () => serverMetadata(parts.appOrigin));
  bindEndpoint(router, authContract.jwks, async () => ({ keys: [...(await parts.tokens.openKeys())] }));
}
