/**
 * One act on many people by one press: each person by themselves, so that one refusal stops no other. How it ended is stored for each; a
 * repeat of the press does it for those alone for whom it is not done.
 */
import { AppError, isAppError } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import { PERSON_ACT_RIGHTS } from '#shared/operator-rights.ts';
import { type ManyAct, MOST_PEOPLE_AT_ONCE } from '#shared/ops/people.ts';
import { DAY_MS } from '#shared/units.ts';
import { logError } from '#worker/platform/log.ts';
import type { ActingOperator } from '#worker/services/config/index.ts';
import { digestOf, requireSame } from '../asked.ts';
import { actOnPerson, type PersonAct, requireRight } from './acts.ts';
import {
  deletePressesBefore,
  type ManyOutcome,
  type Press,
  putOutcome,
  selectPress,
  storeAsked,
} from './many.store.ts';
import type { PeopleDeps } from './people.ts';

export interface ManyInput extends Omit<PersonAct, 'act' | 'userId' | 'seen' | 'entryId' | 'askId'> {
  readonly act: ManyAct;
  /** Repeated ones count once. */
  readonly userIds: readonly UserId[];
}

/** Each is a few calls of objects, and a request may make 1,000. */
const AT_ONCE = 5;
const PRESS_TTL_MS = 30 * DAY_MS;

/**
 * @throws AppError invalid_argument for no one, and for more people than one press may have; permission_denied for another role's act; aborted
 * for other values than the press with the key had
 */
export async function actOnPeople(
  deps: PeopleDeps,
  operator: ActingOperator,
  { userIds, ...input }: ManyInput,
): Promise<ManyOutcome[]> {
  const { act, key, reason, bytes, group, endsMs } = input;
  const people = [...new Set(userIds)];
  if (people.length === 0) throw new AppError('invalid_argument', { field: 'people', reason: 'no_one_chosen' });
  if (people.length > MOST_PEOPLE_AT_ONCE)
    throw new AppError('invalid_argument', { field: 'people', reason: 'too_many_chosen' });
  requireRight(operator, PERSON_ACT_RIGHTS[act]);
  const asked = digestOf({ act, reason, bytes, group, endsMs, people: people.toSorted() });
  requireSame(await storeAsked(deps.admin, key, asked, deps.clock.nowMs()), asked);
  const first = await selectPress(deps.admin, key);
  const done = new Set(first?.outcomes.filter(({ refusal }) => refusal === null).map(({ userId }) => userId));
  const one = async (userId: UserId): Promise<ManyOutcome> => {
    try {
      if (!done.has(userId)) await actOnPerson(deps, operator, { ...input, userId });
      return { userId, refusal: null };
    } catch (error) {
      if (!isAppError(error)) logError('ops.many', error, { userId });
      return { userId, refusal: isAppError(error) ? error : new AppError('unavailable') };
    }
  };
  const outcomes: ManyOutcome[] = [];
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const some = await Promise.all(people.slice(from, from + AT_ONCE).map(one));
    const press = { id: key, act, atMs: deps.clock.nowMs() };
    await deps.admin.batch(some.map((outcome, at) => putOutcome(press, outcome, from + at)));
    outcomes.push(...some);
  }
  return outcomes;
}

/** How a press ended; null for one that is not known. */
export function pressOf({ admin }: Pick<PeopleDeps, 'admin'>, id: string): Promise<Press | null> {
  return selectPress(admin, id);
}

/** A step of the schedule. */
export async function forgetPresses({ admin, clock }: Pick<PeopleDeps, 'admin' | 'clock'>): Promise<void> {
  await deletePressesBefore(admin, clock.nowMs() - PRESS_TTL_MS);
}
