/** Statistics of one link: plots, totals, where visitors came from, and the table of all numbers. Links and tables, no script. */
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Bars } from '#client/ui/bars.tsx';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { SubpageHead } from '#client/ui/subpage-head.tsx';
import { href } from '#shared/routes.ts';
import { type LinkStatistics, PERIODS, type Period } from '#shared/share/statistics.contract.ts';
import { type Figure, figuresOf, useFigures } from './figures.ts';
import { NumbersTable } from './numbers-table.view.tsx';

export interface StatisticsViewProps {
  readonly statistics: LinkStatistics;
  readonly period: Period;
  /** Title of the link; '' for none. */
  readonly title: string;
}

export function StatisticsView(page: StatisticsViewProps): ReactNode {
  const { t, tn } = useT();
  const { statistics, period, title } = page;
  const params = { shareId: statistics.share_id };
  const list = `${href('drive.shares')}?link=${encodeURIComponent(statistics.share_id)}`;
  const back = statistics.direct ? href('drive.direct') : list;
  return (
    <div className="drive-page gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <SubpageHead
          backHref={back}
          back={t(statistics.direct ? 'share.direct.title' : 'share.my_links.title')}
          title={t('share.stats.title')}
        >
          <p className="mt-1 font-semibold break-words">{title === '' ? t('share.page_title') : title}</p>
          <p className="mt-1 max-w-prose text-sm text-muted">{t('share.stats.lead')}</p>
        </SubpageHead>
        <Button
          href={`${href('share.statistics-export', params)}?days=${period}`}
          icon={<Download size={18} aria-hidden="true" />}
          download
        >
          {t('share.my_links.export')}
        </Button>
      </div>
      <nav aria-label={t('share.stats.period')}>
        <ul className="flex flex-wrap gap-x-5">
          {PERIODS.map((each) => (
            <li key={each}>
              <a
                href={`${href('share.statistics', params)}?days=${each}`}
                className="flex min-h-11 items-center font-semibold text-muted hover:text-ink aria-[current]:text-accent"
                aria-current={each === period ? 'true' : undefined}
              >
                {tn('drive.link.expiry.days', Number(each))}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <ul className="grid gap-4 sm:grid-cols-2">
        {figuresOf(statistics).map((figure) => (
          <Plot key={figure} figure={figure} statistics={statistics} />
        ))}
      </ul>
      <Referrers {...page} />
      <div>
        <h2 id="numbers" className="text-lg">
          {t('share.stats.by_day')}
        </h2>
        <NumbersTable statistics={statistics} labelledBy="numbers" />
      </div>
    </div>
  );
}

function Plot({ figure, statistics }: { figure: Figure; statistics: LinkStatistics }): ReactNode {
  const { t } = useT();
  const { nameOf, textOf, dayText } = useFigures();
  const bars = statistics.days.map((day) => ({
    label: dayText(day.day),
    amount: Number(day[figure]),
    text: textOf(figure, day[figure]),
  }));
  const name = nameOf(figure);
  const sum = textOf(figure, statistics.period[figure]);
  const most = bars.reduce<(typeof bars)[number] | undefined>(
    (top, bar) => (bar.amount > (top?.amount ?? 0) ? bar : top),
    undefined,
  );
  const note = most ? t('share.stats.most', { day: most.label, amount: most.text }) : '';
  return (
    <li className="card min-w-0 p-4 sm:p-5">
      <h2 className="text-sm text-muted">{name}</h2>
      <p className="text-xl font-semibold">{sum}</p>
      <p className="mb-3 min-h-5 text-xs text-muted">{note}</p>
      <Bars title={note === '' ? `${name}: ${sum}` : `${name}: ${sum}. ${note}`} bars={bars} />
      <p className="mt-1 flex justify-between gap-2 text-xs text-muted">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
    </li>
  );
}

function Referrers({ statistics }: StatisticsViewProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const { referrers, period, direct } = statistics;
  const all = Number(direct ? period.request_count : period.view_count);
  const share = new Intl.NumberFormat(format.locale, { style: 'percent', maximumFractionDigits: 0 });
  const names = { host: '', direct: t('share.stats.direct'), other: t('share.stats.elsewhere') } as const;
  return (
    <section aria-labelledby="referrers">
      <h2 id="referrers" className="text-lg">
        {t('share.stats.referrers')}
      </h2>
      <p className="mt-1 text-sm text-muted">
        {referrers.length === 0 ? t('share.stats.no_views') : t('share.stats.referrers.lead')}
      </p>
      {referrers.length === 0 ? null : (
        <ul className="card mt-3">
          {referrers.map(({ kind, host, view_count: views }) => (
            <li
              key={`${kind} ${host}`}
              className="flex justify-between gap-4 border-t border-line px-4 py-2 text-sm first:border-t-0"
            >
              <span className="min-w-0 break-all">{kind === 'host' ? host : names[kind]}</span>
              <span className="flex-none text-muted">
                {format.number(Number(views))} · {share.format(Number(views) / Math.max(1, all))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
