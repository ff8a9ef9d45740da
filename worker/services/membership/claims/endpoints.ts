/** Endpoint of compensation -> operation. */
import type { Hono } from 'hono';
import { claimsContract } from '#shared/membership/claims.contract.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import type { ClaimDeps } from '../deps.ts';
import { claim } from './claim.ts';

export function makeClaimRoutes(deps: ClaimDeps): Hono<AppEnv> {
  const router = makeRouter();
  bindEndpoint(router, claimsContract.compensate, async ({ caller, body, call }) => {
    const { days } = await claim(deps, caller, { name: body.type, kind: 'compensation', language: call.locale });
    return { result: 'success' as const, type: body.type, free_days: days };
  });
  return router;
}
