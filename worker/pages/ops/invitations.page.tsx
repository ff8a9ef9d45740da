/**
 * `/ops/invitations`: held invitations, released or refused with a reason, and the sources of new people. A decision is in the log before
 * it takes effect.
 */
import type { Context } from 'hono';
import { type DeskInvitation, InvitationsView } from '#client/ops/invitations.view.tsx';
import { AppError } from '#shared/errors.ts';
import { asUserId } from '#shared/ids.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { HeldInvitation } from '#worker/services/membership/service.ts';
import { readForm, seeOther } from '../render/form.ts';
import type { PageDeps } from '../services.ts';
import { deskPage } from './desk.tsx';
import { deskRefusal, reasonOf } from './desk-form.ts';
import type { Operator } from './operator.ts';

const HERE = href('ops.document', { document: 'invitations' });
/** Held invitations of one page: names and sums of each are calls. */
const SHOWN = 20;
const PERIODS = [7, 30, 90, 365] as const;
const ID_CHARS = 64;

async function shownHeld(
  { auth, invitationDesk }: PageDeps,
  held: readonly HeldInvitation[],
): Promise<readonly DeskInvitation[]> {
  const facts = await invitationDesk.inviterFacts(held);
  const nameOf = async (id: string) => (await auth.publicPerson(asUserId(id))).nickname;
  return Promise.all(
    held.map(async (each) => {
      const [inviter, person] = await Promise.all([nameOf(each.inviterId), nameOf(each.userId)]);
      const { people = 0, days = 0, held: ofInviter = 0 } = facts.get(each.inviterId) ?? {};
      return { ...each, inviter, person, people, days, held: ofInviter };
    }),
  );
}

async function show(c: Context<AppEnv>, deps: PageDeps, operator: Operator, refusal: string): Promise<Response> {
  const days = PERIODS.find((each) => String(each) === c.req.query('days')) ?? 30;
  const [held, sources] = await Promise.all([
    deps.invitationDesk.heldInvitations(),
    deps.invitationDesk.arrivalSources(days),
  ]);
  return deskPage(
    c,
    { title: 'Invitations', section: HERE, operator, status: refusal === '' ? 200 : 400 },
    <InvitationsView
      here={HERE}
      held={await shownHeld(deps, held.slice(0, SHOWN))}
      hasMore={held.length > SHOWN}
      sources={sources}
      days={days}
      periods={PERIODS}
      refusal={refusal}
      done={refusal === '' && c.req.query('done') !== undefined}
    />,
  );
}

export function invitationsPage(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  return show(c, deps, operator, '');
}

export async function invitationsPost(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  const form = await readForm(c, deps);
  const [inviterId, userId] = [form.field('inviter', ID_CHARS), form.field('person', ID_CHARS)];
  const step = form.get('step');
  try {
    if (step !== 'release' && step !== 'refuse')
      throw new AppError('invalid_argument', { field: 'step', reason: 'format' });
    const reason = reasonOf(form);
    const held = await deps.invitationDesk.heldInvitations();
    if (!held.some((each) => each.inviterId === inviterId && each.userId === userId))
      throw new AppError('not_found', { field: 'person', reason: 'not_held' });
    const act = step === 'release' ? 'invitation_released' : 'invitation_refused';
    await deps.documents.recordAct(operator, { act, subject: 'members', note: `${inviterId} → ${userId}: ${reason}` });
    await deps.invitationDesk.decideInvitation({ inviterId, userId }, step);
    return seeOther(`${HERE}?done=1`);
  } catch (error) {
    return show(c, deps, operator, deskRefusal(c, error));
  }
}
