/**
 * A month of check-ins, invitations and credits of activities: at its end the ledgers equal the rules, computed apart from them. Small
 * here; `npm run rewards` runs it with 200 people.
 */
import { runInDurableObject } from 'cloudflare:test';
import { env as bound } from 'cloudflare:workers';
import { expect, inject, it } from 'vitest';
import { activityOperationDocument } from '#shared/config/documents.ts';
import { asUserId } from '#shared/ids.ts';
import { rewardsDocument } from '#shared/membership/rewards.ts';
import { timelineOf } from '#shared/membership/timeline.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/units.ts';
import { inAll } from '#test/contract/activity-texts.ts';
import { servicesOf } from '#worker/compose.ts';
import type { Env } from '#worker/env.ts';
import { objectsOf } from '#worker/objects.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { makeRandom } from '#worker/platform/faults/faults.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import type { InvitationDeps } from './deps.ts';
import { cutOrigin } from './invitations/origin.ts';
import { makeClaimService, makeInvitationService, makeMembershipService } from './service.ts';

interface Run {
  readonly people: number;
  readonly days: number;
  readonly seed: number;
}

function runOf(): Run {
  const given = inject('rewards' as never) as Run | undefined;
  return given ?? { people: 8, days: 7, seed: 7 };
}

const SERIES = [0, 2, 0, 1, 3] as const;
const RULES = { open: true, newcomerDays: 1, invitedDays: 4, inviterDays: 3, waitHours: 24, perMonth: 3, inAll: 3 };
const ZONES = ['Pacific/Kiritimati', 'Asia/Kolkata', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Pago_Pago'];

const document = {
  checkIn: { open: true, days: SERIES.map((days) => (days === 0 ? null : { type: 'premium', days })) },
  invitations: RULES,
};

/** Names of credits -> days of premium, and the days of the story on which they run. `before`: for accounts made before this day. */
interface Credit {
  readonly days: number;
  readonly from: number;
  readonly to: number;
  readonly before?: number;
}

/** @param days  of the story */
function creditsOf(days: number): Readonly<Record<string, Credit>> {
  return {
    christmas: { days: 3, from: 1, to: days - 1 },
    'spring-days': { days: 2, from: 0, to: Math.ceil(days / 2) },
    aliyun_accident_202409: { days: 5, from: 1, to: days },
    old_accounts: { days: 4, from: 1, to: days, before: Math.floor(days / 3) },
  };
}

function activitiesOf(credits: Readonly<Record<string, Credit>>, startMs: number) {
  const at = (day: number): string => new Date(startMs + day * DAY_MS).toISOString();
  const fields = (name: string) => {
    const { days = 0, from = 0, to = 1, before } = credits[name] ?? {};
    const accounts = before === undefined ? {} : { accounts_before: at(before) };
    return { start: at(from), end: at(to), reward_days: days, ...accounts };
  };
  const texts = { title: inAll('Days'), lead: inAll('Days') };
  const types = ['aliyun_accident_202409', 'old_accounts'];
  return {
    christmas: { open: true, ...fields('christmas') },
    'black-friday': { open: false, start: at(0), end: at(400), reward_days: 9 },
    compensation: {
      open: true,
      start: at(0),
      end: at(400),
      types: types.map((type) => ({ type, title: inAll(type), ...fields(type) })),
    },
    more: [{ name: 'spring-days', texts, open: true, ...fields('spring-days') }],
  };
}

interface Member {
  readonly userId: string;
  readonly createdMs: number;
  /** Names of credits that the rules gave. */
  readonly credits: Set<string>;
  readonly zone: string;
  readonly device: string;
  readonly network: string;
  readonly inviter: Member | null;
  /** Dates of check-ins, in order. */
  readonly dates: string[];
  /** Devices and networks of people who came by this one, in order. */
  readonly came: { readonly by: Member; readonly isHeld: boolean; readonly isRewarded: boolean }[];
}

/** The date in another way than the product computes it. */
const dateOf = (zone: string, ms: number): string => new Date(ms).toLocaleDateString('sv-SE', { timeZone: zone });

/** Days of premium by key of the ledger, from the story alone. */
function expectedOf(member: Member, credits: Readonly<Record<string, Credit>>): Record<string, number> {
  const given: Record<string, number> = { newcomer: RULES.newcomerDays };
  for (const name of member.credits)
    given[`${name.includes('_') ? 'compensation' : 'activity'}.${name}`] = credits[name]?.days ?? 0;
  let length = 0;
  member.dates.forEach((date, at) => {
    const before = member.dates[at - 1];
    const follows = before !== undefined && Date.parse(date) - Date.parse(before) === DAY_MS;
    length = follows ? length + 1 : 1;
    const days = SERIES[(length - 1) % SERIES.length] ?? 0;
    if (days > 0) given[`check-in.${date}`] = days;
  });
  const own = member.inviter?.came.find(({ by }) => by === member);
  if (own && member.inviter && member.inviter.device !== member.device) given['invited'] = RULES.invitedDays;
  for (const { by, isRewarded } of member.came) if (isRewarded) given[`invitation.${by.userId}`] = RULES.inviterDays;
  return given;
}

it('the ledgers of a month hold exactly what the rules give', { timeout: 3_600_000 }, async () => {
  const { people, days, seed } = runOf();
  const random = makeRandom(seed);
  const { members } = objectsOf(bound as unknown as Env);
  const services = servicesOf(bound as unknown as Env);
  // Ahead of the runtime's clock, so that no alarm runs but those of the story.
  const startMs = Math.ceil(Date.now() / DAY_MS + 2) * DAY_MS;
  let nowMs = startMs;
  const clock = { nowMs: () => nowMs };
  const parsed = rewardsDocument.parse(JSON.stringify(document));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const credits = creditsOf(days);
  const activities = activityOperationDocument.parse(JSON.stringify({ default: activitiesOf(credits, startMs) }));
  if (!activities.ok) throw new Error(JSON.stringify(activities.problems));
  const all: Member[] = [];
  const created = new Map<string, number>();
  const deviceOf = (userId: string) => all.find((each) => each.userId === userId)?.device;
  const deps: InvitationDeps = {
    ...services.parts.membership,
    members,
    clock,
    documents: {
      live: async (name: string) => (name === 'rewards' ? parsed.value : activities.value),
    } as unknown as ConfigService,
    auth: {
      ...services.auth,
      ownPerson: (async ({ userId }: Caller) => ({
        createdMs: created.get(userId) ?? nowMs,
      })) as unknown as InvitationDeps['auth']['ownPerson'],
      usesDevice: async (userId, device) => deviceOf(userId) === device,
    },
  };
  const service = { ...makeInvitationService(deps), ...makeMembershipService(deps), ...makeClaimService(deps) };
  const stubOf = ({ userId }: Pick<Member, 'userId'>) => members.getByName(userId);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

  async function join(): Promise<void> {
    const inviter = all.length > 0 && random() < 0.7 ? pick(all) : null;
    const isFromHome = inviter !== null && random() < 0.15;
    const neighbour = all.length > 0 && random() < 0.3 ? pick(all) : null;
    const member: Member = {
      userId: `V${newHexId().slice(0, 25)}`,
      createdMs: nowMs,
      credits: new Set(),
      zone: pick(ZONES),
      device: isFromHome && inviter ? inviter.device : newHexId(),
      network: neighbour?.network ?? `203.0.${all.length % 250}.${Math.floor(all.length / 250)}`,
      inviter,
      dates: [],
      came: [],
    };
    created.set(member.userId, nowMs);
    await runInDurableObject(stubOf(member), (object) => void Object.assign(object, { clock }));
    const code = inviter ? (await service.ownInvitations(inviter.userId)).code : '';
    const origin = cutOrigin({ client: 'web', place: '', source: '', medium: '', name: '', referers: '' });
    const visit = { deviceId: member.device, address: member.network };
    const caller = { userId: asUserId(member.userId) } as Caller;
    for (let times = 0; times < 2; times += 1) await service.invite(caller, { code, origin }, visit);
    if (inviter) {
      const others = inviter.came;
      const isHeld =
        inviter.device === member.device ||
        others.some(({ by }) => by.device === member.device) ||
        others.filter(({ by }) => by.network === member.network).length >= 3;
      const isRewarded = !isHeld && others.filter((each) => each.isRewarded).length < RULES.perMonth;
      others.push({ by: member, isHeld, isRewarded });
    }
    all.push(member);
  }

  /** Tries a credit, whatever its dates, three times at once. The rules of the story decide what it gives. */
  async function claim(member: Member): Promise<void> {
    const name = pick([...Object.keys(credits), 'black-friday', 'no_such_type']);
    const request = { name, kind: 'any', language: pick(['ja', 'ru', 'es'] as const) } as const;
    const caller = { userId: asUserId(member.userId) } as Caller;
    const answers = await Promise.allSettled(Array.from({ length: 3 }, () => service.claim(caller, request)));
    const { from = 0, to = 0, before = Number.POSITIVE_INFINITY } = credits[name] ?? {};
    const today = (nowMs - startMs) / DAY_MS;
    const isGiven = today >= from && today < to && (member.createdMs - startMs) / DAY_MS < before;
    const isFirst = isGiven && !member.credits.has(name);
    if (isGiven) member.credits.add(name);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(isFirst ? 1 : 0);
  }

  for (let day = 0; day < days; day += 1) {
    const arrivals = all.length < people ? Math.ceil(people / days) : 0;
    for (let at = 0; at < arrivals; at += 1) await join();
    for (const member of all) {
      if (random() < 0.15) continue;
      nowMs = startMs + day * DAY_MS + Math.floor(random() * 23 * 60) * MINUTE_MS;
      const date = dateOf(member.zone, nowMs);
      // A random minute of a later day may be before the last one of this person in another order of days.
      if (date > (member.dates.at(-1) ?? '')) member.dates.push(date);
      await Promise.all(Array.from({ length: 3 }, () => service.checkIn(member.userId, member.zone)));
      if (random() < 0.4) await claim(member);
    }
    nowMs = startMs + (day + 1) * DAY_MS;
    for (const member of all) await runAlarm(stubOf(member));
  }
  nowMs += 25 * HOUR_MS;
  for (const member of all) await runAlarm(stubOf(member));

  for (const member of all) {
    const { entries, timeline } = await service.ledgerOf(member.userId);
    const held = Object.fromEntries(entries.map(({ key, item }) => [key, item?.days ?? 0]));
    expect(held).toEqual(expectedOf(member, credits));
    expect(entries).toHaveLength(Object.keys(held).length);
    expect(timeline).toEqual(timelineOf(entries));
  }
  const rewarded = all.flatMap(({ came }) => came).filter(({ isRewarded }) => isRewarded).length;
  const checkIns = all.reduce((sum, { dates }) => sum + dates.length, 0);
  const claimed = all.reduce((sum, member) => sum + member.credits.size, 0);
  console.info(
    `${all.length} people, ${days} days: ${checkIns} check-ins, ${rewarded} rewarded invitations, ${claimed} credits`,
  );
});
