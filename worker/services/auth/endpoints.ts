/** Endpoints of auth: those of each noun, and the one of the country. */
import type { Hono } from 'hono';
import { authContract } from '#shared/auth/contract.ts';
import { countryOf } from '#worker/platform/country.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import { bindAddressEndpoints } from './address/endpoints.ts';
import { bindAppPasswordEndpoints } from './app-password/endpoints.ts';
import { bindSudoEndpoint } from './attempt/endpoints.ts';
import { bindClosingEndpoints } from './closing/endpoints.ts';
import type { AuthParts } from './deps.ts';
import { bindFactorEndpoints } from './factor/endpoints.ts';
import { bindOAuthEndpoints } from './oauth/endpoints.ts';
import { bindPasswordEndpoints } from './password-change/endpoints.ts';
import { bindPersonEndpoints } from './person/endpoints.ts';
import { bindSessionEndpoints } from './session/endpoints.ts';
import { bindSignInEndpoint } from './sign-in/endpoints.ts';
import { bindSignUpEndpoint } from './sign-up/endpoints.ts';

export function makeAuthRoutes(parts: AuthParts): Hono<AppEnv> {
  const router = makeRouter();
  bindPersonEndpoints(router, parts);
  bindSessionEndpoints(router, parts);
  bindSudoEndpoint(router, parts);
  bindClosingEndpoints(router, parts);
  bindAddressEndpoints(router, parts);
  bindSignInEndpoint(router, parts);
  bindSignUpEndpoint(router, parts);
  bindPasswordEndpoints(router, parts);
  bindEndpoint(router, authContract.areaCountryCode, async ({ request }) => ({
    data: { countryCode: countryOf(request, parts.defaultCountry) },
  }));
  bindFactorEndpoints(router, parts);
  bindAppPasswordEndpoints(router, parts);
  bindOAuthEndpoints(router, parts);
  return router;
}
