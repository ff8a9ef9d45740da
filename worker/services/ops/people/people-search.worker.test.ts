/** The list of people and its index: what a search finds, in which order, and how many rows it reads. */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import type { PeopleOrder } from '#shared/ops/people.ts';
import type { Env } from '#worker/env.ts';
import { makeDatabase } from '#worker/platform/d1/database.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { ListedPerson } from '#worker/services/auth/index.ts';
import { ADMIN_MIGRATIONS } from '../admin.migrations.ts';
import { measureNext, measurePerson } from './measure.ts';
import { deleteNotNoted, fillPeople, NO_ORDINAL, putGone, putPerson, sumGroups } from './people.store.ts';
import { listPeople } from './people.ts';

const { ADMIN } = env as unknown as Env;
let rowsRead = 0;

/** Counts the rows that its reads read. */
const counted = {
  prepare(sql: string) {
    const statement = ADMIN.prepare(sql);
    const bind = (...values: unknown[]) => {
      const bound = ADMIN.prepare(sql).bind(...values);
      const all = async () => {
        const answer = await ADMIN.prepare(sql)
          .bind(...values)
          .all();
        rowsRead += answer.meta.rows_read;
        return answer;
      };
      return Object.assign(bound, { all });
    };
    return Object.assign(statement, { bind });
  },
  batch: (statements: D1PreparedStatement[]) => ADMIN.batch(statements),
} as unknown as D1Database;

const admin = makeDatabase(counted, ADMIN_MIGRATIONS);
/** Other files have people in the list: a word that only those of the test have. */
let mark = '';
let createdMs = 1e12;

beforeEach(() => {
  mark = newHexId(6);
  createdMs += 10_000;
});

function person(more: Partial<ListedPerson> = {}): ListedPerson {
  const userId = `V${newHexId(12)}`;
  const facts = { name: `Ann ${mark}`, email: '', phone: '', status: 'ACTIVE', held: '', role: '' as const };
  return { userId, ...facts, createdMs: createdMs++, endsMs: 0, changes: 1, ...more };
}

const put = (...people: ListedPerson[]) => admin.batch(people.map((each) => putPerson(each, 1, false)));

async function find(term: string, { status = '', group = '', order = 'newest' as PeopleOrder, pageToken = '' } = {}) {
  rowsRead = 0;
  const { people, nextPageToken } = await listPeople({ admin }, { term, status, group, order, pageToken });
  return { ids: people.map(({ userId }) => userId), nextPageToken };
}
const idsOf = async (term: string, status = '') => (await find(term, { status })).ids;

it('operators alone are found, by a part of their name too, without a look at the others', async () => {
  const others = Array.from({ length: 40 }, () => person());
  const [first, second] = [person({ role: 'all' }), person({ role: 'all', status: 'BLOCKED', name: 'Bea' })];
  // Other files have operators in the list, pages of them.
  await find('', { status: 'OPERATOR' });
  const rowsBefore = rowsRead;
  await put(...others, first, second, person({ role: 'all', status: 'CLOSED' }));
  let page = await find('', { status: 'OPERATOR' });
  expect(rowsRead - rowsBefore).toBeLessThan(others.length);
  const all = [...page.ids];
  while (page.nextPageToken !== '') {
    page = await find('', { status: 'OPERATOR', pageToken: page.nextPageToken });
    all.push(...page.ids);
  }
  const own = new Set([...others, first, second].map(({ userId }) => userId));
  expect(all.filter((id) => own.has(id))).toEqual([second.userId, first.userId]);
  expect(await idsOf(`ann ${mark}`, 'OPERATOR')).toEqual([first.userId]);
  expect(await idsOf(second.userId, 'OPERATOR')).toEqual([second.userId]);
  // Words in any order.
  expect(await idsOf(`${mark} ann`, 'OPERATOR')).toEqual([first.userId]);
  expect((await idsOf(`${mark} ann`)).length).toBeGreaterThan(30);
  expect(await idsOf(`${mark} zzz ann`)).toEqual([]);
});

it('a part of a name, an address, a number or an id finds a person, in any case and without marks', async () => {
  const one = person({ name: `Zoë Müller-${mark}`, email: `zoe.m+x@${mark}.example.org`, phone: `+4930${mark}` });
  await put(one, person());
  for (const term of [
    `müller-${mark}`,
    `MULLER-${mark}`,
    `ler-${mark.slice(0, 9)}`,
    `zoë müller-${mark}`,
    `  Zoe   Muller-${mark} `,
    `m+x@${mark}`,
    `${mark} zoë`,
    `${mark}.EXAMPLE`,
    `4930${mark}`,
    one.userId,
    one.userId.toLowerCase(),
    one.userId.slice(3),
  ])
    expect([term, await idsOf(term)]).toEqual([term, [one.userId]]);
  for (const term of [`muller${mark}`, `zoë" OR "${mark}`, `${mark}\0`, '%%%', '"""', `${mark} AND`])
    expect([term, (await idsOf(term)).includes(one.userId)]).toEqual([term, term === `${mark}\0`]);
});

