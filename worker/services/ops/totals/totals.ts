/**
 * Totals of hours for operators: views of links, saves, new accounts, first payments, and money. Counters come from the shards of
 * tallies when an hour has ended; the hours that run are asked of the shards. Payments are summed up from the books by the schedule.
 */
import {
  type CurrencyTotals,
  PERIODS,
  type Period,
  STAGES,
  type Stage,
  type Totals,
  type TotalsStep,
} from '#shared/ops/totals.ts';
import { DAY_MS, HOUR_MS } from '#shared/units.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { Database } from '#worker/platform/d1/database.ts';
import { TALLY_SHARDS, type TallyDeps } from '#worker/services/drive/service.ts';
import type { BillingService } from '#worker/services/membership/service.ts';
import { SAVES_KIND, VIEWS_KIND } from '#worker/services/share/index.ts';
import { deleteJobsBefore } from '../jobs/jobs.store.ts';
import { PAYMENTS_METRIC, REFUNDS_METRIC, REVENUE_METRIC, SIGN_UPS_KIND } from '../keys.ts';
import {
  deleteTotals,
  type HourlyTotal,
  selectBuckets,
  selectMark,
  selectTotals,
  setMark,
  setTotal,
} from './totals.store.ts';

export interface TotalsDeps {
  readonly admin: Database;
  readonly tallies: TallyDeps['tallies'];
  readonly billing: Pick<BillingService, 'hourlyPayments'>;
  readonly clock: Clock;
}

/** Counters whose hours are published: kind is the name of the metric. */
export const COUNTED_KINDS: readonly string[] = [VIEWS_KIND, SAVES_KIND, SIGN_UPS_KIND];

const METRIC_OF: Readonly<Record<Stage, string>> = {
  views: VIEWS_KIND,
  saves: SAVES_KIND,
  signUps: SIGN_UPS_KIND,
  payments: PAYMENTS_METRIC,
};
const MONEY = [REVENUE_METRIC, REFUNDS_METRIC];

const DAY_HOURS = 24;
const RETAIN_HOURS = 400 * DAY_HOURS;
/** 35 days: a payment is reported at most so late, because a bank may take a month. */
const LATE_HOURS = 35 * DAY_HOURS;
/** 30 days: how long tasks are listed. */
const JOB_TTL_MS = 30 * DAY_MS;
const HOUR_MARK = 'payments';
const STATEMENTS = 100;

/**
 * From which hour on payments are counted.
 * @param countedHour  the hour of the last run; null: the database is new, and everything is counted
 */
function sinceHour(nowHour: number, countedHour: number | null): number {
  if (countedHour === null) return 0;
  const isNewDay = Math.floor(countedHour / DAY_HOURS) !== Math.floor(nowHour / DAY_HOURS);
  return countedHour - (isNewDay ? LATE_HOURS : 1);
}

/** Counts the payments since the hour before the last run; once a day those of the last weeks. Repeating it writes nothing. */
export async function countPayments({ admin, billing, clock }: TotalsDeps): Promise<void> {
  const nowHour = Math.floor(clock.nowMs() / HOUR_MS);
  const countedHour = await selectMark(admin, HOUR_MARK);
  const hours = await billing.hourlyPayments(sinceHour(nowHour, countedHour) * HOUR_MS);
  const totals = hours.flatMap(({ hour, currency: part, payments, paidMinor, refundedMinor }): HourlyTotal[] =>
    [
      { hour, part, metric: PAYMENTS_METRIC, total: payments },
      { hour, part, metric: REVENUE_METRIC, total: paidMinor },
      { hour, part, metric: REFUNDS_METRIC, total: refundedMinor },
    ].filter(({ total }) => total > 0),
  );
  for (let first = 0; first < totals.length; first += STATEMENTS)
    await admin.batch(totals.slice(first, first + STATEMENTS).map(setTotal));
  if (countedHour === nowHour) return;
  await deleteTotals(admin, nowHour - RETAIN_HOURS);
  // A drive has forgotten their tasks by then.
  await deleteJobsBefore(admin, clock.nowMs() - JOB_TTL_MS);
  await admin.batch([setMark(HOUR_MARK, nowHour)]);
}

/** Sums that shards have not published yet: those of the hours that run. */
async function unpublished({ tallies }: TotalsDeps): Promise<HourlyTotal[]> {
  const shards = COUNTED_KINDS.flatMap((metric) =>
    Array.from({ length: TALLY_SHARDS }, (_, shard) => ({ metric, part: String(shard) })),
  );
  const lists = await Promise.all(
    shards.map(async ({ metric, part }): Promise<HourlyTotal[]> => {
      const hours = await tallies.getByName(`${metric}.${part}`).unpublishedHours();
      return hours.map(({ hour, total }) => ({ hour, metric, part, total }));
    }),
  );
  return lists.flat();
}

export async function readTotals(deps: TotalsDeps, period: Period): Promise<Totals> {
  const { admin, clock } = deps;
  const { steps: count, stepHours } = PERIODS[period];
  const lastStep = Math.floor(clock.nowMs() / HOUR_MS / stepHours);
  const firstHour = (lastStep - count + 1) * stepHours;
  const running = (await unpublished(deps)).filter(({ hour }) => hour >= firstHour);
  const [stored, recent] = await Promise.all([
    selectBuckets(admin, { firstHour, hours: stepHours, money: MONEY }),
    running.length === 0 ? [] : selectTotals(admin, Math.min(...running.map(({ hour }) => hour))),
  ]);
  const keyOf = ({ hour, metric, part }: HourlyTotal) => `${hour} ${metric} ${part}`;
  const published = new Map(recent.map((one) => [keyOf(one), one.total]));
  const sums = new Map<string, number>();
  const add = (bucket: number, metric: string, currency: string, total: number): void => {
    const key = `${bucket} ${metric} ${currency}`;
    sums.set(key, (sums.get(key) ?? 0) + total);
  };
  for (const { bucket, metric, currency, total } of stored) add(bucket, metric, currency, total);
  for (const one of running) {
    const more = one.total - (published.get(keyOf(one)) ?? 0);
    if (more > 0) add(Math.floor((one.hour - firstHour) / stepHours), one.metric, '', more);
  }
  const sum = (bucket: number, metric: string, currency = ''): number =>
    sums.get(`${bucket} ${metric} ${currency}`) ?? 0;
  const buckets = Array.from({ length: count }, (_, bucket) => bucket);
  const steps = buckets.map((bucket): TotalsStep => {
    const counts = Object.fromEntries(STAGES.map((stage) => [stage, sum(bucket, METRIC_OF[stage])]));
    return { startMs: (firstHour + bucket * stepHours) * HOUR_MS, ...(counts as Record<Stage, number>) };
  });
  const currencies = [...new Set(stored.map(({ currency }) => currency))].filter((currency) => currency !== '').sort();
  const money = currencies.map(
    (currency): CurrencyTotals => ({
      currency,
      steps: buckets.map((bucket) => ({
        paidMinor: sum(bucket, REVENUE_METRIC, currency),
        refundedMinor: sum(bucket, REFUNDS_METRIC, currency),
      })),
    }),
  );
  return { period, steps, money };
}
