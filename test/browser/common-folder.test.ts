/** A person shares a folder with another one, on a phone and on a desktop, with and without script. */
import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { choose, expectSound, newFolder, openAs, openDrive, visit } from './browser.ts';

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');

const server = await sharedServer(ALICE, BOB);

test('a folder is shared from its menu, accepted on a phone, filled there, and taken away', async () => {
  const owner = await openDrive(server, ALICE.email);
  await newFolder(owner.page, 'Together');
  await choose(owner.page, 'Together', 'Share');
  await owner.page.getByRole('link', { name: 'Share with people' }).click();
  await owner.page.getByLabel('Email or user name').fill(BOB.email);
  await owner.page.getByLabel('Access').first().selectOption('editor');
  await owner.page.getByRole('button', { name: 'Invite' }).click();
  await owner.page.getByText('if there’s an account with this address').waitFor();
  await expectSound(owner);

  const guest = await visit({ width: 320, dark: true });
  const { page } = guest;
  await openAs(page, BOB.email, `${server.origin}/drive/common`);
  await page.waitForURL('**/drive/common');
  await page.getByText('Together').waitFor();
  await expectSound(guest);
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('link', { name: 'Together' }).click();
  await page.getByText('This folder is empty.').waitFor();
  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
  await page.getByLabel('Files to upload').setInputFiles([file]);
  await page.getByRole('link', { name: 'plan.txt' }).waitFor();
  await expectSound(guest);

  // A change of the owner is shown without a reload; a row in which the guest works stays as it is.
  await page.locator('[data-island="drive/common"][data-hydrated]').waitFor({ state: 'attached' });
  await page.locator('summary').filter({ hasText: 'plan.txt' }).click();
  const row = page.locator('[data-row]').filter({ hasText: 'plan.txt' });
  await row.getByLabel('New name').fill('half a name');
  const other = await owner.page.context().newPage();
  await other.goto(`${server.origin}/drive/all`);
  await other.getByRole('link', { name: 'Together' }).first().click();
  await other.getByRole('heading', { name: 'Together' }).waitFor();
  await newFolder(other, 'From the owner');
  await page.getByRole('link', { name: 'From the owner' }).waitFor();
  expect(await row.getByLabel('New name').inputValue()).toBe('half a name');
  await page.getByRole('link', { name: 'Move to…' }).click();
  await page.getByRole('heading', { name: 'Move “plan.txt” to' }).waitFor();
  await expectSound(guest);
  await page.getByRole('link', { name: 'From the owner' }).click();
  await page.getByRole('button', { name: 'Move here' }).click();
  await page.getByText('Moved', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'plan.txt' }).waitFor();

  await owner.page.reload();
  await owner.page.getByText('Has access', { exact: true }).waitFor();
  await owner.page.locator('summary').filter({ hasText: 'Transfer ownership' }).click();
  await expectSound(owner);
  await owner.page.getByRole('button', { name: 'Offer ownership' }).click();
  await owner.page.getByText('Ownership offered, not answered yet').waitFor();
  await page.goto(`${server.origin}/drive/common`);
  await page.getByText('wants to make you the owner').waitFor();
  await expectSound(guest);
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByText('Offer declined').waitFor();
  await page.getByRole('link', { name: 'Together' }).click();
  await page.getByRole('link', { name: 'From the owner' }).waitFor();
  await page.locator('[data-island="drive/common"][data-hydrated]').waitFor({ state: 'attached' });
  await owner.page.reload();
  await owner.page.getByRole('button', { name: `Remove ${BOB.email}` }).click();
  await owner.page.getByText('Access ended').waitFor();
  // The open page ends with the right.
  await page.getByRole('heading', { name: 'No longer shared with you' }).waitFor();
  // The browser notes that the page of an ended right is none: once when it is looked for, and once when it is shown.
  for (const complaint of guest.complaints.splice(0)) expect(complaint).toContain('404');
  await expectSound(guest);
  await page.goto(`${server.origin}/drive/common`);
  await page.getByText('Nothing is shared with you yet').waitFor();
  await expectSound(guest);
  expect(await page.locator('[data-place="common"]').getAttribute('aria-current')).toBe('page');
});
