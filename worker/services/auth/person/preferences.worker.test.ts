import { expect, it } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { MAX_SETTING_CHARS, MAX_SETTINGS } from '#shared/auth/preferences.contract.ts';
import { newPerson } from '#test/contract/cases/codes.cases.ts';
import { send } from '#test/contract/send.ts';
import { ok } from '#test/contract/world.ts';

const PASSWORD = 'a password of the test';

async function someone(): Promise<string> {
  const { email } = await newPerson();
  const body = { client_id: 'cli', username: email, password: PASSWORD };
  return (await ok(authContract.signIn, { body })).access_token;
}

it('a very deeply nested setting is refused as too long', async () => {
  const token = await someone();
  const deep = 200_000;
  const body = `{"items":{"deep":${'['.repeat(deep)}${']'.repeat(deep)}}}`;
  const answer = await send(authContract.saveSettings, { token, body });
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_argument' })]);
});

const save = (token: string, items: unknown) => send(authContract.saveSettings, { token, body: { items } });
const read = async (token: string, items = '') => (await ok(authContract.settings, { token, query: { items } })).items;

it('stored settings come back by name, a null removes one, and other names keep their values', async () => {
  const token = await someone();
  await save(token, { bookmark: [1, { a: 'é' }], theme: 'dark' });
  expect(await read(token)).toEqual({ bookmark: [1, { a: 'é' }], theme: 'dark' });
  await save(token, { theme: null, order: 'name_asc' });
  expect(await read(token)).toEqual({ bookmark: [1, { a: 'é' }], order: 'name_asc' });
  expect(await read(token, 'order|nothing')).toEqual({ order: 'name_asc' });
});

it('settings of one person are not those of another', async () => {
  const [mine, theirs] = [await someone(), await someone()];
  await save(mine, { bookmark: 'mine' });
  expect(await read(theirs)).toEqual({});
});

it.each([
  ['a value that is too long', { long: 'x'.repeat(MAX_SETTING_CHARS) }],
  ['too many names', Object.fromEntries(Array.from({ length: MAX_SETTINGS + 1 }, (_, n) => [`n${n}`, n]))],
  ['a name with a space', { 'a b': 1 }],
])('settings: %s is refused and changes nothing', async (_what, items) => {
  const token = await someone();
  await save(token, { stored: 1 });
  const answer = await save(token, items);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: 'invalid_argument' });
  expect(await read(token)).toEqual({ stored: 1 });
});
