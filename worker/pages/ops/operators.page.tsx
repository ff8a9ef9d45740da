/** `/ops/operators`: who is an operator, with which role. Each form is one act in the log, noted before it takes effect. */
import type { Context } from 'hono';
import { OperatorsView } from '#client/ops/people/operators.view.tsx';
import { AppError } from '#shared/errors.ts';
import { mailAddressIn } from '#shared/intake/mail.ts';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import { hasOffers } from '#shared/locale/messages.ts';
import { readRole } from '#shared/operator-rights.ts';
import { OPERATORS_ONLY } from '#shared/ops/people.ts';
import { operatorRefusal } from '#shared/ops/refusals.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { readForm, seeOther } from '../render/form.ts';
import type { PageDeps } from '../services.ts';
import { deskPage } from './desk.tsx';
import { deskRefusal, reasonOf } from './desk-form.ts';
import type { Operator } from './operator.ts';
import { personHref } from './person-form.ts';

const HERE = href('ops.document', { document: 'operators' });

export function operatorsPage(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  return show(c, deps, operator, null);
}

/** @param refused  the form that was refused */
async function show(
  c: Context<AppEnv>,
  { ops }: PageDeps,
  operator: Operator,
  refused: { refusal: string; person: string; role: string; reason: string } | null,
): Promise<Response> {
  const { people, nextPageToken } = await ops.listPeople({
    term: '',
    status: OPERATORS_ONLY,
    group: '',
    order: 'newest',
    pageToken: c.req.query('page_token') ?? '',
  });
  return deskPage(
    c,
    { title: 'Operators', section: HERE, operator, ...(refused ? { status: 400 } : {}) },
    <OperatorsView
      here={HERE}
      operators={people.map((person) => ({
        ...person,
        isOwn: person.userId === operator.id,
        href: personHref(person.userId),
      }))}
      nextHref={nextPageToken && `${HERE}?${new URLSearchParams({ page_token: nextPageToken })}`}
      refused={refused}
      hasOffers={hasOffers()}
      done={refused === null && c.req.query('done') !== undefined}
    />,
  );
}

export async function operatorsPost(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  const form = await readForm(c, deps);
  const given = form.field('person', MAX_PASTED_CHARS).trim();
  const role = form.field('role', 20);
  try {
    const chosen = form.get('step') === 'remove' ? '' : readRole(role);
    if (chosen === null) throw new AppError('invalid_argument', { field: 'role', reason: 'format' });
    const person = mailAddressIn(given);
    await deps.ops.setOperator({ person, role: chosen, reason: reasonOf(form) }, operator);
    return seeOther(`${HERE}?done=1`);
  } catch (error) {
    const { detail } = asAppError(error);
    const refusal = operatorRefusal(detail?.reason) ?? detail?.message ?? deskRefusal(c, error);
    return show(c, deps, operator, { refusal, person: given, role, reason: form.get('reason') ?? '' });
  }
}
