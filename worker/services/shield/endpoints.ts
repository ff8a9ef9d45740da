/** Contract rows of the shield -> operations. */
import type { Hono } from 'hono';
import { shieldContract } from '#shared/shield/contract.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import type { ShieldService } from './service.ts';

export function makeShieldRoutes(service: ShieldService): Hono<AppEnv> {
  const router = makeRouter();
  bindEndpoint(router, shieldContract.captchaInit, ({ body, query, call }) =>
    service.initCaptcha(
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
  bindEndpoint(router, shieldContract.checkChallenge, ({ query, call }) =>
    service.makeChallenge({ ticket: query.challenge }, call),
  );
  bindEndpoint(router, shieldContract.checkSolve, async ({ body, call }) => {
    const { challenge: ticket, solution, redirect_uri: redirectUri, state } = body;
    const { captchaToken, expiresInSeconds, redirectTo } = await service.solveCheck(
      { ticket, solution, redirectUri, state },
      call,
    );
    return { captcha_token: captchaToken, expires_in: expiresInSeconds, redirect_to: redirectTo };
  });
  bindEndpoint(router, shieldContract.verifyRecaptchaToken, async ({ body, call }) => {
    const answer = await service.verifyProviderToken({ type: body.type, token: body.captcha_token }, call);
    return { success: answer.ok, reason: answer.ok ? '' : answer.reason };
  });
  return router;
}
