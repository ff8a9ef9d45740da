/** Makes the parts of orders: database, provider, ledger and messages to people. */

import { makeDatabase } from '#worker/platform/d1/database.ts';
import { logError } from '#worker/platform/log.ts';
import type { MembershipDeps } from '../deps.ts';
import { BILLING_MIGRATIONS } from '../orders/billing.migrations.ts';
import type { OrderParts } from '../orders/deps.ts';
import { makeOrderLedger } from '../orders/ledger.ts';
import { updateReceipt } from '../orders/order.store.ts';
import { insertProblem } from '../orders/problem.store.ts';
import { makeProviders, type ProviderChoice } from '../provider/choose.ts';
import { type LetterDeps, mailFailedRenewal, mailReceipt } from '../receipts/letters.ts';

export interface BillingDeps
  extends LetterDeps,
    Pick<MembershipDeps, 'members' | 'documents' | 'clock'>,
    Omit<ProviderChoice, 'db'> {
  readonly billing: D1Database;
}

export interface BillingParts extends OrderParts, LetterDeps, Pick<MembershipDeps, 'documents'> {
  /** Whether people may order. */
  readonly sells: boolean;
}

export function makeBillingParts(deps: BillingDeps): BillingParts {
  const { clock, keyring, appOrigin, payment } = deps;
  const db = makeDatabase(deps.billing, BILLING_MIGRATIONS);
  const providerOf = makeProviders({ ...deps, db });
  const provider = payment.provider === 'off' ? null : providerOf(payment.provider);
  return {
    db,
    clock,
    keyring,
    appOrigin,
    documents: deps.documents,
    mail: deps.mail,
    emailOf: deps.emailOf,
    ledger: makeOrderLedger(deps),
    provider,
    sells: provider !== null,
    providerOf,
    async sendReceipt(order) {
      await mailReceipt(deps, order);
      await updateReceipt(db, order.id, clock.nowMs());
    },
    recordFailedRenewal: (first, invoiceRef, untilMs) => mailFailedRenewal(deps, first, invoiceRef, untilMs),
    async recordProblem(problem, subject) {
      logError(`membership.${problem}`, new Error(problem), { subject });
      await insertProblem(db, problem, subject, clock.nowMs());
    },
  };
}
