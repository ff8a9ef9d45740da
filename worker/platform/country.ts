/** The visitor's country according to the platform. Never a header that a client can set: see scripts/start/proxy/headers.ts. */
import { type CountryCode, isCountryCode } from '#shared/country/model.ts';

/**
 * @param fallback  for a platform without countries (one machine), and for `XX` and `T1`
 */
export function countryOf(request: Request, fallback: CountryCode): CountryCode {
  const cf = (request as { cf?: { country?: unknown } }).cf;
  const named = typeof cf?.country === 'string' ? cf.country : (request.headers.get('cf-ipcountry') ?? '');
  const code = named.trim().toUpperCase();
  return isCountryCode(code) ? code : fallback;
}
