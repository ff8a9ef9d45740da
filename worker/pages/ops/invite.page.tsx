/** `/ops/invite`: people invited by list, each list with the state of its lines, and its report as a file. */
import type { Context } from 'hono';
import { actorName } from '#client/ops/acts.view.tsx';
import { InviteListsView } from '#client/ops/people/invite-lists.view.tsx';
import { decodeText } from '#shared/content/text-decoding.ts';
import { AppError } from '#shared/errors.ts';
import { MOST_LIST_CHARS } from '#shared/ops/invite-list.ts';
import { operatorRefusal } from '#shared/ops/refusals.ts';
import { href } from '#shared/routes.ts';
import { KIB } from '#shared/units.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { readFileForm, seeOther } from '../render/form.ts';
import type { PageDeps } from '../services.ts';
import { deskPage } from './desk.tsx';
import { deskRefusal, reasonOf } from './desk-form.ts';
import type { Operator } from './operator.ts';

const HERE = href('ops.document', { document: 'invite' });
const LIST = /^[0-9a-f]{16,64}$/;
/** Characters of a list may have several bytes. */
const FORM = { mostBytes: 4 * MOST_LIST_CHARS + 64 * KIB, mostParts: 8 };

/** @param again  the form that was refused */
export async function invitePage(
  c: Context<AppEnv>,
  { ops, mail }: PageDeps,
  operator: Operator,
  again: { readonly refusal?: string; readonly sent?: { readonly text: string; readonly reason: string } } = {},
): Promise<Response> {
  const { refusal = '', sent = { text: '', reason: '' } } = again;
  const asked = LIST.exec(c.req.query('list') ?? '')?.[0];
  const one = asked === undefined ? null : await ops.inviteListOf(asked);
  if (asked !== undefined && !one) throw new AppError('not_found');
  const lists = one ? [one] : await ops.inviteLists();
  return deskPage(
    c,
    { title: 'Invite people', section: HERE, operator, status: refusal === '' ? 200 : 400 },
    <InviteListsView
      here={HERE}
      listId={newHexId()}
      lists={lists.map(({ by, ...list }) => ({ ...list, by: actorName(by) }))}
      wrong={one?.wrong ?? null}
      mails={mail.ready}
      sent={sent}
      refusal={refusal}
      done={refusal === '' && c.req.query('done') !== undefined}
    />,
  );
}

function fileOf(name: string, parts: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

export async function invitePost(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  let form: Awaited<ReturnType<typeof readFileForm>>;
  try {
    form = await readFileForm(c, deps, FORM);
  } catch (error) {
    if (asAppError(error).errorName !== 'request_too_large') throw error;
    return invitePage(c, deps, operator, { refusal: operatorRefusal('list_too_long') ?? '' });
  }
  const step = form.get('step');
  const id = form.field('list', 64);
  const file = form.file('file');
  const text = file
    ? decodeText(new Uint8Array(await file.arrayBuffer())).text
    : form.field('text', MOST_LIST_CHARS + 1);
  try {
    if (!LIST.test(id)) throw new AppError('invalid_argument', { field: 'list', reason: 'format' });
    if (step === 'report' || step === 'links') {
      if (!(await deps.ops.inviteListOf(id))) throw new AppError('not_found', { field: 'list', reason: 'not_found' });
      return step === 'links'
        ? fileOf(`links-${id}`, await deps.ops.inviteLinks(operator, id))
        : fileOf(`report-${id}`, deps.ops.inviteReport(id, false));
    }
    if (step !== 'list') throw new AppError('invalid_argument', { field: 'step', reason: 'format' });
    await deps.ops.inviteList(operator, {
      id,
      text,
      locale: form.field('locale', 10),
      reason: reasonOf(form),
    });
    deps.ops.inviteSoon();
    return seeOther(`${HERE}?${new URLSearchParams({ list: id, done: '1' })}`);
  } catch (error) {
    return invitePage(c, deps, operator, {
      refusal: deskRefusal(c, error),
      sent: { text: text.slice(0, MOST_LIST_CHARS), reason: form.field('reason', 500) },
    });
  }
}
