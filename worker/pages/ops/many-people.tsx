/** Forms of `/ops/people` about many people: what is chosen, a page that asks before, and `?press=`: how it ended for each. */
import type { Context } from 'hono';
import { ManyView } from '#client/ops/people/many.view.tsx';
import type { SentAct } from '#client/ops/people/person-acts.view.tsx';
import { PressView } from '#client/ops/people/press.view.tsx';
import { AppError } from '#shared/errors.ts';
import { asUserId, isWireId, type UserId } from '#shared/ids.ts';
import { hasRight, PERSON_ACT_RIGHTS } from '#shared/operator-rights.ts';
import { isManyAct, MANY_ACTS, type ManyAct, MOST_PEOPLE_AT_ONCE } from '#shared/ops/people.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { type SentForm, seeOther } from '../render/form.ts';
import type { PageDeps } from '../services.ts';
import { deskPage } from './desk.tsx';
import type { Operator } from './operator.ts';
import { manyOfForm, PEOPLE, personHref, personRefusal, sentOf } from './person-form.ts';

export const mayDoToMany = ({ role }: Operator): ManyAct[] =>
  MANY_ACTS.filter((act) => hasRight(role, PERSON_ACT_RIGHTS[act]));

function chosenOf(form: SentForm): UserId[] {
  return [...new Set(form.all('pick').filter(isWireId))].map(asUserId);
}

/** The page that asks before: who, and what. @param again  the form that was refused */
async function askBefore(
  c: Context<AppEnv>,
  { ops, membership }: PageDeps,
  operator: Operator,
  { act, userIds }: { act: ManyAct; userIds: readonly UserId[] },
  again: { refusal: string; sent: SentAct } | null = null,
): Promise<Response> {
  if (userIds.length > MOST_PEOPLE_AT_ONCE)
    throw new AppError('invalid_argument', { field: 'people', reason: 'too_many_chosen' });
  const [people, { groups }] = await Promise.all([ops.peopleOf(userIds), membership.groups()]);
  return deskPage(
    c,
    { title: 'People', section: PEOPLE, operator, status: again ? 400 : 200 },
    <ManyView
      here={PEOPLE}
      act={act}
      people={people.map((person) => ({ ...person, href: personHref(person.userId) }))}
      groups={groups}
      formKey={newHexId()}
      refusal={again?.refusal ?? ''}
      sent={again?.sent ?? null}
    />,
  );
}

/** Nothing changes yet. @throws AppError invalid_argument where no person or no act is chosen */
export async function choosePost(
  c: Context<AppEnv>,
  deps: PageDeps,
  operator: Operator,
  form: SentForm,
): Promise<Response> {
  const act = form.get('act') ?? '';
  const userIds = chosenOf(form);
  if (!isManyAct(act)) throw new AppError('invalid_argument', { field: 'act', reason: 'format' });
  if (userIds.length === 0) throw new AppError('invalid_argument', { field: 'people', reason: 'no_one_chosen' });
  return askBefore(c, deps, operator, { act, userIds });
}

export async function manyPost(c: Context<AppEnv>, deps: PageDeps, operator: Operator, form: SentForm) {
  const act = form.get('act') ?? '';
  if (!isManyAct(act)) throw new AppError('invalid_argument', { field: 'act', reason: 'format' });
  const userIds = chosenOf(form);
  try {
    const many = manyOfForm(form, act);
    await deps.ops.actOnPeople(operator, { ...many, userIds });
    return seeOther(`${PEOPLE}?${new URLSearchParams({ press: many.key })}`);
  } catch (error) {
    return askBefore(
      c,
      deps,
      operator,
      { act, userIds },
      { refusal: personRefusal(c, error), sent: sentOf(form, act) },
    );
  }
}

export async function pressPage(c: Context<AppEnv>, { ops }: PageDeps, operator: Operator, id: string) {
  const press = await ops.pressOf(id);
  if (!press) throw new AppError('not_found');
  const people = await ops.peopleOf(press.outcomes.map(({ userId }) => userId));
  return deskPage(
    c,
    { title: 'People', section: PEOPLE, operator },
    <PressView
      here={PEOPLE}
      act={press.act}
      outcomes={press.outcomes.map(({ userId, refusal }) => ({
        userId,
        href: personHref(userId),
        person: people.find((each) => each.userId === userId) ?? null,
        refusal: refusal === null ? '' : sentenceOf(c, refusal),
      }))}
    />,
  );
}

/** The server has failed for one person: the page has those of the others. */
function sentenceOf(c: Context<AppEnv>, refusal: AppError): string {
  if (refusal.errorName === 'unavailable' && !refusal.detail?.reason)
    return 'The server failed. Do it again for this person.';
  return personRefusal(c, refusal);
}
