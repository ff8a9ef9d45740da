/** I10: a paid order is credited once, or is open; a refunded order is reversed; numbers of receipts have no gap; no hour has more revenue than its orders. */
import type { DatabaseSync } from 'node:sqlite';
import type { Finding } from './finding.ts';
import { type ObjectCopy, rowsOf } from './state-copy.ts';
import type { Databases } from './tables/databases.ts';

interface PaidOrder {
  id: string;
  user_id: string;
  problem: string;
  credited_at: number | null;
  reversed_at: number | null;
}

interface Member {
  readonly isClosed: boolean;
  /** `grant <key>` and `reverse <key>` of orders. */
  readonly entries: ReadonlySet<string>;
}

function memberOf({ db }: ObjectCopy): Member {
  const entries = rowsOf<{ kind: string; key: string }>(db, "SELECT kind, key FROM entries WHERE source = 'order'");
  return {
    isClosed: rowsOf(db, 'SELECT 1 FROM closing').length > 0,
    entries: new Set(entries.map(({ kind, key }) => `${kind} ${key}`)),
  };
}

const wrong = (kind: string, id: string, says: string): Finding => ({
  invariant: 'I10',
  kind,
  where: 'BILLING',
  ids: [id],
  says,
});

function checkOrder(order: PaidOrder, member: Member | undefined): Finding[] {
  const { id, credited_at: credited, reversed_at: reversed } = order;
  // The ledger of a closed account is empty; its orders stay.
  if (member?.isClosed) return [];
  const has = (kind: string): boolean => member?.entries.has(`${kind} ${id}`) ?? false;
  const found: Finding[] = [];
  if (credited !== null && !has('grant'))
    found.push(wrong('not-credited', id, 'is marked as credited, the ledger has no grant'));
  if (reversed !== null && !has('reverse'))
    found.push(wrong('not-reversed', id, 'is marked as reversed, the ledger has no reversal'));
  if (order.problem !== '' && has('grant'))
    found.push(wrong('problem-credited', id, 'waits for an operator, and was credited'));
  return found;
}

function checkNumbers(db: DatabaseSync): Finding[] {
  const rows = rowsOf<{ number: number; order_id: string }>(
    db,
    'SELECT number, order_id FROM invoices ORDER BY number',
  );
  const gap = rows.findIndex(({ number }, at) => number !== at + 1);
  const found: Finding[] = [];
  if (gap >= 0) {
    const [row] = rows.slice(gap);
    found.push(wrong('receipt-gap', String(row?.number), `receipt ${row?.number} comes where ${gap + 1} should be`));
  }
  const unpaid = rowsOf<{ number: number }>(
    db,
    "SELECT number FROM invoices WHERE order_id NOT IN (SELECT id FROM orders WHERE paid_at IS NOT NULL AND problem = '')",
  );
  for (const { number } of unpaid)
    found.push(wrong('receipt-unpaid', String(number), `receipt ${number} has no paid order`));
  return found;
}

/** @param members  ledgers by the id of their person */
export function checkBilling(db: DatabaseSync, members: ReadonlyMap<string, ObjectCopy>): Finding[] {
  const orders = rowsOf<PaidOrder>(
    db,
    'SELECT id, user_id, problem, credited_at, reversed_at FROM orders WHERE paid_at IS NOT NULL',
  );
  const known = new Map<string, Member | undefined>();
  const findings: Finding[] = [];
  for (const order of orders) {
    const copy = members.get(order.user_id);
    if (!known.has(order.user_id)) known.set(order.user_id, copy && memberOf(copy));
    findings.push(...checkOrder(order, known.get(order.user_id)));
  }
  const paid = new Set(orders.map(({ id }) => id));
  for (const [userId, copy] of members)
    for (const entry of (known.get(userId) ?? memberOf(copy)).entries) {
      const [kind, key = ''] = entry.split(' ');
      // The grace of a failed renewal has the key of its invoice.
      if (kind === 'grant' && !key.startsWith('grace:') && !paid.has(key))
        findings.push(wrong('credited-unpaid', key, `${userId} has a grant of an order that is not paid`));
    }
  return [...findings, ...checkNumbers(db)];
}

/** @param admin  the database of hourly totals, which may lack the newest payments */
export function checkRevenue(billing: DatabaseSync, admin: DatabaseSync): Finding[] {
  const keyOf = ({ hour, part }: { hour: number; part: string }) => `${hour} ${part}`;
  const paid = rowsOf<{ hour: number; part: string; total: number }>(
    billing,
    'SELECT paid_at / 3600000 AS hour, currency AS part, sum(amount_minor) AS total FROM orders WHERE paid_at IS NOT NULL GROUP BY 1, 2',
  );
  const sums = new Map(paid.map((row) => [keyOf(row), row.total]));
  const rows = rowsOf<{ hour: number; part: string; total: number }>(
    admin,
    "SELECT hour, part, total FROM hourly_totals WHERE metric = 'revenue'",
  );
  return rows
    .filter((row) => row.total > (sums.get(keyOf(row)) ?? 0))
    .map((row) => ({
      invariant: 'I10',
      kind: 'revenue-overcounted',
      where: 'ADMIN',
      ids: [keyOf(row)],
      says: `counts ${row.total}, the orders of the hour have ${sums.get(keyOf(row)) ?? 0}`,
    }));
}

/** @param members  ledgers by the id of their person */
export function checkOrders({ billing, admin }: Databases, members: ReadonlyMap<string, ObjectCopy>): Finding[] {
  if (!billing) return [];
  return [...checkBilling(billing, members), ...(admin ? checkRevenue(billing, admin) : [])];
}
