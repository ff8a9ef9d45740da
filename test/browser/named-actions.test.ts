/** Named actions of addresses and links: over files, as dialogs, signed in and out; the feedback form; the flags of the layout. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openDrive, signIn, untilAlive, type Visitor, visit } from './browser.ts';

const ALICE = newPerson('Alice');
const CARLA = newPerson('Carla', { premium: true });
const OLGA = newPerson('Olga', { operator: true });

const server = await sharedServer(ALICE, CARLA, OLGA);
const wire = makeWireClient(server.origin);
const alice = await wire.signIn(ALICE.email);

const folderId = await alice.makeFolder('Letters');
const ids = await Promise.all(['one.txt', 'two.txt', 'three.txt'].map((name) => alice.put(name, name, folderId)));

async function open(visitor: Visitor, address: string, who = ALICE.email) {
  return openDrive(server, who, visitor, address);
}

const dialog = (page: Page) => page.locator('dialog:modal');
const close = async (page: Page) => {
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
};
const go = async (page: Page, query: string) => {
  await page.goto(`${server.origin}/drive/all?${query}`);
  await untilAlive(page);
};

test('a link to a file opens its folder, marks it and shows it, once; several are marked; feedback are searched for', async () => {
  const watched = await open({}, '/drive/all');
  const { page } = watched;
  await go(page, `action=open_file&id=${ids[1]}`);
  await page.waitForURL(`${server.origin}/drive/all/${folderId}?preview=${ids[1]}`);
  await page.getByRole('dialog', { name: 'Viewer' }).getByRole('heading', { name: 'two.txt' }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(`${server.origin}/drive/all/${folderId}`);
  await page.locator(`[data-row="${ids[1]}"][data-selected]`).waitFor();
  await page.reload();
  await untilAlive(page);
  await page.locator(`[data-row="${ids[1]}"]`).waitFor();
  expect(await page.locator('[data-row][data-selected]').count()).toBe(0);

  await go(page, `action=highlight_files&ids=${ids[0]},${ids[2]}`);
  for (const id of [ids[0], ids[2]]) await page.locator(`[data-row="${id}"][data-selected]`).waitFor();
  expect(await page.locator('[data-row][data-selected]').count()).toBe(2);
  await go(page, 'action=search&q=three');
  await page.waitForURL('**/drive/search?q=three');
  await page.locator(`[data-row="${ids[2]}"]`).waitFor();
  expect(await page.locator('[data-row]').count()).toBe(1);
  await go(page, `action=move_files&ids=${ids[0]},${ids[1]}`);
  await dialog(page).getByText('Letters').waitFor();
  await expectSound(watched);
  await close(page);
  await go(page, 'action=dance');
  await page.waitForLoadState('networkidle');
  expect(await dialog(page).count()).toBe(0);
});

