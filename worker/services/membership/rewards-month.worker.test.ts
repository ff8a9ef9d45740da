/**
 * A month of check-ins, invitations and credits of activities: at its end the ledgers equal the rules, computed apart from them. Small
 * here; `REWARDS=200,30,7` makes it a month of 200 people by the seed 7.
 */
import { runInDurableObject } from 'cloudflare:test';
import { env as bound } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { activityOperationDocument } from '#shared/config/documents.ts';
import { asUserId } from '#shared/ids.ts';
import { rewardsDocument } from '#shared/membership/rewards.ts';
import { timelineOf } from '#shared/membership/timeline.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/units.ts';
import * as story from '#test/seed/rewards-story.ts';
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

it('the ledgers of a month hold exactly what the rules give', { timeout: 3_600_000 }, async () => {
  const [people = 8, days = 7, seed = 7] = ((bound as { REWARDS?: string }).REWARDS ?? '8,7,7').split(',').map(Number);
  const random = makeRandom(seed);
  const { members } = objectsOf(bound as unknown as Env);
  const services = servicesOf(bound as unknown as Env);
  // Ahead of the runtime's clock, so that no alarm runs but those of the story.
  const startMs = Math.ceil(Date.now() / DAY_MS + 2) * DAY_MS;
  let nowMs = startMs;
  const clock = { nowMs: () => nowMs };
  const credits = story.creditsOf(days);
  const documents = story.documentsOf(credits, startMs);
  const parsed = rewardsDocument.parse(JSON.stringify(documents['rewards']));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const activities = activityOperationDocument.parse(JSON.stringify(documents['activity_operation']));
  if (!activities.ok) throw new Error(JSON.stringify(activities.problems));
  const all: story.Member[] = [];
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
  const stubOf = ({ userId }: Pick<story.Member, 'userId'>) => members.getByName(userId);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

  async function join(): Promise<void> {
    const inviter = all.length > 0 && random() < 0.7 ? pick(all) : null;
    const isFromHome = inviter !== null && random() < 0.15;
    const neighbour = all.length > 0 && random() < 0.3 ? pick(all) : null;
    const member = story.newMember({
      email: `person-${all.length}`,
      device: isFromHome && inviter ? inviter.device : newHexId(),
      address: neighbour?.address ?? `203.0.${all.length % 250}.${Math.floor(all.length / 250)}`,
      zone: pick(story.ZONES),
      userId: `V${newHexId().slice(0, 25)}`,
      createdMs: nowMs,
    });
    created.set(member.userId, nowMs);
    await runInDurableObject(stubOf(member), (object) => void Object.assign(object, { clock }));
    const code = inviter ? (await service.ownInvitations(inviter.userId)).code : '';
    const origin = cutOrigin({ client: 'web', place: '', source: '', medium: '', name: '', referers: '' });
    const visit = { deviceId: member.device, address: member.address };
    const caller = { userId: asUserId(member.userId) } as Caller;
    for (let times = 0; times < 2; times += 1) await service.invite(caller, { code, origin }, visit);
    story.arrivalOf(member, inviter);
    all.push(member);
  }

  /** Tries a credit, whatever its dates, three times at once. The rules of the story decide what it gives. */
  async function claim(member: story.Member): Promise<void> {
    const name = pick([...Object.keys(credits), ...story.NO_CREDITS]);
    const request = { name, kind: 'any', language: pick(['ja', 'ru', 'es'] as const) } as const;
    const caller = { userId: asUserId(member.userId) } as Caller;
    const answers = await Promise.allSettled(Array.from({ length: 3 }, () => service.claim(caller, request)));
    const isFirst = story.creditOf(member, name, credits, startMs, nowMs);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(isFirst ? 1 : 0);
  }

  for (let day = 0; day < days; day += 1) {
    const arrivals = all.length < people ? Math.ceil(people / days) : 0;
    for (let at = 0; at < arrivals; at += 1) await join();
    for (const member of all) {
      if (random() < 0.15) continue;
      nowMs = startMs + day * DAY_MS + Math.floor(random() * 23 * 60) * MINUTE_MS;
      story.checkInOf(member, nowMs);
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
    expect(held).toEqual(story.rewardsOf(member, credits));
    expect(entries).toHaveLength(Object.keys(held).length);
    expect(timeline).toEqual(timelineOf(entries));
  }
  const rewarded = all.flatMap(({ came }) => came).filter(({ state }) => state === 'granted').length;
  const checkIns = all.reduce((sum, each) => sum + each.checkIns.length, 0);
  const claimed = all.reduce((sum, member) => sum + member.credits.size, 0);
  console.info(
    `${all.length} people, ${days} days: ${checkIns} check-ins, ${rewarded} rewarded invitations, ${claimed} credits`,
  );
});
