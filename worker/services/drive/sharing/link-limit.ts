/** How many links a person's plan allows. Counted where each link watches what it shows, in the transaction that adds it. */
import { AppError } from '#shared/errors.ts';
import type { PlanLimits } from '#shared/membership/plans.ts';
import { personPlans } from '../entitlement/limits.store.ts';

/** @throws AppError link_limit, with limit and use */
export function requireLink(at: { sql: SqlStorage; nowMs: number }, shareId: string, free: PlanLimits | null): void {
  const limit = personPlans(at, free)?.limits.links ?? null;
  if (limit === null) return;
  const { links } = at.sql
    .exec<{ links: number }>('SELECT count(DISTINCT share_id) AS links FROM watches WHERE share_id <> ?', shareId)
    .one();
  if (links < limit) return;
  throw new AppError('link_limit', {
    metadata: { limit: String(limit), used: String(links) },
    messageKey: 'errors.link_limit_used',
    messageParams: { limit, used: links },
  });
}