test('dialogs of actions open over the page, absent features are not offered, the narrow menu is remembered', async () => {
  const watched = await open({ dark: true }, '/drive/all');
  const { page } = watched;
  const side = page.locator('#sidebar');
  // A feature that this drive lacks is offered nowhere, and its action opens nothing.
  await go(page, 'action=show_popup_window');
  await page.waitForURL(`${server.origin}/drive/all`);
  expect(await dialog(page).count()).toBe(0);
  await page.goto(`${server.origin}/drive/all?action=show_invite_dialog`);
  await page.waitForURL(`${server.origin}/referral`);
  expect(await page.getByText('Your invitation link').isVisible()).toBe(true);
  await page.goto(`${server.origin}/drive/all`);
  await go(page, 'action=open_redeem_box');
  await dialog(page).getByLabel('Gift code').fill('no code');
  await dialog(page).getByRole('button', { name: 'Redeem' }).click();
  await dialog(page).getByText('This code isn’t valid').waitFor();
  // The browser logs the refused call.
  expect(watched.complaints.splice(0)).toEqual([expect.stringContaining('400')]);
  await expectSound(watched);
  await close(page);
  await go(page, 'action=show_traffic_dialog');
  await dialog(page).getByText('Downloads per month').waitFor();
  await expectSound(watched);
  await close(page);
  // The page of tasks replaces the list as soon as the script runs.
  await page.goto(`${server.origin}/drive/all?action=show_task&id=Vsome`);
  await page.waitForURL(`${server.origin}/drive/tasks?task=Vsome#task-Vsome`);
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  await go(page, 'action=create_task');
  await dialog(page).getByRole('button', { name: 'Check links' }).waitFor();
  await dialog(page).getByRole('radio', { name: 'Another folder' }).check();
  await dialog(page).getByRole('group', { name: 'Folders' }).getByRole('radio', { name: 'Letters' }).check();
  await expectSound(watched);
  await close(page);
  expect(await side.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/en-US/help-center');
  await side.getByRole('link', { name: 'Account settings' }).waitFor();
  expect(await page.locator('a[href="/ops"]').count()).toBe(0);

  const before = await page.locator('header').boundingBox();
  await go(page, 'action=show_storage_dialog');
  await dialog(page).getByRole('link', { name: 'Open trash' }).waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
  expect((await page.locator('header').boundingBox())?.width).toBe(before?.width);
  await close(page);

  await side.getByRole('button', { name: 'Collapse sidebar' }).click();
  const narrow = page.locator('[data-shell][data-sidebar="narrow"]');
  await narrow.waitFor();
  await page.reload();
  await narrow.waitFor();
  await untilAlive(page);
  await expectSound(watched);
  // An action that names the sidebar shows it in full again.
  await go(page, 'action=show_mobile_sidebar');
  await page.locator('[data-shell]:not([data-sidebar])').waitFor();
});

test('on a phone an action opens the sidebar, and the guide greets a person with free days once', async () => {
  const watched = await open({ width: 320, locale: 'ja' }, '/drive/all?action=show_mobile_sidebar');
  const { page, context } = watched;
  await page.locator('#sidebar:popover-open').waitFor();
  await expectSound(watched);
  await page.waitForURL(`${server.origin}/drive/all`);
  await context.addCookies([
    { name: 'pp_new_user', value: 'true', url: server.origin, sameSite: 'Strict', secure: true },
    { name: 'pp_free_days', value: '7', url: server.origin, sameSite: 'Strict', secure: true },
  ]);
  await page.reload();
  await dialog(page).getByRole('heading', { name: 'Magpie へようこそ' }).waitFor();
  await expectSound(watched);
  await close(page);
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('pp_new_user');
  await page.reload();
  await untilAlive(page);
  await page.waitForLoadState('networkidle');
  expect(await dialog(page).count()).toBe(0);
});

test('feedback is retained while there is no network, and reaches the operators', async () => {
  const watched = await open({ width: 390, locale: 'ru', dark: true }, '/drive/all?action=open_feedback');
  const { page, context } = watched;
  const feedback = 'Кнопка не нажимается';
  const box = dialog(page).locator('textarea');
  await box.fill(feedback);
  await expectSound(watched);
  const send = dialog(page).locator('button[type=submit]');
  await context.setOffline(true);
  await send.click();
  await dialog(page).locator('[role=alert]').waitFor();
  expect(await box.inputValue()).toBe(feedback);
  await context.setOffline(false);
  await close(page);
  await go(page, 'action=open_feedback');
  await expect.poll(() => box.inputValue()).toBe(feedback);
  await send.click();
  await dialog(page).getByText('Сообщение отправлено').waitFor();
  const olga = await wire.signIn(OLGA.email);
  const { body } = await wire.call('GET', '/v1/ops/messages', { token: olga.token });
  const own = body['messages'].filter((one: { user_id: string }) => one.user_id === alice.userId);
  expect(own).toMatchObject([{ kind: 'feedback', topic: 'problem', message: feedback, user_id: alice.userId }]);
});

test('without script the form is a page of its own', async () => {
  const { page } = await visit({ script: false });
  await page.goto(`${server.origin}/drive/feedback`);
  await page.waitForURL('**/auth?**');
  await signIn(page, CARLA.email);
  await page.locator('textarea').fill('No script here.');
  await page.locator('form:has(textarea) button[type=submit]').click();
  await page.waitForURL('**/drive/feedback?sent');
});

test('a visitor signs in first, on the way or over the page, and the action continues', async () => {
  const { page, context } = await visit();
  await page.goto(`${server.origin}/drive/all?action=show_storage_dialog`);
  await signIn(page, ALICE.email);
  await dialog(page).getByRole('link', { name: 'Open trash' }).waitFor();
  await page.waitForURL(`${server.origin}/drive/all`);
  await close(page);

  // The session ends on the server while the page is open.
  const cookies = await context.cookies();
  await page.request.post(`${server.origin}/auth/sign-out`, { headers: { origin: server.origin } });
  await page.evaluate(() => localStorage.removeItem('credentials_web'));
  expect(cookies.length).toBeGreaterThan(0);
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = '/drive/all?action=show_storage_dialog';
    document.body.append(link);
    link.click();
  });
  await page.locator('dialog:has([data-auth])').waitFor();
  await signIn(page, ALICE.email);
  await dialog(page).getByRole('link', { name: 'Open trash' }).waitFor();
  await expect.poll(() => page.locator('dialog:has([data-auth])').count()).toBe(0);
});
