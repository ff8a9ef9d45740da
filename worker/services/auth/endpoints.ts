/** Endpoints of auth: those of each noun, and the two of the person and the country. */
import type { Hono } from 'hono';
import { authContract } from '#shared/auth/contract.ts';
import { countryOf } from '#worker/platform/country.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import { bindAddressEndpoints } from './address/endpoints.ts';
import type { AuthParts } from './deps.ts';
import { bindFactorEndpoints } from './factor/endpoints.ts';
import { bindOAuthEndpoints } from './oauth/endpoints.ts';
import { bindSettingsEndpoints } from './person/endpoints.ts';
import { profile } from './person/profile.ts';
import { bindSessionEndpoints } from './session/endpoints.ts';

export function makeAuthRoutes(parts: AuthParts): Hono<AppEnv> {
  const router = makeRouter();
  bindSessionEndpoints(router, parts);
  bindAddressEndpoints(router, parts);
  bindEndpoint(router, authContract.me, ({ caller }) => profile(parts, caller));
  bindEndpoint(router, authContract.areaCountryCode, async ({ request }) => ({
    data: { countryCode: countryOf(request, parts.defaultCountry) },
  }));
  bindFactorEndpoints(router, parts);
  bindOAuthEndpoints(router, parts);
  bindSettingsEndpoints(router, parts);
  return router;
}
