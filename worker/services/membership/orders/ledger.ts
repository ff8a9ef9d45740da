/** Orders -> entries of the ledger. The key is the order, so every call may be repeated. */

import { isAppError } from '#shared/errors.ts';
import type { GrantItem } from '#shared/membership/ledger.ts';
import { DAY_MS } from '#shared/units.ts';
import type { MembershipDeps } from '../deps.ts';
import { PAID, RENEWAL_FAILED } from '../keys.ts';
import { grant, reverse } from '../ledger/grants.ts';
import type { GrantInput } from '../rpc-types.ts';
import type { OrderLedger } from './deps.ts';

/** Actor of entries that no person wrote. */
const SHOP = { id: 'shop', name: '' };

const graceKey = (invoiceRef: string): string => `grace:${invoiceRef}`;

/** The ledger of a closed account is deleted: nothing of it is left to take back, and it keeps no plan. */
async function unlessClosed(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isAppError(error) || error.detail?.reason !== 'account_closed') throw error;
  }
}

export function makeOrderLedger(deps: Pick<MembershipDeps, 'members' | 'clock'>): OrderLedger {
  return {
    async credit(order) {
      const bought = JSON.parse(order.product) as GrantItem;
      const dateMs = order.paidAtMs ?? order.createdAtMs;
      await grant(deps, order.userId, {
        source: 'order',
        key: order.id,
        product: order.productId,
        item: bought,
        startsMs: dateMs,
        reason: '',
        actor: SHOP,
        announces: { event: PAID, payload: { orderId: order.id, bought, dateMs } },
      });
    },
    async reverse(order) {
      await unlessClosed(() =>
        reverse(deps, order.userId, { source: 'order', key: order.id, reason: '', actor: SHOP }),
      );
    },
    async grace(userId, invoiceRef, product, untilMs) {
      const startsMs = deps.clock.nowMs();
      const sold = JSON.parse(product) as GrantItem;
      const days = Math.max(1, Math.ceil((untilMs - startsMs) / DAY_MS));
      if (sold.type !== 'premium') return;
      const entry: GrantInput = {
        source: 'order',
        key: graceKey(invoiceRef),
        product: '',
        item: { type: 'premium', region: sold.region, months: 0, days },
        startsMs,
        reason: '',
        actor: SHOP,
        announces: { event: RENEWAL_FAILED, payload: { untilMs } },
      };
      await unlessClosed(() => grant(deps, userId, entry));
    },
    async reverseGrace(userId, invoiceRef) {
      await unlessClosed(() =>
        reverse(deps, userId, { source: 'order', key: graceKey(invoiceRef), reason: '', actor: SHOP }),
      );
    },
  };
}
