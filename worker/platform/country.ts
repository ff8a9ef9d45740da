/** The visitor's country, as the platform that took the request knows it. Never a header that a client may set: see scripts/start/proxy/headers.ts. */
import { type CountryCode, isCountryCode } from '#shared/country/model.ts';

/**
 * @param fallback  where the platform does not know (one machine) or names no country (`XX`, `T1`)
 */
export function countryOf(request: Request, fallback: CountryCode): CountryCode {
  const cf = (request as { cf?: { country?: unknown } }).cf;
  const named = typeof cf?.country === 'string' ? cf.country : (request.headers.get('cf-ipcountry') ?? '');
  const code = named.trim().toUpperCase();
  return isCountryCode(code) ? code : fallback;
}
