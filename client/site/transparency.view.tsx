/** Counts of reported links, a table for each quarter, beside the policies. */
import type { ReactNode } from 'react';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { type QuarterFigures, REASON_KEYS } from '#shared/share/reports.ts';
import { type PolicyLink, PolicyNav } from './policy.view.tsx';

export interface TransparencyViewProps {
  /** Newest first. */
  readonly quarters: readonly QuarterFigures[];
  readonly documents: readonly PolicyLink[];
}

export function TransparencyView({ quarters, documents }: TransparencyViewProps): ReactNode {
  const { t } = useT();
  return (
    <div className="grid gap-10 md:grid-cols-[16rem_minmax(0,1fr)] md:gap-10">
      <PolicyNav documents={documents} />
      <article className="min-w-0">
        <h1 className="site-title">{t('site.transparency.title')}</h1>
        <p className="mt-3 max-w-2xl text-lg text-muted">{t('site.transparency.lead')}</p>
        <p className="mt-3 max-w-2xl text-sm text-muted">{t('site.transparency.how')}</p>
        {quarters.length === 0 ? <p className="mt-8">{t('site.transparency.none')}</p> : null}
        {quarters.map((each) => (
          <Quarter key={`${each.year} ${each.quarter}`} figures={each} />
        ))}
      </article>
    </div>
  );
}

function Quarter({ figures }: { figures: QuarterFigures }): ReactNode {
  const { t } = useT();
  const { number } = useFormat();
  const sum = (count: (row: QuarterFigures['reasons'][number]) => number) =>
    number(figures.reasons.reduce((total, row) => total + count(row), 0));
  const others = [
    [t('site.transparency.left_open'), figures.leftOpen],
    [t('site.transparency.appeals'), figures.appeals],
    [t('site.transparency.reopened'), figures.reopened],
    [t('site.transparency.upheld'), figures.upheld],
  ] as const;
  return (
    <section className="mt-10 max-w-2xl">
      <h2 className="text-xl">
        {t('site.transparency.quarter', { year: String(figures.year), quarter: String(figures.quarter) })}
      </h2>
      <table className="mt-4 w-full text-sm">
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className="w-full py-2 pe-3 text-start font-semibold">
              {t('site.transparency.reason')}
            </th>
            <th scope="col" className="px-3 py-2 text-end font-semibold whitespace-nowrap">
              {t('site.transparency.reports')}
            </th>
            <th scope="col" className="py-2 ps-3 text-end font-semibold whitespace-nowrap">
              {t('site.transparency.closed')}
            </th>
          </tr>
        </thead>
        <tbody>
          {figures.reasons.map(({ reason, reports, closed }) => (
            <tr key={reason} className="border-b border-line">
              <th scope="row" className="w-full py-2 pe-3 text-start font-normal">
                {t(REASON_KEYS[reason])}
              </th>
              <td className="px-3 py-2 text-end whitespace-nowrap tabular-nums">{number(reports)}</td>
              <td className="py-2 ps-3 text-end whitespace-nowrap tabular-nums">{number(closed)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="w-full py-2 pe-3 text-start font-semibold">
              {t('site.transparency.total')}
            </th>
            <td className="px-3 py-2 text-end whitespace-nowrap tabular-nums">{sum(({ reports }) => reports)}</td>
            <td className="py-2 ps-3 text-end whitespace-nowrap tabular-nums">{sum(({ closed }) => closed)}</td>
          </tr>
        </tfoot>
      </table>
      <dl className="mt-3 grid gap-1 text-sm">
        {others.map(([label, count]) => (
          <div key={label} className="flex justify-between gap-6">
            <dt className="text-muted">{label}</dt>
            <dd className="flex-none tabular-nums">{number(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
