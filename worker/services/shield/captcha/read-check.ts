/** The facts that the page of a human check needs. */
import type { ShieldParts } from '../deps.ts';
import { CHECK_PURPOSE } from '../keys.ts';
import { readCheckClaims } from '../rules.ts';
import type { ProviderConfig } from './provider.ts';

export interface CheckFacts {
  /** `pow`: our own proof of work. */
  readonly provider: 'pow' | ProviderConfig['name'];
  /** Public key of the provider; '' for `pow`. */
  readonly siteKey: string;
  /** Script of the provider; '' for `pow`. */
  readonly scriptUrl: string;
  /** Id of the check; the provider returns it with its token. */
  readonly bound: string;
}

/** @returns null for a ticket that has expired or is not ours */
export async function readCheck(
  parts: Pick<ShieldParts, 'keyring' | 'clock' | 'provider'>,
  ticket: string,
): Promise<CheckFacts | null> {
  const claims = readCheckClaims(await parts.keyring.verify(CHECK_PURPOSE, ticket), parts.clock.nowMs());
  if (!claims) return null;
  const { name, siteKey, scriptUrl } = parts.provider?.config ?? { name: 'pow', siteKey: '', scriptUrl: '' };
  return { provider: name, siteKey, scriptUrl, bound: claims.jti };
}
