/** The page of one's own links, with a script and without. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { choose, expectSound, launch, openAs, openDrive, untilAlive, visit } from './browser.ts';

const ALICE = newPerson('Alice');

const server = await sharedServer(ALICE);
const browser = await launch();

/** Makes a link to a new folder, with a message to its visitors. @returns its address */
async function makeLink(page: Page, folder: string, note: string): Promise<string> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New folder' }).click();
  await dialog.getByLabel('Folder name').fill(folder);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await choose(page, folder, 'Share');
  await dialog.getByText('Settings', { exact: true }).click();
  await dialog.getByLabel('Message to visitors').fill(note);
  await dialog.getByRole('button', { name: 'Copy link', exact: true }).click();
  const address = await dialog.getByLabel('Link', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'QR code' }).click();
  await dialog.getByRole('img', { name: address }).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return address;
}

const textOf = async (address: string) => (await fetch(address)).text();

test('an owner finds a link, changes it, stops it and opens it again, and visitors see each at once', async () => {
  const watched = await openDrive(server, ALICE.email);
  const { page, context } = watched;
  const [first, second] = [await makeLink(page, 'Open house', 'Come <b>in</b>'), await makeLink(page, 'Taxes', '')];
  expect(await textOf(first)).toContain('Come &lt;b&gt;in&lt;/b&gt;');

  await page.getByRole('link', { name: 'My links' }).click();
  const ready = () => untilAlive(page, 'drive/shares');
  await ready();
  await expectSound(watched);
  // Two links need no search; its address works all the same.
  expect(await page.getByLabel('Search by title or file name').count()).toBe(0);
  await page.goto(`${server.origin}/drive/shares?q=HOUSE`);
  await ready();
  await expect.poll(() => page.locator('[data-link]').count()).toBe(1);
  await page.getByRole('link', { name: 'Open house' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Settings', { exact: true }).click();
  await dialog.getByLabel('Title', { exact: true }).fill('Sunday');
  await dialog.getByLabel('View only').check();
  await dialog.getByRole('heading', { name: 'Sunday' }).waitFor();
  await dialog.getByText('Saved', { exact: true }).waitFor();
  await expectSound(watched);
  const shown = await textOf(first);
  expect(shown).toContain('Sunday');
  expect(shown).toContain('View only');
  expect(shown).not.toContain('value="save"');

  await page.goto(`${server.origin}/drive/shares`);
  await ready();
  await page.getByLabel('Select all').check();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('Links turned off.').waitFor();
  expect((await fetch(first)).status).toBe(410);
  expect((await fetch(second)).status).toBe(410);

  // Without script: plain forms, as a browser sends them.
  const plain = await browser.newContext({ storageState: await context.storageState(), javaScriptEnabled: false });
  const form = await plain.newPage();
  await form.goto(`${server.origin}/drive/shares?state=DELETED`);
  expect(await form.locator('[data-link]').count()).toBe(2);
  await form.getByRole('checkbox', { name: 'Select Taxes' }).check();
  await form.getByRole('button', { name: 'Turn on' }).click();
  await form.getByText('Links turned on.').waitFor();
  expect((await fetch(second)).status).toBe(200);
  expect((await fetch(first)).status).toBe(410);
  const csv = await plain.request.get(`${server.origin}/drive/shares/export`);
  const lines = (await csv.text()).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('"Taxes"');
  await form.goto(`${server.origin}/drive/shares`);
  await form.getByRole('checkbox', { name: 'Select Taxes' }).check();
  await form.getByRole('button', { name: 'Delete' }).click();
  await form.getByText('Delete 1 link?').waitFor();
  expect((await fetch(second)).status).toBe(200);
  await form.getByRole('button', { name: 'Delete' }).first().click();
  await form.getByText('Links deleted.').waitFor();
  expect((await fetch(second)).status).toBe(410);
});

test('the statistics of a link open from its details, on a phone in the dark, and need no script', async () => {
  const watched = await visit({ width: 320, dark: true });
  const { page, context } = watched;
  await openAs(page, ALICE.email, `${server.origin}/drive/shares`);
  await untilAlive(page, 'drive/shares');
  await page.getByRole('link', { name: 'Sunday' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Statistics' }).click();
  await page.getByRole('heading', { name: 'Statistics', exact: true }).waitFor();
  await page.getByRole('img', { name: /^Views: / }).waitFor();
  await expectSound(watched);
  const plain = await browser.newContext({ storageState: await context.storageState(), javaScriptEnabled: false });
  const still = await plain.newPage();
  await still.goto(page.url());
  await still.getByRole('link', { name: '90 days' }).click();
  await still.waitForURL('**/statistics?days=90');
  expect(await still.locator('tbody tr').count()).toBe(90);
});
