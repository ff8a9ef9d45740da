import { expect, test } from 'vitest';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, signIn, untilAlive, visit } from './browser.ts';

const DIALOG = 'dialog:modal:has([data-auth])';
const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');
const CARLA = newPerson('Carla', { premium: true });

const server = await sharedServer(ALICE, BOB, CARLA);
const owner = await makeWireClient(server.origin).signIn(ALICE.email);
const shareUrl = `${server.origin}/s/${(await owner.share([await owner.put('for you.txt', 'come in')])).share_id}`;

test.each([
  { action: 'show_login', locale: 'en-US', width: 1440, dark: false },
  { action: 'login_required', locale: 'ja', width: 390, dark: true },
])('$action opens the dialog over a shared page in $locale, once', async ({ action, ...visitor }) => {
  const watched = await visit(visitor);
  const { page } = watched;
  await page.goto(`${shareUrl}?action=${action}&scene=invited`);
  const dialog = page.locator(DIALOG);
  await dialog.waitFor();
  expect(page.url()).toBe(`${shareUrl}?scene=invited`);
  expect(await dialog.locator('input[name=scene]').first().inputValue()).toBe('invited');
  await expectSound(watched);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('for you.txt').first().waitFor();

  await page.goto(`${shareUrl}?action=${action}`);
  await dialog.waitFor();
  await Promise.all([page.waitForEvent('load'), signIn(page, BOB.email)]);
  expect(page.url()).toBe(shareUrl);
  expect(await dialog.count()).toBe(0);

  // A person is signed in now, so a page of theirs asks for nothing.
  await page.goto(`${server.origin}/drive/all?action=${action}`);
  await page.waitForURL(`${server.origin}/drive/all`);
  await untilAlive(page);
  expect(await dialog.count()).toBe(0);
  expect(watched.complaints).toEqual([]);
});

test('a drive address with a login action leads through the sign-in page once', async () => {
  const watched = await visit();
  const { page } = watched;
  await page.goto(`${server.origin}/drive/all?action=login_required`);
  await page.waitForURL('**/auth?**');
  expect(await page.locator('dialog').count()).toBe(0);
  await signIn(page, CARLA.email);
  await page.waitForURL(`${server.origin}/drive/all`);
  await untilAlive(page);
  expect(await page.locator(DIALOG).count()).toBe(0);
  expect(watched.complaints).toEqual([]);
});

test.each(['show_task', 'search', ''])('the action %j is none of it', async (action) => {
  const { page } = await visit();
  await page.goto(`${shareUrl}?action=${action}`);
  await page.getByText('for you.txt').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.locator('dialog').count()).toBe(0);
  expect(page.url()).toBe(`${shareUrl}?action=${action}`);
});
