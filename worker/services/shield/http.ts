/** Contract rows of the shield -> operations. */
import type { Hono } from 'hono';
import { shieldContract } from '#shared/shield/contract.ts';
import { bindEndpoint, type HttpEnv, makeRouter } from '#worker/platform/http.ts';
import type { ShieldService } from './face.ts';

export function makeShieldRoutes(service: ShieldService): Hono<HttpEnv> {
  const router = makeRouter();
  bindEndpoint(router, shieldContract.captchaInit, ({ body, query, call }) =>
    service.initCaptcha(
      { clientId: body.client_id || query.client_id || call.clientId, action: body.action, deviceId: body.device_id },
      call,
    ),
  );
  return router;
}
