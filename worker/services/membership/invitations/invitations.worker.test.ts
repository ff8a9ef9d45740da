/** Invitations under attack: forged and repeated calls, people who invite themselves, rings and crowds get exactly what the caps say. */
import { runInDurableObject } from 'cloudflare:test';
import { env as bound } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { asUserId } from '#shared/ids.ts';
import { SAME_NETWORK_PEOPLE } from '#shared/membership/invitation.rules.ts';
import { type Rewards, rewardsDocument } from '#shared/membership/rewards.ts';
import { DAY_MS } from '#shared/units.ts';
import { servicesOf } from '#worker/compose.ts';
import type { Env } from '#worker/env.ts';
import { objectsOf } from '#worker/objects.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import type { InvitationDeps } from '../deps.ts';
import { makeInvitationService, makeMembershipService } from '../service.ts';
import { decideInvitation, heldInvitations } from './desk.ts';
import { cutOrigin } from './origin.ts';

const env = bound as unknown as Env;
const { members } = objectsOf(env);
const services = servicesOf(env);
const { db } = services.parts.billing;
const RULES = { open: true, newcomerDays: 3, invitedDays: 7, inviterDays: 5, waitHours: 24, perMonth: 4, inAll: 6 };
const NOWHERE = cutOrigin({ client: 'web', place: '', source: '', medium: '', name: '', referers: '' });

let nowMs: number;
beforeEach(() => {
  nowMs = Date.now();
});

/** Devices by the person who uses them. */
const devices = new Map<string, string>();

function serviceWith(change: Partial<Rewards['invitations']> = {}) {
  const parsed = rewardsDocument.parse(
    JSON.stringify({ checkIn: { open: true, days: [null] }, invitations: { ...RULES, ...change } }),
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const documents = { live: async () => parsed.value } as unknown as ConfigService;
  const deps: InvitationDeps = {
    ...services.parts.membership,
    members,
    documents,
    clock: { nowMs: () => nowMs },
    auth: {
      ...services.auth,
      ownPerson: (async () => ({ createdMs: nowMs })) as unknown as InvitationDeps['auth']['ownPerson'],
      usesDevice: async (userId, deviceId) => deviceId !== '' && devices.get(userId) === deviceId,
    },
  };
  return { ...makeInvitationService(deps), ...makeMembershipService(deps) };
}
const service = serviceWith();

const newUser = (): string => `V${newHexId().slice(0, 25)}`;
let addresses = 0;
/** Of no other person. */
const newAddress = (): string => {
  addresses += 1;
  return `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`;
};

interface Coming {
  readonly device?: string;
  readonly address?: string;
  readonly by?: typeof service;
}

function come(
  userId: string,
  code: string,
  { device = newHexId(), address = newAddress(), by = service }: Coming = {},
) {
  const caller = { userId: asUserId(userId) } as Caller;
  return by.invite(caller, { code, origin: NOWHERE }, { deviceId: device, address });
}

const codeOf = async (userId: string): Promise<string> => (await service.ownInvitations(userId)).code;

/** Runs what is due after the wait. */
async function passDay(...userIds: string[]): Promise<void> {
  for (const userId of userIds) {
    await runInDurableObject(members.getByName(userId), (object, { storage: { sql } }) => {
      Object.assign(object, { clock: { nowMs: () => Date.now() + DAY_MS } });
      sql.exec('UPDATE _alarm SET at_ms = 0');
    });
    await runAlarm(members.getByName(userId));
  }
}

async function givenTo(userId: string): Promise<Record<string, number>> {
  const { entries } = await service.ledgerOf(userId);
  return Object.fromEntries(entries.map(({ key, item }) => [key.split('.')[0], item?.days ?? 0]));
}
const statesOf = async (userId: string) =>
  (await service.invitedPeople(userId, { beforeMs: Number.MAX_SAFE_INTEGER, limit: 50 })).map(({ state, reason }) =>
    reason === '' ? state : `${state} ${reason}`,
  );
const rewardsOf = async (userId: string): Promise<number> =>
  (await service.ledgerOf(userId)).entries.filter(({ key }) => key.startsWith('invitation.')).length;

it('an invitation gives the person who came days at once, and the inviter after the wait, each once', async () => {
  const [inviter, person] = [newUser(), newUser()];
  const answer = await come(person, await codeOf(inviter));
  expect(answer).toEqual({ freeDays: 10, invitedDays: 7, isUpdated: true });
  expect(await givenTo(person)).toEqual({ newcomer: 3, invited: 7 });
  expect([await statesOf(inviter), await rewardsOf(inviter)]).toEqual([['pending'], 0]);
  await passDay(inviter);
  await passDay(inviter);
  expect([await statesOf(inviter), await givenTo(inviter)]).toEqual([['granted'], { invitation: 5 }]);
  expect((await service.ownInvitations(inviter)).days).toBe(5);
});

it('an invitation is noted once, whatever a hundred repeats at once say', async () => {
  const [inviter, other, person] = [newUser(), newUser(), newUser()];
  const codes = [await codeOf(inviter), await codeOf(other), ''];
  await come(person, codes[0] ?? '');
  const caller = { userId: asUserId(person) } as Caller;
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => {
      const origin = cutOrigin({ ...NOWHERE, place: `x/invite/${codes[at % 3]}`, referers: `forged${at}.example` });
      return service.invite(
        caller,
        { code: codes[at % 3] ?? '', origin },
        { deviceId: newHexId(), address: newAddress() },
      );
    }),
  );
  expect(new Set(answers.map((each) => JSON.stringify(each)))).toEqual(
    new Set([JSON.stringify({ freeDays: 10, invitedDays: 7, isUpdated: false })]),
  );
  expect(await givenTo(person)).toEqual({ newcomer: 3, invited: 7 });
  expect([await statesOf(inviter), await statesOf(other)]).toEqual([['pending'], []]);
});

