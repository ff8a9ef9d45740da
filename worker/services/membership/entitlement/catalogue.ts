/** The published catalogue and the limits of both plans; no object is asked. */
import type { Catalogue } from '#shared/membership/catalogue.ts';
import { amountsOf, type Groups } from '#shared/membership/groups.ts';
import { plansOf } from '#shared/membership/offer.ts';
import type { Plans } from '#shared/membership/plans.ts';
import type { MembershipDeps } from '../deps.ts';

/** At most 60 s old. Never throws. */
export function catalogue({ documents }: Pick<MembershipDeps, 'documents'>): Promise<Catalogue> {
  return documents.live('membership');
}

/** At most 60 s old. Never throws. */
export function groups({ documents }: Pick<MembershipDeps, 'documents'>): Promise<Groups> {
  return documents.live('groups');
}

/** Never throws. */
export async function plans(deps: Pick<MembershipDeps, 'documents' | 'limits'>): Promise<Plans> {
  const [products, ofPeople] = await Promise.all([catalogue(deps), groups(deps)]);
  const amounts = amountsOf(ofPeople);
  return { ...plansOf(products, deps.limits), ...(amounts ? { groups: amounts } : {}) };
}
