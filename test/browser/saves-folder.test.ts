/** The folder that saves from links go to: drawn with a label, renamed by its stored name, and found by it on the wire. */
import { expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { choose, expectSound, newFolder, openDrive, untilAlive } from './browser.ts';

const LABEL = 'Saved from links';

const ALICE = newPerson('Alice');

const server = await sharedServer(ALICE);

test('the folder for saves shows its label in rows, path, picker, search and messages until it is renamed', async () => {
  const watched = await openDrive(server, ALICE.email);
  const { page } = watched;
  await newFolder(page, 'Pack From Shared', LABEL);
  await page.getByRole('link', { name: LABEL, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: LABEL }).waitFor();
  await expect.poll(() => page.title()).toContain(LABEL);
  await newFolder(page, 'Inner place');
  await page.getByRole('link', { name: 'Inner place' }).click();
  await page.getByRole('heading', { level: 1, name: 'Inner place' }).waitFor();
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: LABEL }).waitFor();
  await page.reload();
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: LABEL }).waitFor();
  await expectSound(watched);

  // A search finds stored names and shows the path with the label.
  await page.goto(`${server.origin}/drive/search?q=Inner`);
  await page.getByText(`All files / ${LABEL}`).first().waitFor();

  await page.goto(`${server.origin}/drive/all`);
  await untilAlive(page);
  await newFolder(page, 'Trip');
  await choose(page, 'Trip', 'Move');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(LABEL, { exact: true }).click();
  await expectSound(watched);
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await page.locator('.toast').filter({ hasText: LABEL }).waitFor();

  await choose(page, LABEL, 'Rename');
  const field = page.getByLabel('New name');
  expect(await field.inputValue()).toBe('Pack From Shared');
  await field.fill('Mine');
  await field.press('Enter');
  await page.getByRole('link', { name: 'Mine', exact: true }).waitFor();
  expect(await page.getByText(LABEL, { exact: true }).count()).toBe(0);
});
