/** Endpoints of the shield's contract, each bound to its operation. */
import type { Hono } from 'hono';
import { shieldContract } from '#shared/shield/contract.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import { initCaptcha } from './captcha/init-captcha.ts';
import { makeChallenge } from './captcha/make-challenge.ts';
import { solveCheck } from './captcha/solve-check.ts';
import { verifyProviderToken } from './captcha/verify-provider-token.ts';
import type { ShieldParts } from './deps.ts';

export function makeShieldRoutes(parts: ShieldParts): Hono<AppEnv> {
  const router = makeRouter();
  bindEndpoint(router, shieldContract.captchaInit, ({ body, query, call }) =>
    initCaptcha(
      parts,
      {
        clientId: body.client_id || query.client_id || call.clientId,
        action: body.action,
        deviceId: body.device_id,
        redirectUri: body.redirect_uri,
        meta: body.meta ?? {},
      },
      call,
    ),
  );
  bindEndpoint(router, shieldContract.checkChallenge, ({ query, call }) => makeChallenge(parts, query.challenge, call));
  bindEndpoint(router, shieldContract.checkSolve, async ({ body, call }) => {
    const { challenge: ticket, solution, redirect_uri: redirectUri, state } = body;
    const { captchaToken, expiresInSeconds, redirectTo } = await solveCheck(
      parts,
      { ticket, solution, redirectUri, state },
      call,
    );
    return { captcha_token: captchaToken, expires_in: expiresInSeconds, redirect_to: redirectTo };
  });
  bindEndpoint(router, shieldContract.verifyRecaptchaToken, async ({ body, call }) => {
    const answer = await verifyProviderToken(parts, { type: body.type, token: body.captcha_token }, call);
    return { success: answer.ok, reason: answer.ok ? '' : answer.reason };
  });
  return router;
}
