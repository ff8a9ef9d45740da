/** Use, the way from a link to a payment, and the money: totals, plots and the table of their numbers. In English, times in UTC. */
import type { ReactNode } from 'react';
import { type Bar, Bars } from '#client/ui/bars.tsx';
import { useFormat } from '#client/ui/i18n.tsx';
import {
  MEASURES,
  type Measure,
  PERIODS,
  type Period,
  STAGES,
  type Stage,
  sumOf,
  type Totals,
  type TotalsStep,
  timeOfStep,
} from '#shared/ops/totals.ts';
import { OpsPart } from './ops-frame.view.tsx';

const STAGE_TITLES: Readonly<Record<Stage, string>> = {
  views: 'Views of links',
  saves: 'Saves',
  signUps: 'New accounts',
  payments: 'First payments',
};

const MEASURE_TITLES: Readonly<Record<Measure, string>> = {
  links: 'Links made',
  traffic: 'Sent to visitors',
  stored: 'Stored',
};

export interface TotalsViewProps extends Totals {
  readonly here: string;
  /** False: nothing is sold here, and no figure of payments is shown. */
  readonly hasOffers: boolean;
}

const stagesOf = (hasOffers: boolean): readonly Stage[] => STAGES.filter((stage) => hasOffers || stage !== 'payments');

export function TotalsView(props: TotalsViewProps): ReactNode {
  const { here, period, steps, money, hasOffers } = props;
  const isEmpty =
    money.length === 0 && steps.every((step) => [...STAGES, ...MEASURES].every((name) => step[name] === 0));
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
      {isEmpty ? (
        <p className="card mt-4 px-4 py-3 text-muted">
          Nothing was counted in this time. Counts begin with the first visit; stored bytes are noted once a day.
        </p>
      ) : null}
      <OpsPart
        id="use"
        title="Use"
        lead="Stored bytes are noted once a day, each content once. Sent are the files and archives that visitors of links received, and the files that guests of folders did; not what people download from their own drives, and no small images or pages."
      >
        <Use {...props} />
      </OpsPart>
      <OpsPart
        id="conversion"
        title="Conversion"
        lead={`From the sight of a link to the ${hasOffers ? 'first payment' : 'new account'}. The steps are counted apart: no person is followed from one to the next.`}
      >
        <Stages {...props} />
      </OpsPart>
      {hasOffers ? (
        <OpsPart
          id="revenue"
          title="Revenue"
          lead="What was paid, renewals too, and what was paid back, in the hour of each."
        >
          {money.length === 0 ? <p className="text-muted">Nothing was paid in this time.</p> : <Money {...props} />}
        </OpsPart>
      ) : null}
      <OpsPart id="numbers" title="Numbers" lead="Times are UTC. The last step is not over.">
        <Numbers {...props} />
        <p className="mt-3">
          <a
            className="link inline-flex min-h-11 items-center text-sm"
            href={`${here}?period=${period}&format=csv`}
            download
          >
            Download as CSV
          </a>
        </p>
      </OpsPart>
    </>
  );
}

/** The scale of a plot in words; '' for one without any amount. */
function highestOf(bars: readonly Bar[]): string {
  const [first] = bars;
  if (!first) return '';
  const highest = bars.reduce((most, bar) => (bar.amount > most.amount ? bar : most), first);
  return highest.amount === 0 ? '' : `highest ${highest.text}, ${highest.label}`;
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
  const highest = highestOf(bars);
  return (
    <li className="card min-w-0 p-4 sm:p-5">
      <h3 className="text-sm text-muted">{title}</h3>
      <p className="text-xl font-semibold">{sum}</p>
      <p className="mb-3 min-h-5 text-xs text-muted">{[note, highest].filter(Boolean).join(' · ')}</p>
      <Bars title={`${title}: ${sum}`} bars={bars} desc={highest} />
      <p className="mt-1 flex justify-between gap-2 text-xs text-muted">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
    </li>
  );
}

function Use({ period, people, steps }: TotalsViewProps): ReactNode {
  const format = useFormat();
  const { unit } = PERIODS[period];
  const shown = (name: Measure, amount: number) => (name === 'links' ? format.number(amount) : format.bytes(amount));
  const totals: Readonly<Record<Measure, number>> = {
    links: sumOf(steps, ({ links }) => links),
    traffic: sumOf(steps, ({ traffic }) => traffic),
    stored: steps.at(-1)?.stored ?? 0,
  };
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      <li className="card min-w-0 p-4 sm:p-5">
        <h3 className="text-sm text-muted">Accounts</h3>
        <p className="text-xl font-semibold">{format.number(people)}</p>
        <p className="text-xs text-muted">now; deleted ones are not counted</p>
      </li>
      {MEASURES.map((name) => (
        <Plot
          key={name}
          title={MEASURE_TITLES[name]}
          sum={shown(name, totals[name])}
          note={name === 'stored' ? 'at the end of each step' : ''}
          bars={barsOf(
            steps,
            unit,
            (step) => step[name],
            (amount) => shown(name, amount),
          )}
        />
      ))}
    </ul>
  );
}

