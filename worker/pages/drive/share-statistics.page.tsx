/** `/drive/shares/{shareId}/statistics`: what visitors did with one's own link, by day; and the same as CSV. Personal, never cached. */
import type { Context } from 'hono';
import { StatisticsView } from '#client/share/statistics/statistics.view.tsx';
import { csvLine } from '#shared/csv.ts';
import { AppError } from '#shared/errors.ts';
import { asShareId, isWireId } from '#shared/ids.ts';
import { href } from '#shared/routes.ts';
import { DEFAULT_PERIOD, PERIODS, type Period, type StatisticsDay } from '#shared/share/statistics.contract.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { asPerson } from '../auth/as-person.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { renderInDrive } from './drive-layout.tsx';
import { drivePerson } from './drive-person.ts';

const COLUMNS = [
  ['day', (day) => day.day],
  ['views', (day) => day.view_count],
  ['people', (day) => day.people_count],
  ['saves', (day) => day.save_count],
  ['downloads', (day) => day.download_count],
  ['bytes', (day) => day.bytes],
  ['crawlers', (day) => day.crawler_count],
  ['requests', (day) => day.request_count],
] as const satisfies readonly (readonly [string, (day: StatisticsDay) => string])[];

/** @throws AppError not_found for an id that no link has */
function askedOf(c: Context<AppEnv>): { shareId: ReturnType<typeof asShareId>; period: Period } {
  const shareId = c.req.param('shareId') ?? '';
  if (!isWireId(shareId)) throw new AppError('not_found');
  const days = c.req.query('days');
  return { shareId: asShareId(shareId), period: PERIODS.find((one) => one === days) ?? DEFAULT_PERIOD };
}

export function shareStatisticsPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const { shareId, period } = askedOf(c);
  return asPerson(c, `${href('share.statistics', { shareId })}?days=${period}`, async (caller) => {
    const { drive, share } = deps;
    const { t } = translatorOf(c.get('locale'));
    const [person, space, title, statistics] = await Promise.all([
      drivePerson(deps, caller),
      drive.space(caller),
      share.titleOf(caller, shareId),
      share.statistics(caller, shareId, period),
    ]);
    return renderInDrive(
      { c, person, space, place: 'shares' },
      { title: t('share.stats.title'), description: t('share.stats.lead') },
      <StatisticsView statistics={statistics} period={period} title={title} />,
    );
  });
}

export function shareStatisticsExport(c: Context<AppEnv>, { share }: PageDeps): Promise<Response> {
  const { shareId, period } = askedOf(c);
  return asPerson(c, `${href('share.statistics', { shareId })}?days=${period}`, async (caller) => {
    const { days } = await share.statistics(caller, shareId, period);
    const lines = [COLUMNS.map(([name]) => name), ...days.map((day) => COLUMNS.map(([, cellOf]) => cellOf(day)))];
    // With this mark spreadsheets read the text as UTF-8.
    return new Response(`\u{FEFF}${lines.map(csvLine).join('')}`, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="statistics.csv"',
        'cache-control': 'no-store',
      },
    });
  });
}
