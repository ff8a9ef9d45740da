/** The endpoint of sign-up. */
import type { Hono } from 'hono';
import { authContract } from '#shared/auth/contract.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import { addressOf } from '../address/endpoints.ts';
import type { AuthParts } from '../deps.ts';
import { sendTokens } from '../session/by-api.ts';
import { signUp } from './sign-up.ts';

export function bindSignUpEndpoint(router: Hono<AppEnv>, parts: AuthParts): void {
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
}
