/** Coupons in D1. A use is counted by the statement that claims it, so that no coupon is used more often than it may. */
import { type Database, statement } from '#worker/platform/d1/database.ts';

export interface Coupon {
  readonly code: string;
  /** 0..100 */
  readonly percentOff: number;
  readonly amountOffMinor: number;
  /** Currency of `amountOffMinor`; '' for any. */
  readonly currency: string;
  /** Ids of products; empty for all. */
  readonly products: readonly string[];
  readonly mostUses: number;
  readonly uses: number;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  readonly note: string;
}

interface CouponRow {
  readonly code: string;
  readonly percent_off: number;
  readonly amount_off_minor: number;
  readonly currency: string;
  readonly products: string;
  readonly most_uses: number;
  readonly uses: number;
  readonly starts_at: number;
  readonly ends_at: number;
  readonly note: string;
}

const couponOf = (row: CouponRow): Coupon => ({
  code: row.code,
  percentOff: row.percent_off,
  amountOffMinor: row.amount_off_minor,
  currency: row.currency,
  products: row.products.split(' ').filter(Boolean),
  mostUses: row.most_uses,
  uses: row.uses,
  startsAtMs: row.starts_at,
  endsAtMs: row.ends_at,
  note: row.note,
});

export async function selectCoupon(db: Database, code: string): Promise<Coupon | null> {
  const row = await db.first<CouponRow>('SELECT * FROM coupons WHERE code = ?', code);
  return row && couponOf(row);
}

export async function selectCoupons(db: Database, limit: number): Promise<Coupon[]> {
  const rows = await db.all<CouponRow>('SELECT * FROM coupons ORDER BY ends_at DESC, code LIMIT ?', limit);
  return rows.map(couponOf);
}

/** @returns false when the code is taken */
export async function insertCoupon(db: Database, coupon: Omit<Coupon, 'uses'>): Promise<boolean> {
  const changed = await db.run(
    `INSERT INTO coupons (code, percent_off, amount_off_minor, currency, products, most_uses, starts_at, ends_at, note)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    coupon.code,
    coupon.percentOff,
    coupon.amountOffMinor,
    coupon.currency,
    coupon.products.join(' '),
    coupon.mostUses,
    coupon.startsAtMs,
    coupon.endsAtMs,
    coupon.note,
  );
  return changed > 0;
}

/** Ends a coupon now. */
export async function endCoupon(db: Database, code: string, nowMs: number): Promise<boolean> {
  return (await db.run('UPDATE coupons SET ends_at = ? WHERE code = ? AND ends_at > ?', nowMs, code, nowMs)) > 0;
}

const COUNT_USES =
  'UPDATE coupons SET uses = (SELECT count(*) FROM coupon_uses u WHERE u.code = coupons.code) WHERE code = ?';

/**
 * Claims one use for an order that is paid or may be paid; once a person.
 * @returns whether the order holds the use, also when it held it before
 */
export async function insertCouponUse(
  db: Database,
  use: { code: string; userId: string; orderId: string; nowMs: number },
): Promise<boolean> {
  await db.batch([
    statement(
      `INSERT INTO coupon_uses (code, user_id, order_id) SELECT code, ?, ? FROM coupons
        WHERE code = ? AND uses < most_uses AND starts_at <= ? AND ends_at > ?
          AND EXISTS (SELECT 1 FROM orders WHERE id = ? AND (cancelled_at IS NULL OR paid_at IS NOT NULL)) ON CONFLICT DO NOTHING`,
      use.userId,
      use.orderId,
      use.code,
      use.nowMs,
      use.nowMs,
      use.orderId,
    ),
    statement(COUNT_USES, use.code),
  ]);
  const row = await db.first<{ order_id: string }>(
    'SELECT order_id FROM coupon_uses WHERE code = ? AND user_id = ?',
    use.code,
    use.userId,
  );
  return row?.order_id === use.orderId;
}

export async function deleteCouponUse(db: Database, orderId: string): Promise<void> {
  const row = await db.first<{ code: string; user_id: string }>(
    "SELECT coupon AS code, user_id FROM orders WHERE id = ? AND coupon <> ''",
    orderId,
  );
  if (!row) return;
  await db.batch([
    statement(
      'DELETE FROM coupon_uses WHERE code = ? AND user_id = ? AND order_id = ?',
      row.code,
      row.user_id,
      orderId,
    ),
    statement(COUNT_USES, row.code),
  ]);
}
