/** `/ops/log`: every act of operators, a page at a time. */
import type { Context } from 'hono';
import { LogView } from '#client/ops/log.view.tsx';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';
import { deskPage, shownAct } from './desk.tsx';
import type { Operator } from './operator.ts';

const ACTS = 50;

export async function logPage(c: Context<AppEnv>, { documents }: PageDeps, operator: Operator): Promise<Response> {
  const here = href('ops.document', { document: 'log' });
  const before = Number(/^\d{1,12}$/.exec(c.req.query('before') ?? '')?.[0] ?? 0);
  // One act more than a page shows, to learn whether there are older ones.
  const [acts, head] = await Promise.all([documents.log({ name: '', before, limit: ACTS + 1 }), documents.logHead()]);
  const shown = acts.slice(0, ACTS);
  const olderHref = acts.length > ACTS ? `${here}?before=${shown.at(-1)?.seq ?? 0}` : '';
  return deskPage(
    c,
    { title: 'Activity', section: here, operator },
    <LogView head={head} acts={shown.map(shownAct)} olderHref={olderHref} />,
  );
}
