/** `/ops`: what needs an operator, every document with its state, and the newest acts. */
import type { Context } from 'hono';
import type { ShownAttention } from '#client/ops/attention/attention.view.tsx';
import { OverviewView } from '#client/ops/overview.view.tsx';
import { DOCUMENTS } from '#shared/documents/registry.ts';
import { type AttentionItem, textsOfAttention } from '#shared/ops/attention.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';
import { asOperator } from './as-operator.tsx';
import { deskPage, shownAct } from './desk.tsx';

const NEWEST_ACTS = 8;

function shownAttention(item: AttentionItem, at: number): ShownAttention {
  const { title, advice, remedy } = textsOfAttention(item);
  return {
    key: `${item.kind} ${at}`,
    level: item.level,
    title,
    advice,
    sinceMs: item.sinceMs,
    sinceWord: item.kind === 'closing' ? 'on' : 'since',
    remedy: 'section' in remedy ? { href: sectionHref(remedy.section), label: remedy.label } : remedy,
  };
}

/** @param section  name of a section or a document, with its query */
function sectionHref(section: string): string {
  const [document = '', query = ''] = section.split('?');
  return `${href('ops.document', { document })}${query === '' ? '' : `?${query}`}`;
}

export function overviewPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return asOperator(c, deps, async (operator) => {
    const [attention, documents, acts] = await Promise.all([
      deps.ops.attention(),
      deps.documents.overview(),
      deps.documents.log({ name: '', before: 0, limit: NEWEST_ACTS }),
    ]);
    return deskPage(
      c,
      { title: 'Overview', section: href('ops.desk'), operator },
      <OverviewView
        attention={attention.map(shownAttention)}
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
