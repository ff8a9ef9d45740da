/** `/ops/totals`: use, conversion and revenue, as plots and tables; with `?format=csv` as a file. */
import type { Context } from 'hono';
import { TotalsView } from '#client/ops/totals.view.tsx';
import { contentDisposition } from '#shared/content/disposition.ts';
import { hasOffers } from '#shared/locale/messages.ts';
import { isPeriod, type Totals } from '#shared/ops/totals.ts';
import { totalsCsv } from '#shared/ops/totals-csv.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';
import { deskPage } from './desk.tsx';
import type { Operator } from './operator.ts';

const HERE = href('ops.document', { document: 'totals' });

function csvOf(totals: Totals, sells: boolean): Response {
  return new Response(totalsCsv(totals, sells), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': contentDisposition('attachment', `totals-${totals.period}.csv`),
      'cache-control': 'private, no-store',
    },
  });
}

export async function totalsPage(c: Context<AppEnv>, { ops }: PageDeps, operator: Operator): Promise<Response> {
  const asked = c.req.query('period') ?? '';
  const totals = await ops.readTotals(isPeriod(asked) ? asked : 'month');
  const sells = hasOffers();
  if (c.req.query('format') === 'csv') return csvOf(totals, sells);
  return deskPage(
    c,
    { title: 'Totals', section: HERE, operator },
    <TotalsView here={HERE} hasOffers={sells} {...totals} />,
  );
}