it('a person is found by the letters that people type', async () => {
  const one = person({ name: `Łukasz O’Ñandú ${mark} Ёлкин サトウ` });
  await put(one);
  for (const term of [`lukasz o'nandu ${mark}`, `${mark} ёлкин`, `${mark} елкин`, 'елкин さとう', 'サトウ', 'ЁЛ'])
    expect([term, (await idsOf(term)).includes(one.userId)]).toEqual([term, true]);
});

it('people who were listed before there was a key for finding are found as before, and by it after a step', async () => {
  const one = person({ name: `Łukasz ${mark}`, role: 'all' });
  await put(one);
  await admin.run('UPDATE people SET search_text = ? WHERE user_id = ?', `łukasz ${mark}\n\n`, one.userId);
  await admin.run("DELETE FROM marks WHERE name = 'people_found'");
  for (const status of ['', 'OPERATOR']) expect(await idsOf(`ŁUKASZ ${mark}`, status)).toEqual([one.userId]);
  expect(await idsOf(`lukasz ${mark}`)).toEqual([]);
  const filledTo = async () =>
    (await admin.first<{ value: number }>("SELECT value FROM marks WHERE name = 'people_found'"))?.value;
  while ((await filledTo()) !== NO_ORDINAL) await fillPeople({ admin });
  for (const status of ['', 'OPERATOR'])
    for (const name of ['ŁUKASZ', 'lukasz']) expect(await idsOf(`${name} ${mark}`, status)).toEqual([one.userId]);
});

it('one or two characters find the words that begin with them', async () => {
  const [one, other] = [person({ name: `山田 太郎 ${mark}` }), person({ name: `Xq${mark} Ann` })];
  await put(one, other);
  for (const [term, ids] of [
    ['山田', [one.userId]],
    ['太', [one.userId]],
    ['田', []],
    ['xq', [other.userId]],
  ] as const)
    expect([term, (await idsOf(term)).filter((id) => [one.userId, other.userId].includes(id))]).toEqual([term, ids]);
});

it('an entry that changes, ends or is deleted is found by its newest facts alone', async () => {
  const one = person({ name: `before ${mark}` });
  await put(one);
  await put({ ...one, name: `after ${mark}`, status: 'BLOCKED', changes: 3 });
  await put({ ...one, name: `late ${mark}`, changes: 2 });
  expect([await idsOf(`before ${mark}`), await idsOf(`late ${mark}`)]).toEqual([[], []]);
  expect([await idsOf(`after ${mark}`), await idsOf(mark, 'BLOCKED'), await idsOf(mark, 'ACTIVE')]).toEqual([
    [one.userId],
    [one.userId],
    [],
  ]);
  await admin.batch([putGone(one.userId, 1)]);
  expect([await idsOf(mark), await idsOf(one.userId)]).toEqual([[], []]);
  const two = person();
  await admin.batch([putPerson(two, -5, false)]);
  expect(await idsOf(mark)).toEqual([two.userId]);
  expect(await deleteNotNoted(admin, -1)).toBe(1);
  expect(await idsOf(mark)).toEqual([]);
});

it('any number of deleted accounts is noted, also beside those that an earlier version gave a place', async () => {
  const ids = Array.from({ length: 1_001 }, () => `V${newHexId(12)}`);
  await admin.run(
    `INSERT INTO people (user_id, name, email, phone, search_text, status, held, role, created_ms, ends_ms, changes, noted_ms, ordinal)
      SELECT value, '', '', '', '', 'CLOSED', '', '', 0, 0, 1, 1, key FROM json_each(?)`,
    JSON.stringify(ids),
  );
  const one = person();
  await put(one);
  await admin.batch([putGone(one.userId, 1), putGone(ids[7] ?? '', 1), putGone(`V${newHexId(12)}`, 1)]);
  expect(await idsOf(mark)).toEqual([]);
  // A late copy of a deleted account is refused; a rebuild that finds the account lists it again.
  await put(one);
  expect(await idsOf(mark)).toEqual([]);
  await admin.batch([putPerson(one, 1, true)]);
  expect(await idsOf(mark)).toEqual([one.userId]);
  await admin.run("DELETE FROM people WHERE status = 'CLOSED' AND ordinal < 1001");
});

