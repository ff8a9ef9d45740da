/** The pages about storage without any script: what they show, and what their forms do. */

import { beforeAll, expect, test } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { sortKey } from '#shared/drive/names.ts';
import { ask, cookieOf, VISITOR } from '#test/contract/page-visits.ts';
import { visit } from '#test/contract/visit.ts';
import { freshName, makeFile, makeFolder, makePeople, ok, type Person, trash } from '#test/contract/world.ts';

interface Visitor extends Person {
  /** The session of a browser; '' for a visitor. */
  readonly cookie: string;
}

let alice: Visitor;
let bob: Visitor;

beforeAll(async () => {
  const people = await makePeople();
  const visit = async (person: Person): Promise<Visitor> => ({
    ...person,
    ...(await cookieOf(person.email, 'magpie-demo')),
  });
  alice = await visit(people.alice);
  bob = await visit(people.bob);
});

const page = async (person: Visitor, path: string, fields?: Record<string, string>): Promise<string> => {
  const answer = await ask(person, path, fields);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toContain('no-store');
  return answer.text();
};

const isTrashed = async (person: Person, id: string): Promise<boolean> => {
  const { files } = await ok(driveContract.list, {
    token: person.token,
    query: { parent_id: '*', limit: '1000', filters: JSON.stringify({ trashed: { eq: true } }) },
  });
  return files.some((file) => file.id === id);
};

test.each(['/drive/storage', '/drive/storage?kind=image', '/drive/duplicates', '/drive/duplicates?page=x'])(
  'the page of storage: %s leads a visitor to sign-in and back',
  async (path) => {
    const answer = await ask(VISITOR, path);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/auth?next=${encodeURIComponent(path)}`]);
  },
);

test('the storage page lists the largest files of all kinds or of one, trashes one and restores it', async () => {
  const folder = await makeFolder(alice, '', freshName('Holidays & more'));
  const name = `${freshName('<large>')}.jpg`;
  const id = await makeFile(alice, 'x'.repeat(5_000), name);
  await ok(driveContract.batchMove, { token: alice.token, body: { ids: [id], to: { parent_id: folder } } });
  const shown = await page(alice, '/drive/storage?kind=image');
  expect(shown).toContain(name.replace('<', '&lt;').replace('>', '&gt;'));
  expect(shown).toContain(`/drive/all/${folder}?action=highlight_files&amp;ids=${id}`);
  expect(await page(alice, '/drive/storage?kind=video')).not.toContain(id);
  const thrown = await page(alice, '/drive/storage?kind=image', { step: 'trash', ids: id });
  expect(thrown).toContain('data-done="trashed"');
  expect(await isTrashed(alice, id)).toBe(true);
  // Sent once more by a page that is out of date.
  expect(await page(alice, '/drive/storage', { step: 'trash', ids: id })).toContain('data-done="refused"');
  expect(await page(alice, '/drive/storage', { step: 'undo', ids: id })).toContain('data-done="undone"');
  expect(await isTrashed(alice, id)).toBe(false);
});

test('an invalid page token leads to the first page of the list', async () => {
  for (const [path, to] of [
    ['/drive/storage?kind=image&page=x', '/drive/storage?kind=image'],
    ['/drive/duplicates?page=x', '/drive/duplicates'],
  ] as const) {
    const answer = await ask(alice, path);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, to]);
  }
});

async function makeCopies(person: Person): Promise<string[]> {
  const text = `the same ${freshName()}`;
  const ids: string[] = [];
  for (const word of ['first', 'second', 'third']) ids.push(await makeFile(person, text, freshName(word)));
  return ids;
}

test('the duplicates page trashes all but the chosen file, and nothing when the page is out of date', async () => {
  const ids = await makeCopies(bob);
  const [first = '', second = '', third = ''] = ids;
  expect(await page(bob, '/drive/duplicates')).toContain(`value="${ids.join(',')}"`);
  const fields = { step: 'tidy', only: '0', 'ids-0': ids.join(','), 'keep-0': second };
  expect(await page(bob, '/drive/duplicates', fields)).toContain('data-done="trashed"');
  expect(await Promise.all(ids.map((id) => isTrashed(bob, id)))).toEqual([true, false, true]);
  await page(bob, '/drive/duplicates', { step: 'undo', ids: `${first},${third}` });
  expect(await Promise.all(ids.map((id) => isTrashed(bob, id)))).toEqual([false, false, false]);
  // Another tab trashes the file that was to stay: no copy is trashed.
  await trash(bob, second);
  expect(await page(bob, '/drive/duplicates', fields)).toContain('data-done="refused"');
  expect(await isTrashed(bob, first)).toBe(false);
});

test.each([
  ['a file that is no copy', 'keep-0', 'other'],
  ['nothing that stays', 'keep-0', ''],
  ['no group', 'only', '7'],
])('the page of duplicates refuses a form with %s', async (_, field, value) => {
  const ids = await makeCopies(bob);
  const other = await makeFile(bob, freshName('other bytes'));
  const fields: Record<string, string> = { step: 'tidy', only: '0', 'ids-0': ids.join(','), 'keep-0': ids[0] ?? '' };
  fields[field] = value === 'other' ? other : value;
  if (value === 'other') fields['ids-0'] = [...ids, other].join(',');
  expect(await page(bob, '/drive/duplicates', fields)).toContain('data-done="refused"');
  expect(await Promise.all(ids.map((id) => isTrashed(bob, id)))).toEqual([false, false, false]);
});

test('a form with more groups than a page has is refused before its groups are read', async () => {
  const ids = await makeCopies(bob);
  const fields: Record<string, string> = { step: 'tidy', only: '0' };
  for (let index = 0; index <= 100; index += 1) {
    fields[`ids-${index}`] = ids.join(',');
    fields[`keep-${index}`] = ids[0] ?? '';
  }
  expect(await page(bob, '/drive/duplicates', fields)).toContain('data-done="refused"');
  expect(await Promise.all(ids.map((id) => isTrashed(bob, id)))).toEqual([false, false, false]);
});

test('the storage pages refuse a form of another site', async () => {
  const answer = await visit('/drive/duplicates', {
    fields: { step: 'tidy' },
    headers: { 'sec-fetch-site': 'cross-site', cookie: bob.cookie },
  });
  expect(answer.status).toBe(403);
});

test('the trash shows the old folder and the days left of an item, in any order', async () => {
  const folder = await makeFolder(alice, '', freshName('Was here'));
  const inFolder = await makeFolder(alice, folder, freshName('inner'));
  const lost = await makeFolder(alice, folder, freshName('b'));
  await trash(alice, inFolder);
  await trash(alice, lost);
  const list = async (order: string) =>
    (
      await ok(driveContract.list, {
        token: alice.token,
        query: { parent_id: '*', limit: '1000', order, filters: JSON.stringify({ trashed: { eq: true } }) },
      })
    ).files;
  const [newest] = await list('mod_desc');
  expect(newest?.id).toBe(lost);
  expect(newest?.params).toMatchObject({ trash_days: '30' });
  expect(newest?.params['trash_home']).toMatch(/^Was here/);
  const names = (await list('name_desc')).map((file) => file.name);
  expect(names).toEqual(names.toSorted((a, b) => (sortKey(a) < sortKey(b) ? 1 : -1)));
  await trash(alice, folder);
  const after = (await list('mod_asc')).find((file) => file.id === lost);
  expect(after?.params).not.toHaveProperty('trash_home');
  const html = await (await ask(alice, '/drive/trash')).text();
  expect(html).toContain('deleted forever after 30 days');
});
