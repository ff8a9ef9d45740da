/** Compares a state folder with the story: ledgers, decisions about invitations, and the notifications of rewards. */
import { isDeepStrictEqual } from 'node:util';
import { entriesOf } from '#scripts/audit/member-checks.ts';
import { copyState, hasTable, type ObjectCopy, rowsOf } from '#scripts/audit/state-copy.ts';
import { type Credits, type Member, rewardsOf } from '#test/seed/rewards-story.ts';

interface InvitedRow {
  readonly user_id: string;
  readonly state: string;
  readonly reason: string;
}

const text = (value: unknown): string => JSON.stringify(value);

function rewardsIn(object: ObjectCopy | undefined): Record<string, number> {
  const entries = object ? entriesOf(object).filter(({ source }) => source === 'activity') : [];
  const held = Object.fromEntries(entries.map(({ key, item }) => [key, item?.days ?? 0]));
  // Two entries of one key would be one here.
  if (Object.keys(held).length !== entries.length) held['entries'] = entries.length;
  return held;
}

function invitedIn(object: ObjectCopy | undefined): Record<string, string> {
  if (!object || !hasTable(object.db, 'invited')) return {};
  const rows = rowsOf<InvitedRow>(object.db, 'SELECT user_id, state, reason FROM invited');
  return Object.fromEntries(rows.map(({ user_id, state, reason }) => [user_id, `${state} ${reason}`]));
}

function rungIn(drive: ObjectCopy | undefined): number {
  return drive ? rowsOf(drive.db, "SELECT 1 FROM bell WHERE kind = 'reward-granted'").length : 0;
}

function differencesOf(member: Member, credits: Credits, find: (of: string, name: string) => ObjectCopy | undefined) {
  const object = find('MemberObject', member.userId);
  const expected = rewardsOf(member, credits);
  const judged = Object.fromEntries(member.came.map(({ by, state, reason }) => [by.userId, `${state} ${reason}`]));
  const granted = member.came.filter(({ state }) => state === 'granted').length;
  const pairs: [what: string, held: unknown, rules: unknown][] = [
    ['rewards', rewardsIn(object), expected],
    ['invitations', invitedIn(object), judged],
    ['notifications of rewards', rungIn(find('DriveObject', member.userId)), granted],
  ];
  return pairs
    .filter(([, held, rules]) => !isDeepStrictEqual(held, rules))
    .map(([what, held, rules]) => `${member.email}: ${what} are ${text(held)}, the rules give ${text(rules)}`);
}

/** @param dataDir  of a stopped server. @returns one line for each difference */
export async function differencesIn(dataDir: string, members: readonly Member[], credits: Credits): Promise<string[]> {
  const state = await copyState(dataDir);
  try {
    const objects = new Map(state.objects.map((each) => [`${each.className} ${each.name}`, each]));
    return members.flatMap((member) =>
      differencesOf(member, credits, (className, name) => objects.get(`${className} ${name}`)),
    );
  } finally {
    state.close();
  }
}
