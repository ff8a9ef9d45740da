/** From the sight of a link to a payment, and the money: totals, plots and the table of their numbers. In English, times in UTC. */
import type { ReactNode } from 'react';
import { type Bar, Bars } from '#client/ui/bars.tsx';
import { useFormat } from '#client/ui/i18n.tsx';
import { PERIODS, type Period, STAGES, type Stage, sumOf, type Totals, timeOfStep } from '#shared/ops/totals.ts';
import { OpsPart } from './ops-frame.view.tsx';

const STAGE_TITLES: Readonly<Record<Stage, string>> = {
  views: 'Views of links',
  saves: 'Saves',
  signUps: 'New accounts',
  payments: 'First payments',
};

export interface TotalsViewProps extends Totals {
  readonly here: string;
}

export function TotalsView(props: TotalsViewProps): ReactNode {
  const { here, period, money } = props;
  return (
    <>
      <h1 className="text-2xl">Totals</h1>
      <nav aria-label="Period" className="mt-4">
        <ul className="flex flex-wrap gap-x-5">
          {(Object.keys(PERIODS) as Period[]).map((each) => (
            <li key={each}>
              <a
                href={`${here}?period=${each}`}
                className="flex min-h-11 items-center font-semibold text-muted hover:text-ink aria-[current]:text-accent"
                aria-current={each === period ? 'true' : undefined}
              >
                {PERIODS[each].title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <OpsPart
        id="conversion"
        title="Conversion"
        lead="From the sight of a link to the first payment. The steps are counted apart: nobody is followed from one to the next."
      >
        <Stages {...props} />
      </OpsPart>
      <OpsPart
        id="revenue"
        title="Revenue"
        lead="What was paid, renewals too, and what was paid back, in the hour of each."
      >
        {money.length === 0 ? <p className="text-muted">Nothing was paid in this time.</p> : <Money {...props} />}
      </OpsPart>
      <OpsPart id="numbers" title="Numbers" lead="Times are UTC. The last step is not over.">
        <Numbers {...props} />
      </OpsPart>
    </>
  );
}

function Plot({
  title,
  sum,
  note,
  bars,
}: {
  title: string;
  sum: string;
  note: string;
  bars: readonly Bar[];
}): ReactNode {
  return (
    <li className="card min-w-0 p-4 sm:p-5">
      <h3 className="text-sm text-muted">{title}</h3>
      <p className="text-xl font-semibold">{sum}</p>
      <p className="mb-3 min-h-5 text-xs text-muted">{note}</p>
      <Bars title={`${title}: ${sum}`} bars={bars} />
      <p className="mt-1 flex justify-between gap-2 text-xs text-muted">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
    </li>
  );
}

function Stages({ period, steps }: TotalsViewProps): ReactNode {
  const format = useFormat();
  const { stepHours } = PERIODS[period];
  const share = new Intl.NumberFormat(format.locale, { style: 'percent', maximumSignificantDigits: 2 });
  const sums = STAGES.map((stage) => sumOf(steps, (step) => step[stage]));
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {STAGES.map((stage, at) => {
        const [sum = 0, before = 0] = [sums[at], sums[at - 1]];
        return (
          <Plot
            key={stage}
            title={STAGE_TITLES[stage]}
            sum={format.number(sum)}
            note={before > 0 ? `${share.format(sum / before)} of the step before` : ''}
            bars={steps.map((step) => ({
              label: timeOfStep(step.startMs, stepHours),
              amount: step[stage],
              text: format.number(step[stage]),
            }))}
          />
        );
      })}
    </ul>
  );
}

function Money({ period, steps, money }: TotalsViewProps): ReactNode {
  const format = useFormat();
  const { stepHours } = PERIODS[period];
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {money.map(({ currency, steps: sums }) => {
        const refunded = sumOf(sums, ({ refundedMinor }) => refundedMinor);
        return (
          <Plot
            key={currency}
            title={currency}
            sum={format.money(
              sumOf(sums, ({ paidMinor }) => paidMinor),
              currency,
            )}
            note={refunded > 0 ? `${format.money(refunded, currency)} refunded` : ''}
            bars={sums.map(({ paidMinor }, at) => ({
              label: timeOfStep(steps[at]?.startMs ?? 0, stepHours),
              amount: paidMinor,
              text: format.money(paidMinor, currency),
            }))}
          />
        );
      })}
    </ul>
  );
}

const CELL = 'px-3 py-1.5 text-end whitespace-nowrap';

function Numbers({ period, steps, money }: TotalsViewProps): ReactNode {
  const format = useFormat();
  const { stepHours } = PERIODS[period];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and the keyboard must reach it
    <section className="card overflow-x-auto" aria-label="Table of all totals" tabIndex={0}>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className="px-3 py-2 text-start">
              From
            </th>
            {STAGES.map((stage) => (
              <th key={stage} scope="col" className={CELL}>
                {STAGE_TITLES[stage]}
              </th>
            ))}
            {money.flatMap(({ currency }) =>
              ['Paid', 'Refunded'].map((what) => (
                <th key={`${what} ${currency}`} scope="col" className={CELL}>
                  {what}, {currency}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {steps
            .map((step, at) => (
              <tr key={step.startMs}>
                <th scope="row" className="px-3 py-1.5 text-start font-normal whitespace-nowrap">
                  {timeOfStep(step.startMs, stepHours)}
                </th>
                {STAGES.map((stage) => (
                  <td key={stage} className={CELL}>
                    {format.number(step[stage])}
                  </td>
                ))}
                {money.flatMap(({ currency, steps: sums }) => [
                  <td key={`paid ${currency}`} className={CELL}>
                    {format.money(sums[at]?.paidMinor ?? 0, currency)}
                  </td>,
                  <td key={`refunded ${currency}`} className={CELL}>
                    {format.money(sums[at]?.refundedMinor ?? 0, currency)}
                  </td>,
                ])}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </section>
  );
}
