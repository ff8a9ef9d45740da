/** Membership as other modules see it: the catalogue, limits, and the ledger of a person. Refusals are AppErrors. */
import { type Bound, bindParts } from '#worker/platform/bound.ts';
import type { MembershipDeps } from './deps.ts';
import { catalogue, plans } from './entitlement/catalogue.ts';
import { limitsOf, membershipOf, preview } from './entitlement/entitlement.ts';
import { grant, ledgerOf, reverse } from './ledger/grants.ts';

export type { MembershipDeps } from './deps.ts';

const OPERATIONS = { catalogue, plans, limitsOf, membershipOf, preview, grant, reverse, ledgerOf };

export type MembershipService = Bound<typeof OPERATIONS>;

export function makeMembershipService(deps: MembershipDeps): MembershipService {
  return bindParts(deps, OPERATIONS);
}