it('an invitation: by an unknown code is an arrival without one', async () => {
  const person = newUser();
  expect(await come(person, '0000000000')).toEqual({ freeDays: 3, invitedDays: 0, isUpdated: true });
});

it('an invitation comes too late for an account of a week', async () => {
  const [inviter, person] = [newUser(), newUser()];
  const code = await codeOf(inviter);
  const late = await service.welcome(
    { userId: person, createdMs: nowMs - 8 * DAY_MS },
    { code, origin: NOWHERE },
    { deviceId: newHexId(), address: newAddress() },
  );
  expect([late.freeDays, await statesOf(inviter)]).toEqual([0, []]);
});

it('an invitation is worth nothing where operators closed invitations', async () => {
  const [inviter, person] = [newUser(), newUser()];
  const code = await codeOf(inviter);
  expect(await come(person, code, { by: serviceWith({ open: false }) })).toMatchObject({ freeDays: 0 });
  expect(await givenTo(person)).toEqual({});
});

it('the own code is no invitation', async () => {
  const person = newUser();
  expect(await come(person, await codeOf(person))).toMatchObject({ invitedDays: 0, freeDays: 3 });
  expect(await statesOf(person)).toEqual([]);
});

it('an account made on the device of the inviter is held, and so is a second one of a device', async () => {
  const inviter = newUser();
  const code = await codeOf(inviter);
  const own = newHexId();
  devices.set(inviter, own);
  expect(await come(newUser(), code, { device: own })).toMatchObject({ invitedDays: 0 });
  const shared = newHexId();
  await come(newUser(), code, { device: shared });
  await come(newUser(), code, { device: shared });
  expect((await statesOf(inviter)).toSorted()).toEqual(['held same_device', 'held same_device', 'pending']);
  await passDay(inviter);
  expect(await rewardsOf(inviter)).toBe(1);
});

it('a ring of three is held where it closes', async () => {
  const [first, second, third] = [newUser(), newUser(), newUser()];
  const codes = await Promise.all([first, second, third].map(codeOf));
  await come(second, codes[0] ?? '');
  await come(third, codes[1] ?? '');
  await come(first, codes[2] ?? '');
  expect([await statesOf(first), await statesOf(second), await statesOf(third)]).toEqual([
    ['pending'],
    ['pending'],
    ['held ring'],
  ]);
  expect(await givenTo(first)).toEqual({ newcomer: 3 });
});

it('two people who take each other’s code at once are not both rewarded', async () => {
  const [one, other] = [newUser(), newUser()];
  const [mine, theirs] = await Promise.all([codeOf(one), codeOf(other)]);
  await Promise.all([come(one, theirs), come(other, mine)]);
  const states = [...(await statesOf(one)), ...(await statesOf(other))];
  expect(states).toContain('held ring');
});

it('abuse: more than a household of one network is held', async () => {
  const inviter = newUser();
  const code = await codeOf(inviter);
  const address = newAddress();
  for (let at = 0; at < SAME_NETWORK_PEOPLE + 2; at += 1) await come(newUser(), code, { address });
  const held = (await statesOf(inviter)).filter((state) => state === 'held same_network');
  expect(held).toHaveLength(2);
});

