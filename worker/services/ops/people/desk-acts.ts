/** Acts on the ways into an account that may need a second operator: asked, confirmed, taken back. Each is in the log before. */

import { DESK_ACT_NAMES, type DeskActKind } from '#shared/auth/desk-acts.ts';
import { AppError } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import type { PersonActKind } from '#shared/ops/people.ts';
import type { HandedLink, PreparedAct } from '#worker/services/auth/index.ts';
import type { ActingOperator } from '#worker/services/config/index.ts';
import type { PeopleDeps } from './people.ts';

/** Acts of a person's page that are such acts. */
export const DESK_KINDS = {
  reset: 'reset',
  reset_link: 'link',
  remove_factor: 'factor',
} as const satisfies Partial<Record<PersonActKind, DeskActKind>>;

const NOTES = {
  reset: 'person_reset',
  link: 'person_reset_link',
  factor: 'person_factor_removed',
} as const satisfies Record<DeskActKind, string>;

export interface ActOutcome {
  /** To hand over. */
  readonly link: HandedLink | null;
  /** The act waits for a second operator. */
  readonly isAsked: boolean;
}

interface DeskInput {
  readonly userId: UserId;
  readonly reason: string;
}

/** A token that is stored on another machine must not open an account. */
function requireMachine({ via }: ActingOperator, { link }: PreparedAct): void {
  if (link && via === 'api') throw new AppError('permission_denied', { field: 'act', reason: 'on_the_machine' });
}

const record = (
  { documents }: PeopleDeps,
  operator: ActingOperator,
  act: (typeof NOTES)[DeskActKind] | 'person_second_asked' | 'person_second_refused',
  note: string,
): Promise<void> => documents.recordAct(operator, { act, subject: 'people', note });

export async function beginWayIn(
  deps: PeopleDeps,
  operator: ActingOperator,
  input: DeskInput & { readonly kind: DeskActKind; readonly key: string },
): Promise<ActOutcome> {
  const { userId, reason, kind, key: id } = input;
  const prepared = await deps.auth.prepareDeskAct(userId, { id, kind, role: operator.role });
  requireMachine(operator, prepared);
  const to = prepared.link ? `${prepared.link.to}: ` : '';
  if (prepared.isAsked)
    await record(deps, operator, 'person_second_asked', `${userId}: ${DESK_ACT_NAMES[kind]}: ${reason}`);
  else await record(deps, operator, NOTES[kind], `${userId}: ${to}${reason}`);
  const link = await deps.auth.beginDeskAct(userId, prepared, { by: operator, role: operator.role, reason });
  return { link, isAsked: prepared.isAsked };
}

/** @throws AppError not_found where nothing waits; permission_denied for the operator who asked */
export async function confirmWayIn(
  deps: PeopleDeps,
  operator: ActingOperator,
  input: DeskInput & { readonly askId: string },
): Promise<ActOutcome> {
  const { userId, reason, askId } = input;
  const asked = await deps.auth.askedDeskAct(userId, askId);
  if (!asked) throw new AppError('not_found', { field: 'act', reason: 'no_such_act' });
  const { row, prepared } = asked;
  if (row.by.id === operator.id) throw new AppError('permission_denied', { field: 'act', reason: 'same_operator' });
  requireMachine(operator, prepared);
  const to = prepared.link ? `${prepared.link.to}: ` : '';
  const note = `${userId}: ${to}${row.by.name || row.by.id} asked: ${row.reason}; confirmed: ${reason}`;
  await record(deps, operator, NOTES[row.kind], note);
  return { link: await deps.auth.confirmDeskAct(userId, prepared, { by: operator, reason }), isAsked: false };
}

/** Takes back what waits: for a second operator, for its time or for its link. @throws AppError not_found */
export async function refuseWayIn(
  deps: PeopleDeps,
  operator: ActingOperator,
  input: DeskInput & { readonly askId: string },
): Promise<ActOutcome> {
  const { userId, reason, askId } = input;
  const account = await deps.auth.deskAccount(userId);
  const row = account?.acts.find(({ id, state }) => id === askId && (state === 'asked' || state === 'waits'));
  if (!row) throw new AppError('not_found', { field: 'act', reason: 'no_such_act' });
  await record(deps, operator, 'person_second_refused', `${userId}: ${DESK_ACT_NAMES[row.kind]}: ${reason}`);
  await deps.auth.endDeskAct(userId, askId);
  return { link: null, isAsked: false };
}
