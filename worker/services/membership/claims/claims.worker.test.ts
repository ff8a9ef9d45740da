/** Credits of activities: each person takes each once, between its dates, whatever happens at the same time. */
import { env as bound } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { activityOperationDocument } from '#shared/config/documents.ts';
import { asUserId } from '#shared/ids.ts';
import { DAY_MS } from '#shared/units.ts';
import { activityDocument, COMPENSATION_DAYS, HIDDEN_TYPE } from '#test/contract/activities.ts';
import { servicesOf } from '#worker/compose.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { Env } from '#worker/env.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import type { ClaimDeps } from '../deps.ts';
import { onAccountClosed } from '../events.ts';
import { makeClaimService, makeMembershipService } from '../service.ts';

const services = servicesOf(bound as unknown as Env);
const { membership: parts } = services.parts;
const STARTED_MS = Date.parse('2026-12-01T12:00:00Z');
const CREATED_MS = Date.parse('2026-06-01T00:00:00Z');
const ACCIDENT = 'aliyun_accident_202409';

let nowMs: number;
beforeEach(() => {
  nowMs = STARTED_MS;
});

const parsed = activityOperationDocument.parse(JSON.stringify({ default: activityDocument(STARTED_MS) }));
if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
const deps: ClaimDeps = {
  ...parts,
  clock: { nowMs: () => nowMs },
  documents: { live: async () => parsed.value } as unknown as ConfigService,
  auth: { ownPerson: (async () => ({ createdMs: CREATED_MS })) as unknown as ClaimDeps['auth']['ownPerson'] },
};
const claims = makeClaimService(deps);
const membership = makeMembershipService(parts);

const newCaller = () => ({ userId: asUserId(`V${newHexId().slice(0, 25)}`) }) as Caller;

type Kind = 'compensation' | 'any';
const take = (caller: Caller, name: string, kind: Kind = 'any') => claims.claim(caller, { name, kind, language: 'ja' });
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: unknown) => asAppError(error).errorName,
  );

async function stateOf({ userId }: Caller, name: string) {
  const states = await claims.creditStates({ userId, createdMs: CREATED_MS, language: 'ru' }, [
    name,
    'no-such-activity',
  ]);
  return { size: states.size, state: states.get(name)?.state };
}

const entriesOf = async ({ userId }: Caller) =>
  (await membership.ledgerOf(userId)).entries.map(({ source, key, item }) => [source, key, item?.days]);

it('of a hundred claims at once exactly one is an entry of the ledger', async () => {
  const caller = newCaller();
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => refusalOf(take(caller, ACCIDENT, 'compensation'))),
  );
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1);
  expect(new Set(answers)).toEqual(new Set(['taken', 'reward_taken']));
  expect(await entriesOf(caller)).toEqual([['activity', `compensation.${ACCIDENT}`, COMPENSATION_DAYS]]);
});

it('each credit is taken apart from the others, and its days stand end to end', async () => {
  const caller = newCaller();
  for (const name of ['christmas', 'summer-days', ACCIDENT, HIDDEN_TYPE]) await take(caller, name);
  expect(await entriesOf(caller)).toEqual([
    ['activity', 'activity.christmas', 3],
    ['activity', 'activity.summer-days', 2],
    ['activity', `compensation.${ACCIDENT}`, COMPENSATION_DAYS],
    ['activity', `compensation.${HIDDEN_TYPE}`, COMPENSATION_DAYS],
  ]);
  const { timeline } = await membership.ledgerOf(caller.userId);
  const [first, last] = [timeline.premium.at(0), timeline.premium.at(-1)];
  expect(((last?.endMs ?? 0) - (first?.startMs ?? 0)) / DAY_MS).toBeCloseTo(15, 5);
});

it.each([
  ['before it begins', 'later-on', 'activity_not_begun'],
  ['after its end', 'long-gone', 'activity_ended'],
  ['before its type begins', 'soon_202612', 'activity_not_begun'],
  ['after the end of its type', 'over_202601', 'activity_ended'],
  ['by an account that is newer', 'old_accounts', 'reward_not_for_account'],
  ['under an unknown name', 'nothing_202609', 'activity_not_found'],
  ['of an activity without a reward', 'only-reading', 'activity_not_found'],
  ['of an activity that operators closed', 'black-friday', 'activity_ended'],
])('a credit is refused %s, and nothing is written', async (_when, name, refusal) => {
  const caller = newCaller();
  expect(await refusalOf(take(caller, name))).toBe(refusal);
  expect(await entriesOf(caller)).toEqual([]);
});

it('compensation takes no reward of another activity', async () => {
  expect(await refusalOf(take(newCaller(), 'christmas', 'compensation'))).toBe('activity_not_found');
});

it('a credit waits, is taken, and stays taken after its end', async () => {
  const caller = newCaller();
  nowMs = STARTED_MS - 8 * DAY_MS;
  expect(await stateOf(caller, 'christmas')).toEqual({ size: 1, state: 'init' });
  nowMs = STARTED_MS;
  expect(await stateOf(caller, 'christmas')).toEqual({ size: 1, state: 'toget' });
  await take(caller, 'christmas');
  nowMs = STARTED_MS + 8 * DAY_MS;
  expect(await stateOf(caller, 'christmas')).toEqual({ size: 1, state: 'success' });
  expect(await refusalOf(take(caller, 'christmas'))).toBe('reward_taken');
});

it('a credit for older accounts is the empty state of a new one', async () => {
  expect(await stateOf(newCaller(), 'old_accounts')).toEqual({ size: 1, state: '' });
});

it('a closed account takes nothing, and what it took is deleted', async () => {
  const caller = newCaller();
  await take(caller, 'christmas');
  const { userId } = caller;
  await onAccountClosed(parts, { id: 'e', event: 'auth.account-closed', source: userId, payload: { userId } });
  expect(await refusalOf(take(caller, ACCIDENT))).toBe('failed_precondition');
  expect(await stateOf(caller, 'christmas')).toEqual({ size: 1, state: 'toget' });
});
