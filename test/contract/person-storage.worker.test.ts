/** Storage and groups that operators set, by the page and by the console. */
import { expect, test } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { GIB } from '#shared/units.ts';
import { newcomer } from './cases/newcomer.ts';
import { ask, cookieOf, formOf, html } from './page-visits.ts';
import { env, ORIGIN, runningServer } from './send.ts';
import { makePeople, ok } from './world.ts';

async function onConsole(path: string, body: object) {
  const headers = { host: new URL(ORIGIN).host, 'x-magpie-internal': env.INTERNAL_TOKEN };
  const request = new Request(`${ORIGIN}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const response = await runningServer(request);
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

test('the storage of a person is set, also lower, shown and unset; of two operators at once the later one looks again', async () => {
  const { olga } = await makePeople();
  const cookie = await cookieOf(olga.email, 'magpie-demo');
  const { userId, token } = await newcomer();
  const here = `/ops/people?person=${userId}`;
  const limitGb = async () => Number((await ok(driveContract.about, { token })).quota.limit) / GIB;
  const free = await limitGb();
  const first = formOf(await html(cookie, here), 'Set storage');
  const press = async (form: Record<string, string>, more: Record<string, string>) =>
    (await ask(cookie, '/ops/people', { ...form, step: 'quota', reason: 'Because', ...more })).status;

  for (const gb of ['', 'many', '-1', '1.2345']) expect([gb, await press(first, { gb })]).toEqual([gb, 400]);
  expect(await press(first, { gb: '1.5', reason: '' })).toBe(400);
  expect(await limitGb()).toBe(free);
  expect(await press(first, { gb: '1.5' })).toBe(303);
  expect(await press(first, { gb: '1.5' })).toBe(303);
  expect(await limitGb()).toBe(1.5);
  // The page of another operator was opened before.
  const second = { ...first, key: 'f'.repeat(32) };
  expect(await press(second, { gb: '9' })).toBe(400);
  expect(await limitGb()).toBe(1.5);

  const page = await html(cookie, here);
  expect(page).toContain('Set to 1.5 GB');
  expect(page).toContain('without an end');
  expect(await press(formOf(page, 'Unset storage'), {})).toBe(303);
  expect(await limitGb()).toBe(free);
  const { acts } = (await onConsole('/_internal/config/log', { limit: 10 })).answer as {
    acts: { act: string; note: string }[];
  };
  expect(acts.filter(({ note }) => note.startsWith(userId)).map(({ act, note }) => [act, note.slice(28)])).toEqual([
    ['person_storage_set', 'the usual amount: Because'],
    ['person_storage_set', '1.5 GB: Because'],
  ]);
});

test('the console sets storage with an end, and a group that the document has', async () => {
  const { userId, token } = await newcomer();
  const limitGb = async () => Number((await ok(driveContract.about, { token })).quota.limit) / GIB;
  const act = (name: string, more: object) =>
    onConsole('/_internal/people/act', { person: userId, act: name, reason: 'Because', ...more });
  expect((await act('group', { group: 'nothing' })).status).toBe(404);
  const groups = [{ id: 'design', name: 'Design', storageBytes: 2 * GIB, mailDomains: [] }];
  const text = JSON.stringify({ groups });
  expect(
    (await onConsole('/_internal/config/publish', { name: 'groups', text, base_version: 0, note: '' })).status,
  ).toBe(200);
  await expect.poll(async () => (await act('group', { group: 'design' })).status).toBe(200);
  expect(await limitGb()).toBe(2);
  expect((await act('quota', { bytes: 3 * GIB, ends: '2026-01-01T00:00:00.000Z' })).status).toBe(400);
  const ends = new Date(Date.now() + 86_400_000).toISOString();
  expect((await act('quota', { bytes: 3 * GIB, ends })).status).toBe(200);
  expect(await limitGb()).toBe(3);
  const { answer } = await onConsole('/_internal/people/show', { person: userId });
  expect(answer).toMatchObject({ quota: { bytes: 3 * GIB, ends }, group: 'design' });
  const inGroup = async () => (await onConsole('/_internal/people/find', { group: 'design', order: 'largest' })).answer;
  await expect.poll(inGroup).toMatchObject({ people: [{ id: userId, group: 'design' }] });
  const cookie = await cookieOf((await makePeople()).olga.email, 'magpie-demo');
  const page = await html(cookie, '/ops/groups');
  expect(page).toContain('1 person · 2 GB for each');
  expect(page).toContain('href="/ops/people?group=design&amp;order=largest"');
  expect(await html(cookie, '/ops/people?group=design&order=largest')).toContain(userId);
});
