/** Endpoints of the authorization service, each bound to its operation, and how a client names itself. */
import type { Hono } from 'hono';
import type { TokenObject } from '#shared/auth/contract.ts';
import { authContract } from '#shared/auth/contract.ts';
import { AppError } from '#shared/errors.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { ClientSigns } from '../client/client-of.ts';
import type { AuthParts } from '../deps.ts';
import { authorize } from './authorize.ts';
import { startDeviceGrant } from './device-grant.ts';
import { introspect } from './introspect.ts';
import { serverMetadata } from './server-metadata.ts';

function decodeForm(text: string): string {
  return new URLSearchParams(`x=${text.replaceAll('&', '%26')}`).get('x') ?? '';
}

/** Id and secret of an `Authorization: Basic` header; null when there is none. @throws AppError invalid_client */
function readBasic(header: string | null): ClientSigns | null {
  if (header === null || !/^basic /i.test(header)) return null;
  const encoded = header.slice('basic '.length);
  let text: string;
  try {
    text = atob(encoded.trim());
  } catch (cause) {
    throw new AppError('invalid_client', { reason: 'malformed_basic', field: 'authorization' }, { cause });
  }
  const colon = text.indexOf(':');
  if (colon < 1 || text.length > 1_000)
    throw new AppError('invalid_client', { reason: 'malformed_basic', field: 'authorization' });
  return { clientId: decodeForm(text.slice(0, colon)), clientSecret: decodeForm(text.slice(colon + 1)) };
}

/**
 * Id and secret of the client: by Basic, or by the body. Without both the id may be in the query or in `x-client-id`.
 * @throws AppError invalid_request for two different ones, invalid_client for an unreadable one
 */
export function clientSigns(
  request: Request,
  given: { readonly client_id: string; readonly client_secret: string },
  elsewhere: { readonly query: string; readonly header: string } = { query: '', header: '' },
): ClientSigns {
  const ids = [given.client_id, elsewhere.query].filter((id) => id !== '');
  const basic = readBasic(request.headers.get('authorization'));
  if (basic && given.client_secret !== '')
    throw new AppError('invalid_request', { reason: 'two_client_proofs', field: 'client_secret' });
  if (basic) ids.push(basic.clientId);
  if (new Set(ids).size > 1) throw new AppError('invalid_request', { reason: 'two_clients', field: 'client_id' });
  return {
    clientId: ids[0] ?? elsewhere.header,
    clientSecret: basic ? basic.clientSecret : given.client_secret,
  };
}

/** The token object of a grant. Without a refresh token the field is absent; with a cookie it is empty. */
export function grantedTokens(
  tokens: TokenObject,
  setCookie: string | null,
): Omit<TokenObject, 'refresh_token'> & { refresh_token?: string } {
  if (tokens.refresh_token !== '' || setCookie !== null) return tokens;
  const { refresh_token: _none, ...rest } = tokens;
  return rest;
}

export function bindOAuthEndpoints(router: Hono<AppEnv>, parts: AuthParts): void {
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
