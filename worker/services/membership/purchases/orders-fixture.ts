/** A shop for tests: the real tables, the sandbox or another provider, a clock of its own, and a ledger that keeps each key once as the real one does. */
import { env as bound } from 'cloudflare:workers';
import { AppError } from '#shared/errors.ts';
import type { Catalogue } from '#shared/membership/catalogue.ts';
import { catalogueDocument } from '#shared/membership/catalogue.ts';
import type { Env } from '#worker/env.ts';
import { makeKeyring } from '#worker/platform/crypto.ts';
import { makeDatabase } from '#worker/platform/d1/database.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { BILLING_MIGRATIONS } from '../orders/billing.migrations.ts';
import type { OrderParts } from '../orders/deps.ts';
import type { Order } from '../orders/order-row.ts';
import { insertProblem } from '../orders/problem.store.ts';
import type { PaymentProvider } from '../provider/provider.ts';
import { deliverDue, renewDue } from '../provider/sandbox/run-sandbox.ts';
import { decideCheckout, makeSandbox, type SandboxDeps } from '../provider/sandbox/sandbox.ts';
import { receiveWebhook } from '../webhooks/receive.ts';
import { createOrder, type OrderRequest } from './create-order.ts';

const env = bound as unknown as Pick<Env, 'BILLING'>;

/** Entries by key, in the order of their arrival. */
export interface FakeLedger {
  readonly grants: Map<string, Order>;
  readonly reversals: Set<string>;
  readonly graces: Map<string, number>;
  readonly endedGraces: Set<string>;
  /** People whose account is closed. */
  readonly closed: Set<string>;
  /** Calls, repeated ones too. */
  calls: number;
  /** Fails the next calls: a crash between the ledger and the mark on the order. */
  failures: number;
}

/** @param makeProvider  absent: the sandbox takes the payments */
export function makeShop(
  startMs = Date.UTC(2026, 0, 31, 12),
  makeProvider?: (clock: SandboxDeps['clock']) => PaymentProvider,
) {
  const time = { nowMs: startMs };
  const clock = { nowMs: () => time.nowMs };
  const keyring = makeKeyring('5c'.repeat(32));
  const db = makeDatabase(env.BILLING, BILLING_MIGRATIONS);
  const sandboxDeps: SandboxDeps = { db, clock, keyring, appOrigin: 'https://app.example' };
  const provider = makeProvider?.(clock) ?? makeSandbox(sandboxDeps);
  const ledger: FakeLedger = {
    grants: new Map(),
    reversals: new Set(),
    graces: new Map(),
    endedGraces: new Set(),
    closed: new Set(),
    calls: 0,
    failures: 0,
  };
  const call = (work: () => void): Promise<void> => {
    ledger.calls += 1;
    try {
      work();
    } catch (error) {
      return Promise.reject(error);
    }
    if (ledger.failures === 0) return Promise.resolve();
    ledger.failures -= 1;
    return Promise.reject(new Error('the ledger gave no answer'));
  };
  const receipts = new Set<string>();
  const failedRenewals = new Set<string>();
  const parts: OrderParts = {
    db,
    clock,
    keyring,
    appOrigin: 'https://app.example',
    ledger: {
      credit: (order) =>
        call(() => {
          if (ledger.closed.has(order.userId)) throw new AppError('failed_precondition', { reason: 'account_closed' });
          if (!ledger.grants.has(order.id)) ledger.grants.set(order.id, order);
        }),
      reverse: (order) => call(() => void ledger.reversals.add(order.id)),
      grace: (_user, invoice, _product, untilMs) => call(() => void ledger.graces.set(invoice, untilMs)),
      reverseGrace: (_user, invoice) => call(() => void ledger.endedGraces.add(invoice)),
    },
    provider,
    providerOf: (name) => (name === provider.name ? provider : null),
    sendReceipt: async ({ id }) => {
      receipts.add(id);
      await db.run('UPDATE orders SET receipt_at = ? WHERE id = ?', time.nowMs, id);
    },
    recordFailedRenewal: async (_first, invoice) => void failedRenewals.add(invoice),
    recordProblem: (problem, subject) => insertProblem(db, problem, subject, time.nowMs),
  };
  const initial = catalogueDocument.parse(catalogueDocument.initial);
  if (!initial.ok) throw new Error('the initial catalogue does not parse');
  const catalogue: Catalogue = initial.value;
  const deliver = () => deliverDue(sandboxDeps, (body, headers) => receiveWebhook(parts, 'sandbox', body, headers));
  return {
    parts,
    sandboxDeps,
    ledger,
    receipts,
    failedRenewals,
    time,
    catalogue,
    deliver,
    renew: () => renewDue(sandboxDeps),
    /** @param sold  what is sold then */
    order: (request: Partial<OrderRequest> = {}, sold: Catalogue | null = catalogue) =>
      createOrder(parts, sold, { ...ORDER, userId: newWireId(), key: newWireId(), ...request }),
    decide: (order: Order, choice: Partial<Parameters<typeof decideCheckout>[2]> = {}) =>
      decideCheckout(sandboxDeps, order.checkoutRef, {
        decision: 'approve',
        delivery: 'once',
        card: 'good',
        ...choice,
      }),
  };
}

/** Fields of an order that tests change. */
export const ORDER: Omit<OrderRequest, 'userId' | 'key'> = {
  productId: 'premium-month',
  quantity: 1,
  region: 'global',
  currency: 'USD',
  coupon: '',
  renews: false,
  seenMinor: 0,
  email: 'bob@example.com',
  locale: 'en-US',
  title: 'Premium, one month',
  attribution: { source: '', medium: '', name: '', referers: [] },
};
