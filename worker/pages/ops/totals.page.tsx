/** `/ops/totals`: conversion and revenue. */
import type { Context } from 'hono';
import { TotalsView } from '#client/ops/totals.view.tsx';
import { isPeriod } from '#shared/ops/totals.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';
import type { Operator } from './as-operator.tsx';
import { deskPage } from './desk.tsx';

const HERE = href('ops.document', { document: 'totals' });

export async function totalsPage(c: Context<AppEnv>, { ops }: PageDeps, operator: Operator): Promise<Response> {
  const asked = c.req.query('period') ?? '';
  const totals = await ops.readTotals(isPeriod(asked) ? asked : 'month');
  return deskPage(c, { title: 'Totals', section: HERE, operator }, <TotalsView here={HERE} {...totals} />);
}
