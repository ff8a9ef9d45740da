/** `npm run ops totals`: views of links, saves, new accounts, first payments and money, step by step. */
import { makeFormat } from '#shared/locale/format.ts';
import { isPeriod, PERIODS, STAGES, sumOf, type Totals, timeOfStep } from '#shared/ops/totals.ts';
import { type Area, askServer, UsageError } from './area.ts';

const HEAD = ['from (UTC)', 'views', 'saves', 'sign-ups', 'first payments'];

/** Columns of equal width, numbers to the right. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map((row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
    )
    .join('\n');
}

export function showTotals({ period, steps, money }: Totals): string {
  const format = makeFormat('en-US');
  const { title, stepHours } = PERIODS[period];
  const heads = money.flatMap(({ currency }) => [`paid ${currency}`, `refunded ${currency}`]);
  const rows = steps.map((step, at) => [
    timeOfStep(step.startMs, stepHours),
    ...STAGES.map((stage) => format.number(step[stage])),
    ...money.flatMap(({ currency, steps: sums }) =>
      [sums[at]?.paidMinor ?? 0, sums[at]?.refundedMinor ?? 0].map((minor) => format.money(minor, currency)),
    ),
  ]);
  const all = [
    'all',
    ...STAGES.map((stage) => format.number(sumOf(steps, (step) => step[stage]))),
    ...money.flatMap(({ currency, steps: sums }) =>
      [sumOf(sums, ({ paidMinor }) => paidMinor), sumOf(sums, ({ refundedMinor }) => refundedMinor)].map((minor) =>
        format.money(minor, currency),
      ),
    ),
  ];
  return `${title}\n${tableOf([[...HEAD, ...heads], ...rows, all])}`;
}

export const totalsArea: Area = {
  usage: [`totals [${Object.keys(PERIODS).join('|')}]`],
  async run(args, dataDir) {
    const [period = 'month', ...rest] = args;
    if (rest.length > 0 || !isPeriod(period)) throw new UsageError();
    return showTotals(await askServer<Totals>(dataDir, '/_internal/totals', { period }));
  },
};
