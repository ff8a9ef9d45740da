/**
 * A month of rewards on a real server: people sign up, invite, check in and claim as clients do, its clock moves through the days, and it is
 * killed on each of them. At the end the state folder is compared with the rules computed apart (test/seed/rewards-story.ts), and audited.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { auditFolder } from '#scripts/audit/audit.ts';
import { untilRecovered } from '#scripts/crash-test/recovery.ts';
import { askServer } from '#scripts/ops/area.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/units.ts';
import type { Member } from '#test/seed/rewards-story.ts';
import * as story from '#test/seed/rewards-story.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { makeRandom } from '#worker/platform/faults/faults.ts';
import { ADDRESS_HEADER, type Answered, type Clients, makeClients } from './client.ts';
import { differencesIn } from './compare.ts';
import { makeMovingClock } from './moving-clock.ts';

export interface MonthSettings {
  readonly people: number;
  readonly days: number;
  readonly seed: number;
  readonly port: number;
  /** Empty at first; it stays. */
  readonly dataDir: string;
  /** For the library and the file that move the clock. */
  readonly scratch: string;
  print(line: string): void;
}

export interface MonthResult {
  readonly people: number;
  readonly calls: number;
  /** Calls that a kill left without an answer, and that were made again. */
  readonly repeated: number;
  readonly kills: number;
  readonly checkIns: number;
  readonly credits: number;
  readonly rewarded: number;
  readonly held: number;
  readonly capped: number;
  readonly objects: number;
  /** A line for each place where the folder differs from the rules. */
  readonly differences: readonly string[];
  readonly violations: readonly string[];
}

/** When people come, in hours of a day. No two moments of the story are 12 or 36 hours or 7 days apart, where a rule turns. */
const HOURS = [1, 7.5, 14, 20.25] as const;
const FIRST_MINUTE = 2;
const SHIFTS = 5;
const SHIFT_MINUTES = 2;
/** Every zone changes its date at a quarter of an hour. */
const LONGEST_MS = 4 * MINUTE_MS;
const AT_ONCE = 8;
/** No limit of calls is tested here. */
const LIMITS = { mailGapSeconds: 0, verificationsPerHour: 10_000, captchaPerMinute: 10_000 };
const PATIENCE = 300;
const POLL_MS = 200;