it('a crowd at once gives the cap of a month and no more', async () => {
  const inviter = newUser();
  const code = await codeOf(inviter);
  await Promise.all(Array.from({ length: 16 }, () => come(newUser(), code)));
  await passDay(inviter);
  const states = await statesOf(inviter);
  expect(states.filter((state) => state === 'granted')).toHaveLength(RULES.perMonth);
  expect(states.filter((state) => state === 'capped')).toHaveLength(16 - RULES.perMonth);
  expect(await rewardsOf(inviter)).toBe(RULES.perMonth);
});

async function held() {
  const [inviter, person] = [newUser(), newUser()];
  const own = newHexId();
  devices.set(inviter, own);
  await come(person, await codeOf(inviter), { device: own });
  // The notice to operators is delivered by the alarm.
  await runAlarm(members.getByName(inviter));
  return { inviterId: inviter, userId: person };
}

it('a held invitation is listed for operators; a release rewards both sides once', async () => {
  const one = await held();
  expect(await heldInvitations({ db })).toContainEqual({ ...one, reason: 'same_device', atMs: expect.any(Number) });
  for (let press = 0; press < 2; press += 1)
    expect(await decideInvitation({ members, db }, one, 'release')).toBe('granted');
  expect(await givenTo(one.inviterId)).toEqual({ invitation: 5 });
  expect(await givenTo(one.userId)).toEqual({ newcomer: 3, invited: 7 });
  expect((await heldInvitations({ db })).map(({ userId }) => userId)).not.toContain(one.userId);
});

it('a held invitation that is refused gives nothing, and a later release changes nothing', async () => {
  const one = await held();
  expect(await decideInvitation({ members, db }, one, 'refuse')).toBe('refused');
  expect(await decideInvitation({ members, db }, one, 'release')).toBe('refused');
  expect([await givenTo(one.inviterId), await givenTo(one.userId)]).toEqual([{}, { newcomer: 3 }]);
});

it('a held invitation: of an unknown pair is not found', async () => {
  const decided = decideInvitation({ members, db }, { inviterId: 'nobody', userId: 'nobody' }, 'release');
  await expect(decided).rejects.toMatchObject({ errorName: 'not_found' });
});

it('a closed account loses its code, its people and what operators saw of it', async () => {
  const [inviter, person] = [newUser(), newUser()];
  const code = await codeOf(inviter);
  await come(person, code);
  const { onAccountClosed, onInviterLeft } = await import('../events.ts');
  const closed = { id: 'e', event: 'auth.account-closed', source: inviter, payload: { userId: inviter } };
  for (let times = 0; times < 2; times += 1) {
    await onInviterLeft({ members, db, auth: services.auth }, closed);
    await onAccountClosed({ members }, closed);
  }
  expect(await services.auth.inviterOf(code)).toBeNull();
  expect(unwrap(await members.getByName(inviter).ownInvitations())).toMatchObject({ code: '', sums: { people: 0 } });
  expect(await come(newUser(), code)).toMatchObject({ invitedDays: 0 });
});

it('a person who leaves is not recognised by device or network any more, and a reward that was promised is still given', async () => {
  const [inviter, person] = [newUser(), newUser()];
  await come(person, await codeOf(inviter));
  const { onInviterLeft } = await import('../events.ts');
  const closed = { id: 'e', event: 'auth.account-closed', source: person, payload: { userId: person } };
  await onInviterLeft({ members, db, auth: services.auth }, closed);
  const marks = await runInDurableObject(members.getByName(inviter), (_member, { storage: { sql } }) =>
    sql.exec('SELECT device, network FROM invited').toArray(),
  );
  expect(marks).toEqual([{ device: '', network: '' }]);
  await passDay(inviter);
  expect(await rewardsOf(inviter)).toBe(1);
});

it('texts about the origin are cut and lose control characters', () => {
  const long = 'x'.repeat(5_000);
  const origin = cutOrigin({
    client: long,
    place: long,
    source: 'a\u0000b\n',
    medium: long,
    name: '',
    referers: `${'h,'.repeat(99)}`,
  });
  expect([origin.client.length, origin.place.length, origin.source, origin.referers]).toEqual([
    100,
    300,
    'ab',
    Array.from({ length: 10 }, () => 'h').join(','),
  ]);
});

it('a code leads to one person, and is the same at every call', async () => {
  const userId = newUser();
  const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(userId)));
  expect(new Set(codes).size).toBe(1);
  expect(await services.auth.inviterOf(codes[0] ?? '')).toBe(userId);
});
