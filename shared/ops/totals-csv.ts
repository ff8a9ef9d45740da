/** Totals as a file for spreadsheets: a line of names, then a line a step. Pure. */
import { csvLine } from '#shared/csv.ts';
import { MEASURES, type Measure, PERIODS, STAGES, type Stage, type Totals, timeOfStep } from './totals.ts';

const NAMES: Readonly<Record<Stage | Measure, string>> = {
  views: 'views of links',
  saves: 'saves',
  signUps: 'new accounts',
  payments: 'first payments',
  links: 'links made',
  traffic: 'bytes sent to visitors',
  stored: 'bytes stored',
};

/** `2.79` for EUR, `300` for JPY: spreadsheets take it for a number. */
function amountOf(minor: number, currency: string): string {
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const digits = money.resolvedOptions().maximumFractionDigits ?? 2;
  return (minor / 10 ** digits).toFixed(digits);
}

/** Each currency has columns of its own. @param sells  false: without payments and money */
export function totalsCsv({ period, steps, money: paid }: Totals, sells = true): string {
  const money = sells ? paid : [];
  const columns = [...STAGES, ...MEASURES].filter((name) => sells || name !== 'payments');
  const { unit } = PERIODS[period];
  const head = [
    'from (UTC)',
    ...columns.map((name) => NAMES[name]),
    ...money.flatMap(({ currency }) => [`paid ${currency}`, `refunded ${currency}`]),
  ];
  const lines = steps.map((step, at) => [
    timeOfStep(step.startMs, unit),
    ...columns.map((name) => String(step[name])),
    ...money.flatMap(({ currency, steps: sums }) =>
      [sums[at]?.paidMinor ?? 0, sums[at]?.refundedMinor ?? 0].map((minor) => amountOf(minor, currency)),
    ),
  ]);
  return [head, ...lines].map(csvLine).join('');
}
