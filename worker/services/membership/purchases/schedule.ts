/** The schedule's run: the sandbox's clock, open orders, and the books of the last days. */
import { logError } from '#worker/platform/log.ts';
import { reconcileDue } from '../payments/reconcile.ts';
import { runSandbox } from '../webhooks/sandbox.ts';
import type { BillingParts } from './parts.ts';
import { sweepOrders } from './sweep.ts';

export async function runSchedule(parts: BillingParts): Promise<void> {
  for (const work of [runSandbox, sweepOrders, reconcileDue]) {
    try {
      await work(parts);
    } catch (error) {
      logError('membership.schedule', error, { work: work.name });
    }
  }
}
