/** Tables of the database BILLING. Append-only: the position in the list is the version. */
import type { DatabaseMigrations } from '#worker/platform/d1/database.ts';

/** Amounts are minor units of the order's currency, times epoch ms. */
const ORDERS = `CREATE TABLE orders (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  idem_key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  product_id TEXT NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity >= 1),
  region TEXT NOT NULL,
  currency TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CHECK (amount_minor >= 0),
  discount_minor INTEGER NOT NULL DEFAULT 0,
  credit_minor INTEGER NOT NULL DEFAULT 0,
  tax_minor INTEGER NOT NULL DEFAULT 0,
  tax_percent REAL NOT NULL DEFAULT 0,
  coupon TEXT NOT NULL DEFAULT '',
  product TEXT NOT NULL,
  replaces_id TEXT NOT NULL DEFAULT '',
  replaced_by TEXT NOT NULL DEFAULT '',
  renews INTEGER NOT NULL DEFAULT 0,
  attribution TEXT NOT NULL DEFAULT '{}',
  locale TEXT NOT NULL,
  provider TEXT NOT NULL,
  checkout_ref TEXT NOT NULL DEFAULT '',
  checkout_url TEXT NOT NULL DEFAULT '',
  subscription_ref TEXT NOT NULL DEFAULT '',
  invoice_ref TEXT NOT NULL DEFAULT '',
  payment_ref TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  cancelled_at INTEGER,
  declined_at INTEGER,
  paid_at INTEGER,
  refunded_minor INTEGER NOT NULL DEFAULT 0,
  dispute TEXT NOT NULL DEFAULT 'none',
  problem TEXT NOT NULL DEFAULT '',
  credited_at INTEGER,
  reversed_at INTEGER,
  receipt_at INTEGER,
  checked_at INTEGER NOT NULL DEFAULT 0,
  UNIQUE (user_id, idem_key)
)`;

