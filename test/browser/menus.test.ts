/** Menus with the longest labels of all languages, in Chromium. */
import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openDrive } from './browser.ts';

const ALICE = newPerson('Alice');

const server = await sharedServer(ALICE);

await (await makeWireClient(server.origin).signIn(ALICE.email)).put('note.txt', 'A');

const heightOf = async (item: Locator) => (await item.boundingBox())?.height;

test('the longest label of a menu and its shortcut are one line', async () => {
  const watched = await openDrive(server, ALICE.email, { locale: 'ru' }, '/drive/all?view=list');
  const { page } = watched;
  await page.getByRole('button', { name: 'note.txt', exact: true }).click({ button: 'right' });
  const [first, starred] = ['Скачать', 'Добавить в избранное'].map((name) => page.getByRole('menuitem', { name }));
  if (!first || !starred) throw new Error('no menu');
  await starred.getByText('Shift+S', { exact: true }).waitFor();
  expect(await heightOf(starred)).toBe(await heightOf(first));
  await expectSound(watched);
});
