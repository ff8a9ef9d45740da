/** Payments as operators see them: orders of a person, refunds, problems, coupons and reconciliations. The caller checks the operator and logs the act. */
import { AppError } from '#shared/errors.ts';
import { type Coupon, endCoupon, insertCoupon, selectCoupons } from '../coupons/coupon.store.ts';
import { selectOrder, selectOrdersOf } from '../orders/order.store.ts';
import type { Order } from '../orders/order-row.ts';
import { closeProblem, type Problem, selectOpenProblems } from '../orders/problem.store.ts';
import { type Reconciliation, selectReconciliations } from '../payments/reconciliation.store.ts';
import { refundableMinor } from '../payments/refund.ts';
import type { BillingParts } from '../purchases/parts.ts';

const ORDERS = 50;
const PROBLEMS = 50;
const COUPONS = 100;
const DAYS = 14;

export interface PaymentDesk {
  readonly problems: readonly Problem[];
  readonly coupons: readonly Coupon[];
  readonly reconciliations: readonly Reconciliation[];
}

export async function paymentDesk({ db }: BillingParts): Promise<PaymentDesk> {
  const [problems, coupons, reconciliations] = await Promise.all([
    selectOpenProblems(db, PROBLEMS),
    selectCoupons(db, COUPONS),
    selectReconciliations(db, DAYS),
  ]);
  return { problems, coupons, reconciliations };
}

export interface DeskOrder extends Order {
  readonly refundableMinor: number;
}

/** @param term  id of an order or of a person */
export async function findOrders({ db }: BillingParts, term: string): Promise<readonly DeskOrder[]> {
  const order = await selectOrder(db, term);
  const orders = order ? [order] : await selectOrdersOf(db, term, Number.MAX_SAFE_INTEGER, ORDERS);
  return Promise.all(orders.map(async (each) => ({ ...each, refundableMinor: await refundableMinor({ db }, each) })));
}

/** @throws AppError failed_precondition when it is not open */
export async function closeOpenProblem(
  { db, clock }: BillingParts,
  problem: Pick<Problem, 'problem' | 'subject'>,
  note: string,
): Promise<void> {
  if (!(await closeProblem(db, problem, note, clock.nowMs())))
    throw new AppError('failed_precondition', { reason: 'problem_closed' });
}

const CODE = /^[A-Z0-9-]{3,40}$/;
const CURRENCY = /^[A-Z]{3}$/;
const MAX_USES = 1_000_000;

const isCount = (value: number, most: number): boolean => Number.isSafeInteger(value) && value >= 0 && value <= most;

/** @throws AppError invalid_argument; failed_precondition for a code that is taken */
export async function makeCoupon({ db, documents }: BillingParts, coupon: Omit<Coupon, 'uses'>): Promise<void> {
  const refuse = (field: string) => new AppError('invalid_argument', { field, reason: 'out_of_range' });
  if (!CODE.test(coupon.code)) throw refuse('code');
  if (!isCount(coupon.percentOff, 100)) throw refuse('percent');
  if (!isCount(coupon.amountOffMinor, Number.MAX_SAFE_INTEGER)) throw refuse('amount');
  if (coupon.percentOff === 0 && coupon.amountOffMinor === 0) throw refuse('percent');
  if (coupon.amountOffMinor > 0 && !CURRENCY.test(coupon.currency)) throw refuse('currency');
  if (!isCount(coupon.mostUses, MAX_USES) || coupon.mostUses === 0) throw refuse('uses');
  if (!(coupon.endsAtMs > coupon.startsAtMs)) throw refuse('ends');
  const { plans, storagePacks, trafficPacks } = await documents.live('membership');
  const ids = new Set([...plans, ...storagePacks, ...trafficPacks].map(({ id }) => id));
  if (!coupon.products.every((id) => ids.has(id))) throw refuse('products');
  if (!(await insertCoupon(db, coupon))) throw new AppError('failed_precondition', { field: 'code', reason: 'taken' });
}

export async function endCouponNow({ db, clock }: BillingParts, code: string): Promise<void> {
  if (!(await endCoupon(db, code, clock.nowMs()))) throw new AppError('not_found', { field: 'code' });
}
