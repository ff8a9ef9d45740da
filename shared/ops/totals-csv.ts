/** Totals as a file for spreadsheets: a line of names, then a line a step. Pure. */
import { csvLine } from '#shared/csv.ts';
import { MEASURES, PERIODS, STAGES, type Totals, timeOfStep } from './totals.ts';

const NAMES = [
  'from (UTC)',
  'views of links',
  'saves',
  'new accounts',
  'first payments',
  'links made',
  'bytes sent to visitors',
  'bytes stored',
];

/** `2.79` for EUR, `300` for JPY: spreadsheets take it for a number. */
function amountOf(minor: number, currency: string): string {
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const digits = money.resolvedOptions().maximumFractionDigits ?? 2;
  return (minor / 10 ** digits).toFixed(digits);
}

/** Each currency has columns of its own. */
export function totalsCsv({ period, steps, money }: Totals): string {
  const { unit } = PERIODS[period];
  const head = [...NAMES, ...money.flatMap(({ currency }) => [`paid ${currency}`, `refunded ${currency}`])];
  const lines = steps.map((step, at) => [
    timeOfStep(step.startMs, unit),
    ...[...STAGES, ...MEASURES].map((name) => String(step[name])),
    ...money.flatMap(({ currency, steps: sums }) =>
      [sums[at]?.paidMinor ?? 0, sums[at]?.refundedMinor ?? 0].map((minor) => amountOf(minor, currency)),
    ),
  ]);
  return [head, ...lines].map(csvLine).join('');
}
