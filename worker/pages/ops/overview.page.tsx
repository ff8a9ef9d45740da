/** `/ops`: what needs an operator, every document with its state, and the newest acts. */
import type { Context } from 'hono';
import type { ShownAttention } from '#client/ops/attention/attention.view.tsx';
import { OverviewView } from '#client/ops/overview.view.tsx';
import { DOCUMENT_GROUPS, GROUP_OF } from '#shared/documents/groups.ts';
import { hasRight, pageRight } from '#shared/operator-rights.ts';
import { type AttentionItem, attentionFor, textsOfAttention } from '#shared/ops/attention.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';
import { asOperator } from './as-operator.tsx';
import { deskPage, shownAct } from './desk.tsx';
import { groupTitle, isOffered, isShown, titleOf } from './sections.ts';
import { isAllDone, setupProps } from './setup-steps.ts';

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

/** An item of payments, for one, has no page where nothing is sold. */
function hasPage(item: AttentionItem): boolean {
  const { remedy } = textsOfAttention(item);
  return !('section' in remedy) || isOffered(remedy.section.split('?')[0] ?? '');
}

export function overviewPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return asOperator(c, deps, '', async (operator) => {
    const seesLog = hasRight(operator.role, 'log');
    const { caller } = c.get('call');
    const isSetUpBy = hasRight(operator.role, pageRight('setup')) ? caller : null;
    const [attention, documents, acts, setup] = await Promise.all([
      deps.ops.attention(),
      deps.documents.overview(),
      seesLog ? deps.documents.log({ name: '', before: 0, limit: NEWEST_ACTS }) : null,
      isSetUpBy && deps.ops.setupState(isSetUpBy),
    ]);
    return deskPage(
      c,
      { title: 'Overview', section: href('ops.desk'), operator },
      <OverviewView
        setup={setup && !isAllDone(setup) ? setupProps(deps, setup) : null}
        attention={attentionFor(operator.role, attention).filter(hasPage).map(shownAttention)}
        groups={DOCUMENT_GROUPS.map((group) => ({
          label: groupTitle(group),
          documents: documents
            .filter(({ name }) => GROUP_OF[name] === group && isShown(name, operator.role))
            .map(({ name, lastAct, ...state }) => ({
              ...state,
              name,
              title: titleOf(name),
              href: href('ops.document', { document: name }),
              lastAct: lastAct && shownAct(lastAct),
            })),
        })).filter((group) => group.documents.length > 0)}
        acts={acts?.map(shownAct) ?? null}
        logHref={href('ops.document', { document: 'log' })}
      />,
    );
  });
}