function barsOf(
  steps: readonly TotalsStep[],
  unit: (typeof PERIODS)[Period]['unit'],
  amountOf: (step: TotalsStep) => number,
  textOf: (amount: number) => string,
): Bar[] {
  return steps.map((step) => {
    const amount = amountOf(step);
    return { label: timeOfStep(step.startMs, unit), amount, text: textOf(amount) };
  });
}

function Stages({ period, steps, hasOffers }: TotalsViewProps): ReactNode {
  const format = useFormat();
  const { unit } = PERIODS[period];
  const share = new Intl.NumberFormat(format.locale, { style: 'percent', maximumSignificantDigits: 2 });
  const stages = stagesOf(hasOffers);
  const sums = stages.map((stage) => sumOf(steps, (step) => step[stage]));
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {stages.map((stage, at) => {
        const [sum = 0, before = 0] = [sums[at], sums[at - 1]];
        return (
          <Plot
            key={stage}
            title={STAGE_TITLES[stage]}
            sum={format.number(sum)}
            note={before > 0 ? `${share.format(sum / before)} of the step before` : ''}
            bars={barsOf(steps, unit, (step) => step[stage], format.number)}
          />
        );
      })}
    </ul>
  );
}

function Money({ period, steps, money }: TotalsViewProps): ReactNode {
  const format = useFormat();
  const { unit } = PERIODS[period];
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
              label: timeOfStep(steps[at]?.startMs ?? 0, unit),
              amount: paidMinor,
              text: format.money(paidMinor, currency),
            }))}
          />
        );
      })}
    </ul>
  );
}

interface Column {
  readonly title: string;
  readonly textOf: (at: number) => string;
}

/** Money has its own table: with it, the other numbers would not fit a screen. */
function Numbers({ period, steps, money, hasOffers }: TotalsViewProps): ReactNode {
  const format = useFormat();
  const { unit } = PERIODS[period];
  const rows = steps.map(({ startMs }) => timeOfStep(startMs, unit));
  const counts = stagesOf(hasOffers).map(
    (stage): Column => ({ title: STAGE_TITLES[stage], textOf: (at) => format.number(steps[at]?.[stage] ?? 0) }),
  );
  const measures = MEASURES.map(
    (name): Column => ({
      title: MEASURE_TITLES[name],
      textOf: (at) => (name === 'links' ? format.number : format.bytes)(steps[at]?.[name] ?? 0),
    }),
  );
  const sums = (hasOffers ? money : []).flatMap(({ currency, steps: of }): Column[] => [
    { title: `Paid, ${currency}`, textOf: (at) => format.money(of[at]?.paidMinor ?? 0, currency) },
    { title: `Refunded, ${currency}`, textOf: (at) => format.money(of[at]?.refundedMinor ?? 0, currency) },
  ]);
  return (
    <>
      <NumberTable label="Table of all totals" rows={rows} columns={[...counts, ...measures]} />
      {sums.length === 0 ? null : (
        <div className="mt-4">
          <NumberTable label="Table of the money" rows={rows} columns={sums} />
        </div>
      )}
    </>
  );
}

const CELL = 'px-3 py-1.5 text-end whitespace-nowrap';
/** Stays while the table scrolls sideways. */
const ROW_HEAD = 'sticky start-0 bg-surface px-3 py-1.5 text-start whitespace-nowrap';

/** Newest first. @param rows  their times, oldest first */
function NumberTable({
  label,
  rows,
  columns,
}: {
  label: string;
  rows: readonly string[];
  columns: readonly Column[];
}): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and the keyboard must reach it
    <section className="card overflow-x-auto" aria-label={label} tabIndex={0}>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className={ROW_HEAD}>
              From
            </th>
            {columns.map(({ title }) => (
              <th key={title} scope="col" className={CELL}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows
            .map((time, at) => (
              <tr key={time}>
                <th scope="row" className={`${ROW_HEAD} font-normal`}>
                  {time}
                </th>
                {columns.map(({ title, textOf }) => (
                  <td key={title} className={CELL}>
                    {textOf(at)}
                  </td>
                ))}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </section>
  );
}
