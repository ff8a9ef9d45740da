/** Pages and articles about plans, prices and rewards. An installation without offers answers their addresses as unknown ones. Pure. */
import { matchRoute } from '#shared/route-table.ts';
import type { RouteId } from '#shared/routes.ts';

const PAGES: ReadonlySet<RouteId> = new Set<RouteId>([
  'site.check-in',
  'site.check-in-guide',
  'inapp.shop',
  'inapp.widget',
  'activity.end',
  'activity.christmas',
  'activity.compensation',
  'activity.black-friday',
  'activity.other',
  'drive.payment',
  'drive.payment-storage',
  'drive.payment-traffic',
  'payment.orders',
  'payment.order',
  'payment.sandbox',
  'site.referral',
  'site.invitation',
]);

const POLICY = 'membership-agreement';
const ARTICLE = 'check-in-and-invitations';

/** @param path  without a language */
export function isAboutOffers(path: string): boolean {
  const match = matchRoute(path);
  if (!match) return false;
  const { doc, slug = '' } = match.params;
  return PAGES.has(match.id) || doc === POLICY || slug.split('/').at(-1) === ARTICLE;
}
