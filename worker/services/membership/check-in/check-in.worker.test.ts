/** Check-ins of a person: one a day, whatever the devices, zones and clocks are, and each reward is one entry of the ledger. */
import { runInDurableObject } from 'cloudflare:test';
import { env as bound } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { dateIn } from '#shared/membership/check-in.rules.ts';
import { itemOfReward, rewardsDocument } from '#shared/membership/rewards.ts';
import { DAY_MS, GIB, HOUR_MS } from '#shared/units.ts';
import { asAppError } from '#worker/edge/errors.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { objectsOf } from '#worker/objects.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import { onAccountClosed } from '../events.ts';
import { makeMembershipService } from '../service.ts';

const env = bound as unknown as Env;
const { members } = objectsOf(env);
const { limits } = readConfig(env);
const START_MS = Date.parse('2026-03-20T06:00:00Z');
const ZONES = ['Pacific/Kiritimati', 'Asia/Tokyo', 'Europe/Berlin', 'UTC', 'America/St_Johns', 'Pacific/Pago_Pago'];
const DAYS = [null, { type: 'traffic', traffic: 'upload', bytes: GIB, days: 7 }, { type: 'premium', days: 1 }] as const;

function serviceWith(checkIn: object) {
  const parsed = rewardsDocument.parse(JSON.stringify({ checkIn }));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const documents = { live: async () => parsed.value } as unknown as Pick<ConfigService, 'live'>;
  return makeMembershipService({ members, documents, limits, clock: systemClock });
}
const service = serviceWith({ open: true, days: DAYS });
const newUser = (): string => `V${newHexId().slice(0, 25)}`;

const setClock = (userId: string, nowMs: number) =>
  runInDurableObject(members.getByName(userId), (object) => {
    Object.assign(object, { clock: { nowMs: () => nowMs } });
  });

const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: unknown) => `${asAppError(error).errorName}/${asAppError(error).detail?.reason ?? ''}`,
  );

it('a hundred check-ins at once on two devices are one a day, for 30 days with a clock that is set back', async () => {
  const userId = newUser();
  const expected: (string | null)[] = [];
  for (let day = 0; day < 30; day += 1) {
    const nowMs = START_MS + day * DAY_MS;
    await setClock(userId, nowMs);
    const answers = await Promise.all(Array.from({ length: 100 }, () => service.checkIn(userId, 'Europe/Berlin')));
    expect(answers.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
    expect(new Set(answers.map((each) => each.day))).toEqual(new Set([dateIn('Europe/Berlin', nowMs)]));
    await setClock(userId, nowMs - 30 * HOUR_MS);
    expect(await service.checkIn(userId, 'Europe/Berlin')).toMatchObject({ isRepeat: true, streak: day + 1 });
    expected.push(DAYS[day % 3] ? `check-in.${dateIn('Europe/Berlin', nowMs)}` : null);
  }
  const { entries } = await service.ledgerOf(userId);
  expect(entries.map(({ key }) => key)).toEqual(expected.filter((key) => key !== null));
  expect(entries.map(({ item }) => item?.type)).toEqual(
    Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'traffic' : 'premium')),
  );
});

it('a person who names every zone of the world each hour gets no more days than dates pass', async () => {
  const userId = newUser();
  const days = 4;
  for (let hour = 0; hour < days * 24; hour += 1) {
    await setClock(userId, START_MS + hour * HOUR_MS);
    await Promise.all(ZONES.map((zone) => service.checkIn(userId, zone).catch(() => undefined)));
  }
  const { taken } = await service.checkInBoard(userId, '');
  expect(taken.length).toBeLessThanOrEqual(days + 2);
  expect(taken.map(({ day }) => day)).toEqual([...new Set(taken.map(({ day }) => day))].toSorted().toReversed());
  const rewarded = taken.filter(({ item }) => item !== null).map(({ day }) => `check-in.${day}`);
  expect((await service.ledgerOf(userId)).entries.map(({ key }) => key)).toEqual(rewarded.toReversed());
});

it('a missed day starts the series again, and the reward follows the place in the series', async () => {
  const userId = newUser();
  const items: (string | undefined)[] = [];
  for (const day of [0, 1, 3, 4, 5]) {
    await setClock(userId, START_MS + day * DAY_MS);
    items.push((await service.checkIn(userId, 'UTC')).item?.type);
  }
  expect(items).toEqual([undefined, 'traffic', undefined, 'traffic', 'premium']);
  expect((await service.checkInBoard(userId, '')).taken[0]?.item).toEqual(itemOfReward(DAYS[2]));
});

it('a flight over the date line gives no second day within half a day', async () => {
  const userId = newUser();
  const noonMs = Date.parse('2026-03-20T23:00:00Z');
  await setClock(userId, noonMs);
  await service.checkIn(userId, 'Pacific/Pago_Pago');
  await setClock(userId, noonMs + HOUR_MS);
  expect(await refusalOf(service.checkIn(userId, 'Pacific/Kiritimati'))).toBe('failed_precondition/too_early');
  expect((await service.checkInBoard(userId, '')).taken).toHaveLength(1);
});

it('where operators closed the check-in no day can be taken', async () => {
  const userId = newUser();
  const closed = serviceWith({ open: false, days: DAYS });
  expect(await refusalOf(closed.checkIn(userId, 'UTC'))).toBe('failed_precondition/closed');
  expect(await closed.checkInBoard(userId, 'UTC')).toMatchObject({ taken: [], status: { result: '' } });
});

it('a closed account takes no day, and its check-ins are deleted', async () => {
  const userId = newUser();
  await service.checkIn(userId, 'UTC');
  await onAccountClosed({ members }, { id: 'e', event: 'auth.account-closed', source: userId, payload: { userId } });
  expect(await refusalOf(service.checkIn(userId, 'UTC'))).toBe('failed_precondition/account_closed');
  expect((await service.checkInBoard(userId, 'UTC')).taken).toEqual([]);
});

it.each([
  ['no day', { open: true, days: [] }],
  ['more days than a month', { open: true, days: Array.from({ length: 32 }, () => null) }],
  ['a reward of no days', { open: true, days: [{ type: 'premium', days: 0 }] }],
  ['bytes below zero', { open: true, days: [{ type: 'storage', bytes: -1, days: 3 }] }],
  ['a traffic that is none', { open: true, days: [{ type: 'traffic', traffic: 'play', bytes: 1, days: 3 }] }],
  ['an unknown field', { open: true, days: [null], hours: 3 }],
])('a document of rewards with %s is refused with the place', (_what, checkIn) => {
  const parsed = rewardsDocument.parse(JSON.stringify({ checkIn }, null, 2));
  expect(parsed.ok ? null : parsed.problems[0]?.line).toBeGreaterThan(1);
});
