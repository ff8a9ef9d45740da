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
  stepsOf,
  type Totals,
  type TotalsStep,
} from '#shared/ops/totals.ts';
import { DAY_MS, HOUR_MS } from '#shared/units.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { Database } from '#worker/platform/d1/database.ts';
import { type DriveService, TALLY_SHARDS, type TallyDeps, TRAFFIC_KIND } from '#worker/services/drive/service.ts';
import type { BillingService } from '#worker/services/membership/service.ts';
import { LINKS_KIND, SAVES_KIND, VIEWS_KIND } from '#worker/services/share/index.ts';
import { deleteJobsBefore } from '../jobs/jobs.store.ts';
import { PAYMENTS_METRIC, REFUNDS_METRIC, REVENUE_METRIC, SIGN_UPS_KIND, STORED_METRIC } from '../keys.ts';
import { selectMark, setMark } from '../marks.store.ts';
import { countPeople } from '../people/people.store.ts';
import { deleteTotals, type HourlyTotal, selectBuckets, selectTotals, selectValues, setTotal } from './totals.store.ts';

export interface TotalsDeps {
  readonly admin: Database;
  readonly tallies: TallyDeps['tallies'];
  readonly billing: Pick<BillingService, 'hourlyPayments'>;
  readonly drive: Pick<DriveService, 'storedBytes'>;
  readonly clock: Clock;
}

/** Counters whose hours are published: kind is the name of the metric. */
export const COUNTED_KINDS: readonly string[] = [VIEWS_KIND, SAVES_KIND, SIGN_UPS_KIND, LINKS_KIND, TRAFFIC_KIND];

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

/** Index of the step that an hour is in. @param starts  epoch ms, ascending */
function stepOf(starts: readonly number[], atMs: number): number {
  return starts.findLastIndex((startMs) => startMs <= atMs);
}

type Sums = Map<string, number>;

/** Sums by step, metric and currency. */
async function sumsOf(deps: TotalsDeps, starts: readonly number[], hours: number): Promise<Sums> {
  const firstHour = (starts[0] ?? 0) / HOUR_MS;
  const running = (await unpublished(deps)).filter(({ hour }) => hour >= firstHour);
  const [stored, recent] = await Promise.all([
    selectBuckets(deps.admin, { firstHour, hours, money: MONEY }),
    running.length === 0 ? [] : selectTotals(deps.admin, Math.min(...running.map(({ hour }) => hour))),
  ]);
  const keyOf = ({ hour, metric, part }: HourlyTotal) => `${hour} ${metric} ${part}`;
  const published = new Map(recent.map((one) => [keyOf(one), one.total]));
  const sums: Sums = new Map();
  const add = (hour: number, metric: string, currency: string, total: number): void => {
    const key = `${stepOf(starts, hour * HOUR_MS)} ${metric} ${currency}`;
    sums.set(key, (sums.get(key) ?? 0) + total);
  };
  for (const { bucket, metric, currency, total } of stored) add(firstHour + bucket * hours, metric, currency, total);
  for (const one of running) {
    const more = one.total - (published.get(keyOf(one)) ?? 0);
    if (more > 0) add(one.hour, one.metric, '', more);
  }
  return sums;
}

/** Bytes at the end of each step: the newest value up to then, also one from before the steps; 0 before the first. */
async function storedSteps({ admin }: TotalsDeps, starts: readonly number[]): Promise<number[]> {
  const values = await selectValues(admin, { metric: STORED_METRIC, firstHour: (starts[0] ?? 0) / HOUR_MS });
  let bytes = values.findLast(({ hour }) => stepOf(starts, hour * HOUR_MS) < 0)?.total ?? 0;
  return starts.map((_, at) => {
    for (const { hour, total } of values) if (stepOf(starts, hour * HOUR_MS) === at) bytes = total;
    return bytes;
  });
}

export async function readTotals(deps: TotalsDeps, period: Period): Promise<Totals> {
  const starts = stepsOf(period, deps.clock.nowMs());
  const hours = PERIODS[period].unit === 'hour' ? 1 : DAY_HOURS;
  const [sums, stored, people] = await Promise.all([
    sumsOf(deps, starts, hours),
    storedSteps(deps, starts),
    countPeople(deps.admin),
  ]);
  const sum = (step: number, metric: string, currency = ''): number => sums.get(`${step} ${metric} ${currency}`) ?? 0;
  const steps = starts.map((startMs, at): TotalsStep => {
    const counts = Object.fromEntries(STAGES.map((stage) => [stage, sum(at, METRIC_OF[stage])]));
    const use = { links: sum(at, LINKS_KIND), traffic: sum(at, TRAFFIC_KIND), stored: stored[at] ?? 0 };
    return { startMs, ...(counts as Record<Stage, number>), ...use };
  });
  const currencies = new Set([...sums.keys()].flatMap((key) => key.split(' ')[2] || []));
  const money = [...currencies].sort().map(
    (currency): CurrencyTotals => ({
      currency,
      steps: starts.map((_, at) => ({
        paidMinor: sum(at, REVENUE_METRIC, currency),
        refundedMinor: sum(at, REFUNDS_METRIC, currency),
      })),
    }),
  );
  return { period, people, steps, money };
}

/** Holds the hour from which on the bytes are noted again. */
const STORED_MARK = 'stored-next';

/** Notes the bytes that are stored, once a day (UTC). While there are none it looks each hour, and notes a 0 after a value alone. */
export async function countStored({ admin, drive, clock }: TotalsDeps): Promise<void> {
  const hour = Math.floor(clock.nowMs() / HOUR_MS);
  if (hour < ((await selectMark(admin, STORED_MARK)) ?? 0)) return;
  const total = await drive.storedBytes();
  const [last] = total === 0 ? await selectValues(admin, { metric: STORED_METRIC, firstHour: hour + 1 }) : [];
  const nextHour = total === 0 ? hour + 1 : (Math.floor(hour / DAY_HOURS) + 1) * DAY_HOURS;
  const isNoted = total > 0 || (last !== undefined && last.total > 0);
  const noted = isNoted ? [setTotal({ hour, metric: STORED_METRIC, part: '', total })] : [];
  await admin.batch([...noted, setMark(STORED_MARK, nextHour)]);
}
