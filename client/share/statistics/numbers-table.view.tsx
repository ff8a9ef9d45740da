/** All numbers of the statistics of a link as a table: the newest day first, then the sums. */
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import type { LinkStatistics } from '#shared/share/statistics.contract.ts';
import { type Figure, figuresOf, useFigures } from './figures.ts';

export interface NumbersTableProps {
  readonly statistics: LinkStatistics;
  /** Id of its heading. */
  readonly labelledBy: string;
}

const CELL = 'px-3 py-1.5 text-end whitespace-nowrap';

export function NumbersTable({ statistics, labelledBy }: NumbersTableProps): ReactNode {
  const { t } = useT();
  const { nameOf, textOf, dayText } = useFigures();
  const { days, period, total } = statistics;
  const figures = figuresOf(statistics);
  const totals: Partial<Record<Figure, string>> = total;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and the keyboard must reach it
    <section className="card mt-3 overflow-x-auto" aria-labelledby={labelledBy} tabIndex={0}>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className="px-3 py-1.5 text-start">
              {t('share.stats.day')}
            </th>
            {figures.map((figure) => (
              <th key={figure} scope="col" className={CELL}>
                {nameOf(figure)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day} className="border-b border-line">
              <th scope="row" className="px-3 py-1.5 text-start font-normal whitespace-nowrap">
                <time dateTime={day.day}>{dayText(day.day)}</time>
              </th>
              {figures.map((figure) => (
                <td key={figure} className={CELL}>
                  {textOf(figure, day[figure])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot className="font-semibold">
          <SumRow name={t('share.stats.sum')} figures={figures} cellOf={(figure) => textOf(figure, period[figure])} />
          <SumRow
            name={t('share.stats.since')}
            figures={figures}
            cellOf={(figure) => (totals[figure] === undefined ? '–' : textOf(figure, totals[figure]))}
          />
        </tfoot>
      </table>
    </section>
  );
}

interface SumRowProps {
  name: string;
  figures: readonly Figure[];
  cellOf: (figure: Figure) => string;
}

function SumRow({ name, figures, cellOf }: SumRowProps): ReactNode {
  return (
    <tr className="border-t border-line-strong">
      <th scope="row" className="px-3 py-1.5 text-start whitespace-nowrap">
        {name}
      </th>
      {figures.map((figure) => (
        <td key={figure} className={CELL}>
          {cellOf(figure)}
        </td>
      ))}
    </tr>
  );
}
