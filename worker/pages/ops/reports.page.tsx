/** `/ops/reports`: reported links, heaviest first; `?case=` shows one with its evidence. Each form is one act in the log, noted before it takes effect. */
import type { Context } from 'hono';
import { CaseView } from '#client/ops/reports/case.view.tsx';
import { ReportsView } from '#client/ops/reports/reports.view.tsx';
import { AppError } from '#shared/errors.ts';
import { href } from '#shared/routes.ts';
import {
  actsOf,
  CASE_ACTS,
  CASE_STATES,
  type CaseState,
  isClosing,
  isReportReason,
  RESTRICTED_STATUSES,
} from '#shared/share/reports.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { readForm, type SentForm, seeOther } from '../render/form.ts';
import type { PageDeps } from '../services.ts';
import { deskPage } from './desk.tsx';
import { countOf, deskRefusal, reasonOf } from './desk-form.ts';
import type { Operator } from './operator.ts';
import { personHref } from './person-form.ts';

const HERE = href('ops.document', { document: 'reports' });
const ID_CHARS = 64;
const KEY = /^[0-9a-f]{16,64}$/;

function stateOf(text: string | undefined): CaseState | '' {
  if (text === '') return '';
  return CASE_STATES.find((state) => state === text) ?? 'open';
}

function caseHref(shareId: string, done = false): string {
  return `${HERE}?${new URLSearchParams({ case: shareId, ...(done ? { done: '1' } : {}) })}`;
}

export async function reportsPage(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  c.set('formTarget', deps.config.contentOrigin);
  const shareId = (c.req.query('case') ?? '').slice(0, ID_CHARS);
  if (shareId !== '') return showCase(c, deps, operator, shareId, '');
  const state = stateOf(c.req.query('state'));
  const [{ cases, nextPageToken }, open, appealed] = await Promise.all([
    pageOf(deps, state, c.req.query('page_token') ?? ''),
    waitingIn(deps, 'open'),
    waitingIn(deps, 'appealed'),
  ]);
  const nextHref = nextPageToken && `${HERE}?${new URLSearchParams({ state, page_token: nextPageToken })}`;
  const shown = cases.map((each) => ({ ...each, href: caseHref(each.shareId) }));
  return deskPage(
    c,
    { title: 'Reports', section: HERE, operator },
    <ReportsView here={HERE} cases={shown} state={state} waiting={{ open, appealed }} nextHref={nextHref} />,
  );
}

/** How many cases wait for an operator, as `12` or `100+`. */
async function waitingIn({ ops }: PageDeps, state: 'open' | 'appealed'): Promise<string> {
  const { cases, nextPageToken } = await ops.listCases({ state, pageToken: '' });
  return `${cases.length}${nextPageToken === '' ? '' : '+'}`;
}

/** A page token that is none leads to the first page. */
async function pageOf({ ops }: PageDeps, state: CaseState | '', pageToken: string) {
  try {
    return await ops.listCases({ state, pageToken });
  } catch (error) {
    if (asAppError(error).errorName !== 'invalid_argument') throw error;
    return ops.listCases({ state, pageToken: '' });
  }
}

async function showCase(
  c: Context<AppEnv>,
  deps: PageDeps,
  operator: Operator,
  shareId: string,
  refusal: string,
): Promise<Response> {
  const found = await deps.ops.caseOf(shareId);
  if (!found) throw new AppError('not_found');
  return deskPage(
    c,
    { title: 'Reported link', section: HERE, operator, status: refusal === '' ? 200 : 400 },
    <CaseView
      here={HERE}
      found={found}
      acts={actsOf(found)}
      linkHref={href('share.open', { shareId })}
      ownerHref={personHref(found.ownerId)}
      formKey={newHexId()}
      refusal={refusal}
      done={refusal === '' && c.req.query('done') !== undefined}
    />,
  );
}

export async function reportsPost(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  const form = await readForm(c, deps);
  c.set('formTarget', deps.config.contentOrigin);
  const shareId = form.field('case', ID_CHARS);
  try {
    if (form.get('step') === 'open') {
      const nodeId = form.field('file', ID_CHARS);
      c.header('referrer-policy', 'no-referrer');
      return seeOther(await deps.ops.openEvidence({ shareId, nodeId }, operator));
    }
    await deps.ops.decide(decisionOf(form, shareId), operator);
    return seeOther(caseHref(shareId, true));
  } catch (error) {
    if (asAppError(error).errorName === 'not_found') throw error;
    return showCase(c, deps, operator, shareId, deskRefusal(c, error));
  }
}

/** @throws AppError invalid_argument */
function decisionOf(form: SentForm, shareId: string) {
  const invalid = (field: string, reason = 'format') => new AppError('invalid_argument', { field, reason });
  const act = CASE_ACTS.find((each) => each === form.get('act'));
  if (!act) throw invalid('act');
  const ground = form.field('ground', 30);
  if (isClosing(act) && !isReportReason(ground)) throw invalid('ground', 'missing');
  const status = RESTRICTED_STATUSES.find((each) => each === form.get('status')) ?? 'SENSITIVE_RESOURCE';
  const key = form.field('key', 64);
  if (!KEY.test(key)) throw invalid('key');
  return {
    shareId,
    act,
    status,
    key,
    ground: isReportReason(ground) ? ground : ('other' as const),
    note: reasonOf(form),
    nodeIds: form.all('file').map((id) => id.slice(0, ID_CHARS)),
    seen: countOf(form, 'seen'),
  };
}