it('pages are in the order of the accounts, newest first, also of those of one moment, and read what they show', async () => {
  const people = Array.from({ length: 120 }, (_, at) =>
    person({ createdMs: createdMs + (at >> 1), status: at % 3 === 0 ? 'FROZEN' : 'ACTIVE' }),
  );
  for (let at = 0; at < people.length; at += 20) await put(...people.slice(at, at + 20));
  const expected = people.map(({ userId }) => userId).toReversed();
  const walk = async (term: string, status = '') => {
    const all: string[] = [];
    for (let pageToken = ''; ; ) {
      const { ids, nextPageToken } = await find(term, { status, pageToken });
      // The index, the place of the row, and the row; a last page may be empty.
      expect(rowsRead).toBeLessThanOrEqual(3 * ids.length + 1);
      all.push(...ids);
      if (nextPageToken === '') return all;
      pageToken = nextPageToken;
    }
  };
  expect(await walk(mark)).toEqual(expected);
  const frozen = people.filter(({ status }) => status === 'FROZEN').map(({ userId }) => userId);
  expect(await walk(mark, 'FROZEN')).toEqual(frozen.toReversed());
  const own = new Set(expected);
  expect((await walk('', 'FROZEN')).filter((id) => own.has(id))).toEqual(frozen.toReversed());
  expect((await walk('')).filter((id) => own.has(id))).toEqual(expected);
  expect(await idsOf(`${mark}-of-none`)).toEqual([]);
  expect(rowsRead).toBeLessThanOrEqual(1);
  await expect(find('', { pageToken: 'noise' })).rejects.toMatchObject({ errorName: 'invalid_argument' });
});

it('the largest come first, in pages that read what they show, also of people of one size, one status or one group', async () => {
  const people = Array.from({ length: 120 }, (_, at) => person({ status: at % 3 === 0 ? 'FROZEN' : 'ACTIVE' }));
  for (let at = 0; at < people.length; at += 20) await put(...people.slice(at, at + 20));
  // Larger than all of other files.
  const sizes = new Map(people.map(({ userId }, at) => [userId, 2 ** 44 + (at % 4)]));
  const space = { trashBytes: 0, versionBytes: 0, reservedBytes: 0, limitBytes: 0, groupId: mark };
  const drive = {
    deskSpace: (userId: string) => Promise.resolve({ ...space, usageBytes: sizes.get(userId) ?? 0 }),
  };
  for (const { userId } of people) await measurePerson({ admin, drive, clock: { nowMs: () => 1 } }, userId);
  const expected = people
    .toReversed()
    .toSorted((one, other) => (sizes.get(other.userId) ?? 0) - (sizes.get(one.userId) ?? 0))
    .map(({ userId }) => userId);
  const walk = async (query: { term?: string; status?: string; group?: string }, isBounded: boolean) => {
    const all: string[] = [];
    for (let pageToken = ''; ; ) {
      const { ids, nextPageToken } = await find(query.term ?? '', { ...query, order: 'largest', pageToken });
      if (isBounded) expect(rowsRead).toBeLessThanOrEqual(3 * ids.length + 1);
      all.push(...ids);
      if (nextPageToken === '' || all.length >= people.length) return all;
      pageToken = nextPageToken;
    }
  };
  expect((await walk({}, true)).slice(0, people.length)).toEqual(expected);
  expect(await walk({ group: mark }, true)).toEqual(expected);
  expect(await walk({ term: mark }, false)).toEqual(expected);
  const frozen = new Set(people.filter(({ status }) => status === 'FROZEN').map(({ userId }) => userId));
  const own = (await walk({ status: 'FROZEN' }, true)).filter((id) => frozen.has(id));
  expect(own).toEqual(expected.filter((id) => frozen.has(id)));
  expect(await walk({ status: 'FROZEN', group: mark }, false)).toEqual(own);
  expect((await find('', { group: mark })).ids).toEqual(
    people
      .slice(-50)
      .map(({ userId }) => userId)
      .toReversed(),
  );
  const sums = await sumGroups(admin);
  expect(sums.get(mark)).toEqual({ people: 120, usedBytes: [...sizes.values()].reduce((sum, size) => sum + size, 0) });
  await admin.batch(people.map(({ userId }) => putGone(userId, 1)));
  expect((await sumGroups(admin)).has(mark)).toBe(false);
});

it('a round of the schedule asks every drive once an hour, also after one that fails', async () => {
  let nowMs = 1e12;
  const asked: string[] = [];
  const deskSpace = (userId: string) => {
    asked.push(userId);
    return userId === people[0]?.userId ? Promise.reject(new Error('no answer')) : Promise.resolve(null);
  };
  const deps = { admin, clock: { nowMs: () => nowMs }, drive: { deskSpace } };
  const people = Array.from({ length: 20 }, () => person());
  await put(...people);
  await admin.run("DELETE FROM marks WHERE name LIKE 'people_measured%'");
  const round = async () => {
    for (let steps = 0; steps < 50; steps += 1) {
      const before = asked.length;
      await measureNext(deps);
      if (asked.length === before) break;
    }
    return asked.splice(0);
  };
  const all = await round();
  expect(new Set(all).size).toBe(all.length);
  for (const { userId } of people) expect(all).toContain(userId);
  expect(await round()).toEqual([]);
  nowMs += 3_600_000;
  expect((await round()).length).toBe(all.length);
});