interface World {
  readonly settings: MonthSettings;
  readonly random: () => number;
  readonly clients: Clients;
  readonly members: Member[];
  readonly credits: story.Credits;
  readonly startMs: number;
  /** People who have not made the call of a new person yet: they will accept the code of a person they brought. */
  readonly late: Member[];
  readonly codes: Map<Member, string>;
  /** Of each person, whose calls come in any order: the same seed is the same story. */
  readonly chances: Map<Member, () => number>;
  readonly differences: string[];
  nowMs(): number;
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const lane = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

function newMember({ random, members, chances, settings }: World): Member {
  const at = members.length;
  const neighbour = at > 0 && random() < 0.3 ? pick(random, members) : null;
  const hex = (length: number) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
  // Lives with another person, and uses the same computer.
  const partner = at > 0 && random() < 0.12 ? pick(random, members) : null;
  const member = story.newMember({
    email: `person-${at}@example.org`,
    device: partner?.device ?? hex(32),
    address: neighbour?.address ?? `203.0.${at % 250}.${1 + Math.floor(at / 250)}`,
    zone: pick(random, story.ZONES),
    userId: '',
    createdMs: 0,
  });
  members.push(member);
  chances.set(member, makeRandom(settings.seed + at + 1));
  return member;
}

const chanceOf = ({ chances }: World, member: Member): (() => number) => chances.get(member) ?? (() => 0);

async function codeOf({ clients, codes }: World, member: Member): Promise<string> {
  const code = codes.get(member) ?? (await clients.must(member, 'GET', '/vip/v1/activity/inviteCode')).code;
  codes.set(member, code);
  return code;
}

/** The call of a new person, three times at once; the others with forged texts. Ends when the inviter has the person. */
async function arrive(world: World, member: Member, inviter: Member | null): Promise<void> {
  const { clients } = world;
  if (inviter && inviter !== member) await clients.comeBack(inviter);
  const code = inviter ? await codeOf(world, inviter) : '';
  const invite = (body: object) => clients.must(member, 'POST', '/vip/v1/activity/invite', { body });
  await invite({ from: 'web', rr: code === '' ? '' : `/invite/${code}` });
  story.arrivalOf(member, inviter);
  await Promise.all([invite({ from: 'web', rr: '/invite/0000000000', rf: 'x' }), invite({ from: 'tv', tf: 'forged' })]);
  if (!inviter || inviter === member) return;
  // The next one is judged after this one: kills change the order of events.
  for (let tries = 0; tries < PATIENCE; tries += 1) {
    const { invited_nums: count } = await clients.must(inviter, 'GET', '/vip/v1/activity/inviteInfo');
    if (count === inviter.came.length) return;
    await delay(POLL_MS);
  }
  world.differences.push(`${inviter.email} has not all ${inviter.came.length} people`);
}

/** Who brings a new person: another, the person's own code, or none. */
async function welcome(world: World, member: Member): Promise<void> {
  const random = chanceOf(world, member);
  const chance = random();
  const others = world.members.filter((each) => each !== member && each.userId !== '');
  const waiting = world.late.shift();
  if (waiting) {
    await arrive(world, member, waiting);
    return arrive(world, waiting, member);
  }
  if (chance < 0.08) world.late.push(member);
  else if (chance < 0.13) await arrive(world, member, member);
  else if (chance < 0.25 || others.length === 0) await arrive(world, member, null);
  else {
    const mates = others.filter(({ device }) => device === member.device);
    await arrive(world, member, pick(random, mates.length > 0 && chance < 0.6 ? mates : others));
  }
}

const nameOf = (outcome: Answered): string => (outcome.kind === 'ok' ? 'ok' : outcome.error);

/** Three presses at once: one day, or a refusal of each. */
async function checkIn(world: World, member: Member): Promise<void> {
  const expected = story.checkInOf(member, world.nowMs());
  const body = { type: 'check_in', data: { time_zone: member.zone } };
  const press = () => world.clients.ask(member, 'POST', '/vip/v1/activity/rewardVip', { body });
  for (const outcome of await Promise.all([press(), press(), press()])) {
    const day = outcome.kind === 'ok' ? outcome.body.data.day : 'early';
    if (day !== (expected.kind === 'early' ? 'early' : expected.date))
      world.differences.push(`${member.email} in ${member.zone}: ${expected.kind} ${expected.date}, not ${day}`);
  }
}

/** A credit, whatever its dates, three times at once. */
async function claim(world: World, member: Member): Promise<void> {
  const { credits, startMs, clients } = world;
  const name = pick(chanceOf(world, member), [...Object.keys(credits), ...story.NO_CREDITS]);
  const isFirst = story.creditOf(member, name, credits, startMs, world.nowMs());
  const path = story.isCompensation(name) ? '/vip/v1/activity/compensate' : '/vip/v1/activity/rewardVip';
  const before = clients.calls().repeated;
  const press = () => clients.ask(member, 'POST', path, { body: { type: name } });
  const given = (await Promise.all([press(), press(), press()])).map(nameOf).filter((each) => each === 'ok').length;
  // A kill may have taken the answer of the one that was given.
  const isSure = clients.calls().repeated === before;
  if (given > (isFirst ? 1 : 0) || (isSure && isFirst && given === 0))
    world.differences.push(`${member.email}: ${name} was given ${given} times`);
}

async function visit(world: World, member: Member): Promise<void> {
  const random = chanceOf(world, member);
  await world.clients.comeBack(member);
  if (member.checkIns.length > 0 && random() < 0.06) member.zone = pick(random, story.ZONES);
  await checkIn(world, member);
  if (random() < 0.4) await claim(world, member);
}

async function publish({ settings, credits, startMs }: World): Promise<void> {
  for (const [name, document] of Object.entries(story.documentsOf(credits, startMs))) {
    const { version } = await askServer<{ version: number }>(settings.dataDir, '/_internal/config/read', { name });
    const body = { name, text: JSON.stringify(document), base_version: version, note: '' };
    await askServer(settings.dataDir, '/_internal/config/publish', body);
  }
}

/** Waits until the server has given what is due. */
async function untilGiven(world: World): Promise<void> {
  for (const member of world.members.filter(({ came }) => came.some(({ state }) => state === 'granted'))) {
    await world.clients.comeBack(member);
    const count = member.came.filter(({ state }) => state === 'granted').length;
    const days = count * story.TERMS.inviterDays;
    for (let tries = 0; tries < PATIENCE; tries += 1) {
      const { add_days: given } = await world.clients.must(member, 'GET', '/vip/v1/activity/inviteInfo');
      if (given >= days) break;
      await delay(POLL_MS);
    }
  }
}

/** The mailbox has the newest 200 mails of all people: of a small story all letters. */
const ALL_LETTERS_OF = 12;
const REWARD_SUBJECT = /^You got \d+ days? of Premium$/;

/** One letter for each reward, whatever was killed. */
async function checkLetters({ clients, members, differences }: World): Promise<void> {
  for (const member of members) {
    const rewards = member.came.filter(({ state }) => state === 'granted').length;
    const letters = (await clients.hints(member)).filter((subject) => REWARD_SUBJECT.test(subject)).length;
    if (letters > rewards || (members.length <= ALL_LETTERS_OF && letters < rewards))
      differences.push(`${member.email} has ${letters} letters about ${rewards} rewards`);
  }
}

function resultOf(world: World, kills: number, audit: { objects: number; violations: string[] }): MonthResult {
  const { members, clients } = world;
  const came = members.flatMap((member) => member.came);
  const { all: calls, repeated } = clients.calls();
  const count = (state: string): number => came.filter((each) => each.state === state).length;
  return {
    people: members.length,
    calls,
    repeated,
    kills,
    differences: world.differences,
    ...audit,
    checkIns: members.reduce((sum, { checkIns }) => sum + checkIns.length, 0),
    credits: members.reduce((sum, each) => sum + each.credits.size, 0),
    rewarded: count('granted'),
    held: count('held'),
    capped: count('capped'),
  };
}

export async function runMonth(settings: MonthSettings): Promise<MonthResult> {
  const { people, days, dataDir, print } = settings;
  const clock = makeMovingClock(settings.scratch);
  const env = { ...clock.env, LIMITS: JSON.stringify(LIMITS), TRUSTED_PROXY_HEADER: ADDRESS_HEADER };
  const start = (): Promise<TestServer> => startServer({ port: settings.port, dataDir, env });
  let server = await start();
  let kills = 0;
  const kill = async (): Promise<void> => {
    await server.kill9();
    server = await start();
    kills += 1;
  };
  const random = makeRandom(settings.seed);
  const startMs = (Math.ceil(Date.now() / DAY_MS) + 1) * DAY_MS;
  const world: World = {
    settings,
    random,
    clients: makeClients(server.origin),
    members: [],
    late: [],
    codes: new Map(),
    chances: new Map(),
    credits: story.creditsOf(days),
    startMs,
    differences: [],
    nowMs: clock.nowMs,
  };
  const arrivals = Math.ceil(people / (days * HOURS.length));

  /** People who come at one moment. @param isKilled  the server is killed under them */
  async function moment(atMs: number, isKilled: boolean): Promise<void> {
    const fresh: Member[] = [];
    for (let at = 0; at < arrivals && world.members.length < people; at += 1) fresh.push(newMember(world));
    await inTurns(fresh, async (member) => {
      await world.clients.signUp(member);
      member.createdMs = clock.nowMs();
    });
    // Free days are for people without premium: the story has only such people arrive.
    const visitors = world.members.filter(({ hasArrived }) => random() < 0.85 / HOURS.length && hasArrived);
    const working = Promise.all([
      (async () => {
        for (const member of fresh) await welcome(world, member);
      })(),
      inTurns(
        visitors.filter((member) => !fresh.includes(member)),
        (member) => visit(world, member),
      ),
    ]);
    if (isKilled) await delay(random() * 600).then(kill);
    await working;
    if (clock.nowMs() - atMs > LONGEST_MS) throw new Error('the machine is too slow: a moment took four minutes');
  }

  try {
    await publish(world);
    for (let day = 0; day < days; day += 1) {
      const killedAt = Math.floor(random() * HOURS.length);
      for (const [at, hour] of HOURS.entries()) {
        const minute = FIRST_MINUTE + (day % SHIFTS) * SHIFT_MINUTES;
        const atMs = startMs + day * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS;
        clock.moveTo(atMs);
        await moment(atMs, at === killedAt);
      }
      print(`day ${day + 1}: ${world.members.length} people, ${world.clients.calls().all} calls`);
    }
    clock.moveTo(clock.nowMs() + 25 * HOUR_MS);
    await kill();
    await untilGiven(world);
    const left = await untilRecovered(dataDir);
    world.differences.push(...left.map((what) => `did not end: ${what}`));
    await checkLetters(world);
  } finally {
    await server.stop();
  }
  world.differences.push(...(await differencesIn(dataDir, world.members, world.credits)));
  const { objects, findings } = await auditFolder(dataDir, clock.nowMs);
  const violations = findings.map(({ invariant, kind, where, says }) => `${invariant} ${kind} in ${where}: ${says}`);
  return resultOf(world, kills, { objects, violations });
}
