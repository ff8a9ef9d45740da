/**
 * The client's network address. The one function that reads it, from the one header that only the platform sets: on one
 * machine the proxy removes the client's own header and sets it (scripts/start/proxy/headers.ts).
 */
import { readAddress } from '#shared/address.ts';

/** Set by Cloudflare, and by our proxy. */
export const ADDRESS_HEADER = 'cf-connecting-ip';

/** The normal form of the address; '' when unknown. */
export function addressOf(headers: Headers): string {
  return readAddress(headers.get(ADDRESS_HEADER) ?? '');
}
