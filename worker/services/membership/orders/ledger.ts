/** Orders -> entries of the ledger. The key is the order, so every call may be repeated. */

import type { GrantItem } from '#shared/membership/ledger.ts';
import { DAY_MS } from '#shared/units.ts';
import type { MembershipDeps } from '../deps.ts';
import { grant, reverse } from '../ledger/grants.ts';
import type { OrderLedger } from './deps.ts';

/** Actor of entries that no person wrote. */
const SHOP = { id: 'shop', name: '' };

const graceKey = (invoiceRef: string): string => `grace:${invoiceRef}`;

export function makeOrderLedger(deps: Pick<MembershipDeps, 'members' | 'clock'>): OrderLedger {
  return {
    async credit(order) {
      await grant(deps, order.userId, {
        source: 'order',
        key: order.id,
        product: order.productId,
        item: JSON.parse(order.product) as GrantItem,
        startsMs: order.paidAtMs ?? order.createdAtMs,
        reason: '',
        actor: SHOP,
      });
    },
    async reverse(order) {
      await reverse(deps, order.userId, { source: 'order', key: order.id, reason: '', actor: SHOP });
    },
    async grace(userId, invoiceRef, product, untilMs) {
      const startsMs = deps.clock.nowMs();
      const sold = JSON.parse(product) as GrantItem;
      const days = Math.max(1, Math.ceil((untilMs - startsMs) / DAY_MS));
      if (sold.type !== 'premium') return;
      await grant(deps, userId, {
        source: 'order',
        key: graceKey(invoiceRef),
        product: '',
        item: { type: 'premium', region: sold.region, months: 0, days },
        startsMs,
        reason: '',
        actor: SHOP,
      });
    },
    async reverseGrace(userId, invoiceRef) {
      await reverse(deps, userId, { source: 'order', key: graceKey(invoiceRef), reason: '', actor: SHOP });
    },
  };
}
