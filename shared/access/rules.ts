/**
 * Who may visit: pure decisions of the access rules. No I/O.
 * Used by: worker/edge/access.ts, worker/services/access. Rules are written in document.ts.
 */
import type { CountryCode } from '#shared/country/model.ts';
import { equivalentAddressesOf, type Networks } from './networks.ts';

/** `region`: the visitor's country is closed. `address`: the visitor's network address is. */
export type AccessDecision = 'allowed' | 'region' | 'address';

export interface AccessRules {
  readonly blockedCountries: ReadonlySet<string>;
  /** Not empty: no other country may visit. */
  readonly allowedCountries: ReadonlySet<string>;
  readonly blockedNetworks: Networks;
  /** Visitors from these networks may visit, whatever the other lists hold. */
  readonly allowedNetworks: Networks;
  /** Origins that are asked besides our own rules. */
  readonly domains: readonly string[];
  /** Address to which a refused visitor may write: `mailto:` or https; '' means our contact page. */
  readonly contact: string;
  /** Address of a STUN server by which a browser finds its own address; '' means that none is asked. */
  readonly stun: string;
  /** The rules refuse no visitor and need no question to a domain. */
  readonly isOpen: boolean;
}

export interface Visitor {
  /** As #shared/address.ts gives it; '' when unknown. */
  readonly address: string;
  readonly country: CountryCode;
}

export function decideCountry(rules: AccessRules, country: CountryCode): 'allowed' | 'region' {
  if (rules.blockedCountries.has(country)) return 'region';
  return rules.allowedCountries.size > 0 && !rules.allowedCountries.has(country) ? 'region' : 'allowed';
}

/** Exceptions first, then addresses, then regions. An exception is for an address itself, never for one it carries. */
export function decide(rules: AccessRules, { address, country }: Visitor): AccessDecision {
  const asksAddress = rules.allowedNetworks.size + rules.blockedNetworks.size > 0;
  const addresses = asksAddress ? equivalentAddressesOf(address) : [];
  const [own] = addresses;
  if (own && rules.allowedNetworks.has(own)) return 'allowed';
  if (addresses.some((bytes) => rules.blockedNetworks.has(bytes))) return 'address';
  return decideCountry(rules, country);
}
