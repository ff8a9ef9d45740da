import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { MEMBER_MIGRATIONS } from '#worker/services/membership/member-parts.ts';
import { BILLING_MIGRATIONS } from '#worker/services/membership/orders/billing.migrations.ts';
import { ADMIN_MIGRATIONS } from '#worker/services/ops/admin.migrations.ts';
import { checkBilling, checkRevenue } from './billing-checks.ts';
import type { ObjectCopy } from './state-copy.ts';

function makeBooks() {
  const db = new DatabaseSync(':memory:');
  for (const migration of BILLING_MIGRATIONS) for (const statement of migration) db.exec(statement);
  const member = new DatabaseSync(':memory:');
  for (const migration of MEMBER_MIGRATIONS) member.exec(String(migration));
  const copy: ObjectCopy = {
    className: 'MemberObject',
    name: 'bob',
    file: '',
    db: member,
    alarmMs: null,
    scheduledMs: null,
  };
  const order = (id: string, { credited = true, problem = '' } = {}) =>
    db
      .prepare(
        `INSERT INTO orders (id, user_id, idem_key, fingerprint, product_id, quantity, region, currency, amount_minor, product,
           locale, provider, created_at, expires_at, paid_at, credited_at, problem)
         VALUES (?, 'bob', ?, '', 'p', 1, 'global', 'USD', 799, '{}', 'en-US', 'stripe', 1, 2, 1, ?, ?)`,
      )
      .run(id, id, credited ? 1 : null, problem);
  const entry = (kind: string, key: string) =>
    member
      .prepare(
        "INSERT INTO entries (id, source, key, kind, product, starts_ms, at_ms, reason, actor) VALUES (?, 'order', ?, ?, '', 1, 1, '', '{}')",
      )
      .run(`${kind} ${key}`, key, kind);
  const receipt = (number: number, orderId: string) =>
    db.prepare('INSERT INTO invoices (number, order_id, issued_at) VALUES (?, ?, 1)').run(number, orderId);
  const kinds = () => checkBilling(db, new Map([['bob', copy]])).map(({ kind, ids }) => `${kind} ${ids[0]}`);
  return { db, order, entry, receipt, kinds };
}

it('books that agree have no finding: credited, open, graced, with receipts in order', () => {
  const { order, entry, receipt, kinds } = makeBooks();
  for (const id of ['a', 'b']) {
    order(id);
    entry('grant', id);
  }
  order('open', { credited: false });
  entry('grant', 'grace:in_1');
  receipt(1, 'b');
  receipt(2, 'a');
  expect(kinds()).toEqual([]);
});

it('a credit without a grant, a grant without a payment, and one of an order with a problem are found', () => {
  const { order, entry, kinds, db } = makeBooks();
  order('a');
  order('b', { problem: 'amount_differs', credited: false });
  entry('grant', 'b');
  entry('grant', 'c');
  order('d');
  entry('grant', 'd');
  db.exec("UPDATE orders SET reversed_at = 1 WHERE id = 'd'");
  expect(kinds()).toEqual(['not-credited a', 'problem-credited b', 'not-reversed d', 'credited-unpaid c']);
});

it('a gap in the numbers of receipts, and a receipt of an unpaid order, are found', () => {
  const { order, entry, receipt, kinds } = makeBooks();
  order('a');
  entry('grant', 'a');
  receipt(1, 'a');
  receipt(3, 'nothing');
  expect(kinds()).toEqual(['receipt-gap 3', 'receipt-unpaid 3']);
});

it('an hour that counts less than its orders paid is late, and one that counts more is a finding', () => {
  const { db, order } = makeBooks();
  const admin = new DatabaseSync(':memory:');
  for (const migration of ADMIN_MIGRATIONS) for (const statement of migration) admin.exec(statement);
  order('a');
  const count = (hour: number, currency: string, total: number) =>
    admin.prepare("INSERT OR REPLACE INTO hourly_totals VALUES (?, 'revenue', ?, ?)").run(hour, currency, total);
  count(0, 'USD', 799);
  expect(checkRevenue(db, admin)).toEqual([]);
  count(0, 'USD', 700);
  expect(checkRevenue(db, admin)).toEqual([]);
  count(0, 'USD', 800);
  count(1, 'JPY', 5);
  expect(checkRevenue(db, admin).map(({ kind, ids }) => `${kind} ${ids[0]}`)).toEqual([
    'revenue-overcounted 0 USD',
    'revenue-overcounted 1 JPY',
  ]);
});
