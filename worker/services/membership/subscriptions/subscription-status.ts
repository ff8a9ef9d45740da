/** Subscriptions as existing clients ask for them: one answer for each payment provider. Pure. */
import type { GrantItem } from '#shared/membership/ledger.ts';
import { DAY_MS, wireTime } from '#shared/units.ts';
import { GRACE_DAYS } from '../keys.ts';
import type { SubscriptionView } from './own-subscriptions.ts';

/** Months of a year. */
const YEAR = 12;

function statusOf({ status, cancelAtEnd }: SubscriptionView): 'active' | 'past_due' | 'canceled' | 'ended' {
  return status === 'active' && cancelAtEnd ? 'canceled' : status;
}

/** Of several at one provider the one that lasts longest; running ones first. */
export function statusByProvider(views: readonly SubscriptionView[]) {
  const first = views.toSorted(
    (one, other) =>
      Number(one.status === 'ended') - Number(other.status === 'ended') || other.periodEndMs - one.periodEndMs,
  );
  const found = new Map<string, SubscriptionView>();
  for (const view of first) if (!found.has(view.provider)) found.set(view.provider, view);
  return Object.fromEntries(
    [...found].map(([provider, view]) => {
      const status = statusOf(view);
      const item = JSON.parse(view.product) as GrantItem;
      return [
        provider,
        {
          subscribed: status === 'active',
          purchased: true,
          status,
          interval: item.months === YEAR ? ('year' as const) : ('month' as const),
          product: view.productId,
          past_due_deadline: status === 'past_due' ? wireTime(view.periodEndMs + GRACE_DAYS * DAY_MS) : '',
          pay_type: provider,
          region: item.type === 'premium' ? item.region : '',
        },
      ];
    }),
  );
}
