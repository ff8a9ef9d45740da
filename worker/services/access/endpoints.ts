/** Endpoint of access -> operation. */
import type { Hono } from 'hono';
import { accessContract } from '#shared/access/contract.ts';
import { countryOf } from '#worker/platform/country.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import { areaAccessible } from './area-accessible.ts';
import type { AccessDeps } from './deps.ts';

export function makeAccessRoutes(deps: AccessDeps): Hono<AppEnv> {
  const router = makeRouter();
  bindEndpoint(router, accessContract.areaAccessible, ({ query, call, request }) =>
    areaAccessible(deps, {
      address: call.address,
      country: countryOf(request, deps.defaultCountry),
      requestedCountry: query.country,
      requestedAddress: query.address,
    }),
  );
  return router;
}
