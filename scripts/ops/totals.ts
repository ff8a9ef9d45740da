/** `npm run ops -- totals`: views of links, saves, new accounts, first payments and money, step by step. */
import { makeFormat } from '#shared/locale/format.ts';
import { PERIODS, type Period, STAGES, type Stage, sumOf, type Totals, timeOfStep } from '#shared/ops/totals.ts';
import { totalsCsv } from '#shared/ops/totals-csv.ts';
import { type Area, askServer } from './area.ts';
import { oneOf, tooMuch } from './arguments.ts';

const STAGE_HEADS: Readonly<Record<Stage, string>> = {
  views: 'views',
  saves: 'saves',
  signUps: 'sign-ups',
  payments: 'first payments',
};

/** Columns of equal width, numbers to the right. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map((row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
    )
    .join('\n');
}

/** @param sells  false: without payments and money */
export function showTotals({ period, people, steps, money: paid }: Totals, sells = true): string {
  const money = sells ? paid : [];
  const stages = STAGES.filter((stage) => sells || stage !== 'payments');
  const format = makeFormat('en-US');
  const { title, unit } = PERIODS[period];
  const heads = money.flatMap(({ currency }) => [`paid ${currency}`, `refunded ${currency}`]);
  const rows = steps.map((step, at) => [
    timeOfStep(step.startMs, unit),
    ...stages.map((stage) => format.number(step[stage])),
    format.number(step.links),
    format.bytes(step.traffic),
    format.bytes(step.stored),
    ...money.flatMap(({ currency, steps: sums }) =>
      [sums[at]?.paidMinor ?? 0, sums[at]?.refundedMinor ?? 0].map((minor) => format.money(minor, currency)),
    ),
  ]);
  const all = [
    'all',
    ...stages.map((stage) => format.number(sumOf(steps, (step) => step[stage]))),
    format.number(sumOf(steps, ({ links }) => links)),
    format.bytes(sumOf(steps, ({ traffic }) => traffic)),
    format.bytes(steps.at(-1)?.stored ?? 0),
    ...money.flatMap(({ currency, steps: sums }) =>
      [sumOf(sums, ({ paidMinor }) => paidMinor), sumOf(sums, ({ refundedMinor }) => refundedMinor)].map((minor) =>
        format.money(minor, currency),
      ),
    ),
  ];
  const head = ['from (UTC)', ...stages.map((stage) => STAGE_HEADS[stage]), 'links', 'sent to visitors', 'stored'];
  return `${title}, ${format.number(people)} accounts now\n${tableOf([[...head, ...heads], ...rows, all])}`;
}

const NAMES = Object.keys(PERIODS) as Period[];

export const totalsArea: Area = {
  usage: [`totals [${NAMES.join('|')}] [csv]`],
  async run(args, dataDir) {
    const [asked = 'month', form, ...rest] = args;
    if (rest.length > 0) throw tooMuch(rest);
    const period = oneOf('the period', NAMES, asked);
    const isFile = form !== undefined && oneOf('what follows the period', ['csv'], form) === 'csv';
    const { hasOffers = true, ...totals } = await askServer<Totals & { hasOffers?: boolean }>(
      dataDir,
      '/_internal/totals',
      { period },
    );
    return isFile ? totalsCsv(totals, hasOffers).trimEnd() : showTotals(totals, hasOffers);
  },
};
