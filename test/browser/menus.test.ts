/** Menus with the longest labels of all languages, in Chromium. */
import type { Locator } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, launch, openAs, visit } from './browser.ts';

const ALICE = newPerson('Alice');

const server = await sharedServer(ALICE);
const browser = await launch();

beforeAll(async () => {
  const client = makeWireClient(server.origin);
  const { token } = await client.signIn(ALICE.email);
  await client.call('POST', '/drive/v1/uploads', { token, query: { name: 'note.txt' }, bytes: new Uint8Array([65]) });
});

const heightOf = async (item: Locator) => (await item.boundingBox())?.height;

test('the longest label of a menu and its shortcut are one line', async () => {
  const watched = await visit(browser, { locale: 'ru' });
  const { page } = watched;
  await openAs(page, ALICE.email, `${server.origin}/drive/all?view=list`);
  await page.locator('[data-island="drive/browser"][data-hydrated]').waitFor();
  await page.getByRole('button', { name: 'note.txt', exact: true }).click({ button: 'right' });
  const [first, starred] = ['Скачать', 'Добавить в избранное'].map((name) => page.getByRole('menuitem', { name }));
  if (!first || !starred) throw new Error('no menu');
  await starred.getByText('Shift+S', { exact: true }).waitFor();
  expect(await heightOf(starred)).toBe(await heightOf(first));
  await expectSound(watched);
  await watched.context.close();
});