export const BILLING_MIGRATIONS: DatabaseMigrations = [
  [
    ORDERS,
    'CREATE INDEX orders_by_user ON orders (user_id, created_at)',
    'CREATE INDEX orders_by_time ON orders (created_at)',
    "CREATE UNIQUE INDEX orders_by_payment ON orders (provider, payment_ref) WHERE payment_ref <> ''",
    "CREATE UNIQUE INDEX orders_by_invoice ON orders (provider, invoice_ref) WHERE invoice_ref <> ''",
    'CREATE INDEX orders_unpaid ON orders (checked_at) WHERE paid_at IS NULL AND cancelled_at IS NULL',
    "CREATE INDEX orders_unsettled ON orders (paid_at) WHERE paid_at IS NOT NULL AND problem = '' AND (credited_at IS NULL OR (reversed_at IS NULL AND (dispute = 'lost' OR refunded_minor > 0)))",
    'CREATE INDEX orders_without_receipt ON orders (paid_at) WHERE credited_at IS NOT NULL AND receipt_at IS NULL',
    `CREATE TABLE webhook_events (
      provider TEXT NOT NULL, event_id TEXT NOT NULL, type TEXT NOT NULL, reports TEXT NOT NULL,
      received_at INTEGER NOT NULL, deliveries INTEGER NOT NULL DEFAULT 1, handled_at INTEGER, failure TEXT NOT NULL DEFAULT '',
      PRIMARY KEY (provider, event_id)) WITHOUT ROWID`,
    'CREATE INDEX webhook_events_open ON webhook_events (received_at) WHERE handled_at IS NULL',
    `CREATE TABLE refunds (
      provider TEXT NOT NULL, refund_ref TEXT NOT NULL, payment_ref TEXT NOT NULL, amount_minor INTEGER NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (provider, refund_ref)) WITHOUT ROWID`,
    'CREATE INDEX refunds_by_payment ON refunds (provider, payment_ref)',
    `CREATE TABLE disputes (
      provider TEXT NOT NULL, dispute_ref TEXT NOT NULL, payment_ref TEXT NOT NULL, result TEXT NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (provider, dispute_ref)) WITHOUT ROWID`,
    'CREATE INDEX disputes_by_payment ON disputes (provider, payment_ref)',
    `CREATE TABLE subscriptions (
      provider TEXT NOT NULL, subscription_ref TEXT NOT NULL, user_id TEXT NOT NULL, order_id TEXT NOT NULL, status TEXT NOT NULL,
      cancel_at_end INTEGER NOT NULL DEFAULT 0, period_end INTEGER NOT NULL, failed_invoice TEXT NOT NULL DEFAULT '',
      next_attempt INTEGER NOT NULL DEFAULT 0, reported_at INTEGER NOT NULL,
      PRIMARY KEY (provider, subscription_ref)) WITHOUT ROWID`,
    'CREATE INDEX subscriptions_by_user ON subscriptions (user_id)',
    `CREATE TABLE invoices (
      number INTEGER PRIMARY KEY, order_id TEXT NOT NULL UNIQUE, issued_at INTEGER NOT NULL, name TEXT NOT NULL DEFAULT '', address TEXT NOT NULL DEFAULT '')`,
    `CREATE TABLE coupons (
      code TEXT PRIMARY KEY, percent_off INTEGER NOT NULL DEFAULT 0, amount_off_minor INTEGER NOT NULL DEFAULT 0, currency TEXT NOT NULL DEFAULT '',
      products TEXT NOT NULL DEFAULT '', most_uses INTEGER NOT NULL, uses INTEGER NOT NULL DEFAULT 0, starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL,
      note TEXT NOT NULL DEFAULT '', CHECK (uses >= 0 AND uses <= most_uses)) WITHOUT ROWID`,
    `CREATE TABLE coupon_uses (
      code TEXT NOT NULL, user_id TEXT NOT NULL, order_id TEXT NOT NULL, PRIMARY KEY (code, user_id)) WITHOUT ROWID`,
    `CREATE TABLE problems (
      problem TEXT NOT NULL, subject TEXT NOT NULL, at INTEGER NOT NULL, closed_at INTEGER, note TEXT NOT NULL DEFAULT '', PRIMARY KEY (problem, subject)) WITHOUT ROWID`,
    `CREATE TABLE reconciliations (
      day TEXT PRIMARY KEY, balanced INTEGER NOT NULL, ours_minor TEXT NOT NULL, theirs_minor TEXT NOT NULL, differences TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID`,
    `CREATE TABLE sandbox_checkouts (
      ref TEXT PRIMARY KEY, checkout TEXT NOT NULL, state TEXT NOT NULL, payment_ref TEXT NOT NULL DEFAULT '', paid_at INTEGER, refunded_minor INTEGER NOT NULL DEFAULT 0,
      period_end INTEGER NOT NULL DEFAULT 0, cancel_at_end INTEGER NOT NULL DEFAULT 0, renewals INTEGER NOT NULL DEFAULT 0, renewal_card TEXT NOT NULL DEFAULT 'good', ended INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID`,
    'CREATE INDEX sandbox_renewals ON sandbox_checkouts (period_end) WHERE period_end > 0 AND ended = 0',
    `CREATE TABLE sandbox_payments (
      payment_ref TEXT PRIMARY KEY, checkout_ref TEXT NOT NULL, invoice_ref TEXT NOT NULL, amount_minor INTEGER NOT NULL, refunded_minor INTEGER NOT NULL DEFAULT 0, currency TEXT NOT NULL, at INTEGER NOT NULL, dispute TEXT NOT NULL DEFAULT 'none') WITHOUT ROWID`,
    `CREATE TABLE sandbox_events (
      event_id TEXT PRIMARY KEY, body TEXT NOT NULL, due_at INTEGER NOT NULL, deliveries_left INTEGER NOT NULL) WITHOUT ROWID`,
    'CREATE INDEX sandbox_events_due ON sandbox_events (due_at) WHERE deliveries_left > 0',
  ],
  [
    // When the schedule last tried to settle it.
    'ALTER TABLE orders ADD COLUMN tried_at INTEGER NOT NULL DEFAULT 0',
    // When it had taken the place of `replaces_id`.
    'ALTER TABLE orders ADD COLUMN replacement_at INTEGER',
    // Refunds of `replaces_id` when its credit was computed.
    'ALTER TABLE orders ADD COLUMN replaced_refunded_minor INTEGER NOT NULL DEFAULT 0',
    "UPDATE orders SET replacement_at = credited_at WHERE replaces_id <> ''",
    'DROP INDEX orders_unsettled',
    "CREATE INDEX orders_unsettled ON orders (tried_at) WHERE paid_at IS NOT NULL AND problem = '' AND (credited_at IS NULL OR (reversed_at IS NULL AND (dispute = 'lost' OR refunded_minor > 0)))",
    "CREATE INDEX orders_replacing ON orders (tried_at) WHERE replaces_id <> '' AND credited_at IS NOT NULL AND replacement_at IS NULL",
  ],
  // Keys of renewals begin with a character that no caller can send.
  ["UPDATE orders SET idem_key = char(10) || idem_key WHERE invoice_ref <> ''"],
  [
    'CREATE INDEX orders_by_paid ON orders (paid_at) WHERE paid_at IS NOT NULL',
    'CREATE INDEX refunds_by_time ON refunds (at)',
  ],
  [
    `CREATE TABLE arrivals (
      user_id TEXT PRIMARY KEY, at INTEGER NOT NULL, inviter_id TEXT NOT NULL, reason TEXT NOT NULL, client TEXT NOT NULL, place TEXT NOT NULL,
      source TEXT NOT NULL, medium TEXT NOT NULL, campaign TEXT NOT NULL, referers TEXT NOT NULL) WITHOUT ROWID`,
    'CREATE INDEX arrivals_by_time ON arrivals (at)',
    `CREATE TABLE held_invitations (
      inviter_id TEXT NOT NULL, user_id TEXT NOT NULL, reason TEXT NOT NULL, at INTEGER NOT NULL, decided_at INTEGER, PRIMARY KEY (inviter_id, user_id)) WITHOUT ROWID`,
    'CREATE INDEX held_undecided ON held_invitations (at) WHERE decided_at IS NULL',
  ],
];
