/** The storage page: the largest files, and freeing space: with script and without, by mouse, by keys alone, on a phone. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, untilAlive, type Visitor, visit, type Watched } from './browser.ts';

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');
const OLGA = newPerson('Olga', { operator: true });

const server = await sharedServer(ALICE, BOB, OLGA);

async function enter(username: string, path: string, visitor: Visitor = {}): Promise<Watched> {
  const watched = await visit(visitor);
  await openAs(watched.page, username, `${server.origin}${path}`);
  await watched.page.waitForURL((url) => url.pathname === path);
  return watched;
}

/** Files of one person in a folder of their own, by name and content. */
async function fill(username: string, folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const wire = makeWireClient(server.origin);
  const person = await wire.signIn(username);
  const folderId = await person.makeFolder(folder);
  for (const [name, text] of Object.entries(files)) await person.put(name, text, folderId);
}

const toast = (page: Page, kind: string) => page.locator(`.toast[data-done="${kind}"]`);
const group = (page: Page, at: number) => page.locator(`#group-${at}`);

test('the largest files are found from the sidebar, one is trashed and restored, copies are cleaned up by keys alone', async () => {
  await fill(ALICE.email, 'Room', {
    'large.jpg': 'j'.repeat(60_000),
    'small.mp4': 'v'.repeat(9_000),
    'twin a.txt': 'twin'.repeat(900),
    'twin b.txt': 'twin'.repeat(900),
    'pair a.zip': 'pair'.repeat(2_000),
    'pair b.zip': 'pair'.repeat(2_000),
  });
  const watched = await enter(ALICE.email, '/drive/all');
  const { page } = watched;
  await page.locator('aside a[href="/drive/storage"]').click();
  await page.getByRole('heading', { level: 1, name: 'Storage' }).waitFor();
  await expectSound(watched);
  // An upload starts from here too: in the drive, which opens the file picker at once.
  await page.getByRole('link', { name: 'Upload', exact: true }).click();
  const asked = page.getByRole('dialog', { name: 'Upload' }).getByRole('button', { name: 'Upload files' });
  await expect.poll(() => asked.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(page.url()).toBe(`${server.origin}/drive/all`);
  await expectSound(watched);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), asked.click()]);
  expect(chooser.isMultiple()).toBe(true);
  await page.goBack();
  await page
    .getByRole('link', { name: /^Images/ })
    .first()
    .click();
  await page.waitForURL(/kind=image/);
  expect(await page.locator('#largest li').allTextContents()).toEqual([expect.stringContaining('large.jpg')]);
  await page.getByRole('button', { name: 'Move large.jpg to trash' }).click();
  await toast(page, 'trashed').waitFor();
  await expectSound(watched);
  await toast(page, 'trashed').getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'undone').waitFor();
  // The name leads to its folder, where it is marked.
  await page.getByRole('link', { name: 'large.jpg' }).click();
  await page.getByRole('heading', { name: 'Room' }).waitFor();
  await page.locator('[data-row][data-selected]').filter({ hasText: 'large.jpg' }).waitFor();

  await page.goto(`${server.origin}/drive/duplicates`);
  await group(page, 1).waitFor();
  await expectSound(watched);
  expect(await group(page, 0).textContent()).toContain('pair a.zip');
  const [oldest, newer] = await group(page, 1).getByRole('radio').all();
  await oldest?.focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => newer?.isChecked()).toBe(true);
  // Enter in a choice chooses nothing else: no group is sent by it.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('value'))).toBe('1');
  await page.keyboard.press('Enter');
  await toast(page, 'trashed').waitFor();
  expect(await page.locator('main').textContent()).not.toContain('twin');
  await page.getByRole('button', { name: 'Move all copies on this page to trash' }).click();
  await page.getByRole('heading', { name: 'No duplicates' }).waitFor();
  await expectSound(watched);
  await toast(page, 'trashed').getByRole('button', { name: 'Undo' }).click();
  await group(page, 0).waitFor();

  // The trash shows time left and original folder, sorts, and names the folder of a restored file.
  await page.goto(`${server.origin}/drive/trash?view=list`);
  await untilAlive(page);
  const gone = page.locator('[data-row]').filter({ hasText: 'twin a.txt' });
  expect(await gone.textContent()).toContain('All files / Room');
  expect(await gone.textContent()).toContain('in 30 days');
  await expectSound(watched);
  await gone.getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Restore' }).click();
  await page.locator('.toast').getByText('“twin a.txt” restored to “Room”.').waitFor();
});

test('on a phone without script, in another language, copies are cleaned up and restored; an empty drive says so', async () => {
  await fill(BOB.email, 'Телефон', { 'а.txt': 'same bytes', 'б.txt': 'same bytes' });
  const { page, context, complaints } = await enter(BOB.email, '/drive/duplicates', {
    width: 320,
    locale: 'ru',
    dark: true,
    script: false,
  });
  await group(page, 0).getByRole('radio').nth(1).check();
  await group(page, 0).locator('button[type=submit]').click();
  await toast(page, 'trashed').waitFor();
  await page.getByRole('heading', { name: 'Дубликатов нет' }).waitFor();
  await toast(page, 'trashed').locator('button').click();
  await toast(page, 'undone').waitFor();
  await group(page, 0).waitFor();
  await page.goto(`${server.origin}/drive/storage`);
  expect(await page.locator('#largest li').count()).toBe(2);
  expect(complaints).toEqual([]);
  await context.close();

  const empty = await enter(OLGA.email, '/drive/storage', { width: 390, locale: 'ja' });
  await empty.page.getByRole('heading', { name: 'まだストレージを使用していません' }).waitFor();
  await expectSound(empty);
});
