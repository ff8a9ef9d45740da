/**
 * Storage and group of people, copied from their drives into the list: by a step of the schedule, which begins a round an hour after the
 * one before, and of one person when the membership changes. A drive is asked once a round, and a row is written when it differs.
 */
import { asUserId } from '#shared/ids.ts';
import { HOUR_MS } from '#shared/units.ts';
import type { Statement } from '#worker/platform/d1/database.ts';
import { logError } from '#worker/platform/log.ts';
import { selectMark, setMark } from '../marks.store.ts';
import { NO_ORDINAL, putUse, selectAfter } from './people.store.ts';
import type { PeopleDeps } from './people.ts';

type MeasureDeps = Pick<PeopleDeps, 'admin' | 'clock'> & { readonly drive: Pick<PeopleDeps['drive'], 'deskSpace'> };

/** Each is a call of an object, and a request may make 1,000. */
const STEP_PEOPLE = 200;
const AT_ONCE = 20;
/** The last person of the round, by ordinal, and when it began. */
const LAST_MARK = 'people_measured';
const BEGAN_MARK = 'people_measured_from';

async function measured({ drive }: MeasureDeps, userId: string): Promise<Statement> {
  const space = await drive.deskSpace(asUserId(userId));
  return putUse(userId, { usedBytes: space?.usageBytes ?? 0, group: space?.groupId ?? '' });
}

export async function measurePerson(deps: MeasureDeps, userId: string): Promise<void> {
  await deps.admin.batch([await measured(deps, userId)]);
}

/** None for a person whose drive fails: the next round asks it again. */
async function measuredOrNone(deps: MeasureDeps, userId: string): Promise<Statement[]> {
  try {
    return [await measured(deps, userId)];
  } catch (error) {
    logError('ops.measure', error, { userId });
    return [];
  }
}

/** A step of the schedule. Where it is cut off, the next one does the same people again. */
export async function measureNext(deps: MeasureDeps): Promise<void> {
  const { admin, clock } = deps;
  const nowMs = clock.nowMs();
  const [last, began] = await Promise.all([selectMark(admin, LAST_MARK), selectMark(admin, BEGAN_MARK)]);
  const isNew = last === null || last === NO_ORDINAL;
  if (last === NO_ORDINAL && nowMs - (began ?? 0) < HOUR_MS) return;
  const people = await selectAfter(admin, isNew ? Number.MIN_SAFE_INTEGER : last, STEP_PEOPLE);
  for (let first = 0; first < people.length; first += AT_ONCE) {
    const some = people.slice(first, first + AT_ONCE);
    const changes = (await Promise.all(some.map(({ userId }) => measuredOrNone(deps, userId)))).flat();
    if (changes.length > 0) await admin.batch(changes);
  }
  const end = people.length === STEP_PEOPLE ? (people.at(-1)?.ordinal ?? NO_ORDINAL) : NO_ORDINAL;
  await admin.batch([setMark(LAST_MARK, end), ...(isNew ? [setMark(BEGAN_MARK, nowMs)] : [])]);
}
