/** Dependencies of orders. compose.ts makes them. */
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { Database } from '#worker/platform/d1/database.ts';
import type { PaymentProvider, ProviderName } from '../provider/provider.ts';
import type { Order } from './order-row.ts';

/** The ledger as orders use it. Each call is idempotent by the order's id. */
export interface OrderLedger {
  /** Grants what the order bought. */
  credit(order: Order): Promise<void>;
  /** Takes exactly that grant back. */
  reverse(order: Order): Promise<void>;
  /** Keeps a plan during a failed renewal; ended by `reverseGrace`. */
  grace(userId: string, invoiceRef: string, product: string, untilMs: number): Promise<void>;
  reverseGrace(userId: string, invoiceRef: string): Promise<void>;
}

export interface OrderParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly appOrigin: string;
  readonly ledger: OrderLedger;
  /** null: this installation sells nothing. */
  readonly provider: PaymentProvider | null;
  /** The adapter of a stored order; null when this installation no longer has it. */
  providerOf(name: ProviderName): PaymentProvider | null;
  /** Sends the receipt of a credited order and notes that it was sent. */
  sendReceipt(order: Order): Promise<void>;
  /** Informs the customer that a renewal failed and until when the plan lasts; once an invoice. */
  recordFailedRenewal(first: Order, invoiceRef: string, untilMs: number): Promise<void>;
  /** Informs operators of money that needs a look. A repeat with the same subject changes nothing. */
  recordProblem(problem: string, subject: string): Promise<void>;
}
