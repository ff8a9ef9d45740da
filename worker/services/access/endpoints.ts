/** Endpoint of access -> operation. */
import type { Hono } from 'hono';
import { accessContract } from '#shared/access/contract.ts';
import { countryOf } from '#worker/platform/country.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import type { AccessService } from './service.ts';

export function makeAccessRoutes(service: AccessService): Hono<AppEnv> {
  const router = makeRouter();
  bindEndpoint(router, accessContract.areaAccessible, ({ query, call, request }) =>
    service.areaAccessible({
      address: call.address,
      country: countryOf(request, service.defaultCountry),
      requestedCountry: query.country,
      requestedAddress: query.address,
    }),
  );
  return router;
}
