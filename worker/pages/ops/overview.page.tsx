/** `/ops`: every document with its state, and the newest acts of operators. */
import type { Context } from 'hono';
import { OverviewView } from '#client/ops/overview.view.tsx';
import { DOCUMENTS } from '#shared/documents/registry.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';
import { asOperator } from './as-operator.tsx';
import { deskPage, shownAct } from './desk.tsx';

const NEWEST_ACTS = 8;

export function overviewPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return asOperator(c, deps, async (operator) => {
    const [health, documents, acts] = await Promise.all([
      deps.health(),
      deps.documents.overview(),
      deps.documents.log({ name: '', before: 0, limit: NEWEST_ACTS }),
    ]);
    return deskPage(
      c,
      { title: 'Configuration', section: href('ops.desk'), operator },
      <OverviewView
        health={health}
        documents={documents.map(({ name, lastAct, ...state }) => ({
          ...state,
          name,
          title: DOCUMENTS[name].title,
          href: href('ops.document', { document: name }),
          lastAct: lastAct && shownAct(lastAct),
        }))}
        acts={acts.map(shownAct)}
        logHref={href('ops.document', { document: 'log' })}
      />,
    );
  });
}
