/** The sharer's name on links: chosen in the link dialog or on the account page, read by visitors. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { choose, expectSound, newFolder, openAs, openDrive, visit } from './browser.ts';

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');
const CARLA = newPerson('Carla');
const OLGA = newPerson('Olga', { operator: true });

const server = await sharedServer(ALICE, BOB, CARLA, OLGA);

/** Opens the link dialog for a new folder. */
async function openLinkDialog(page: Page, folder: string): Promise<void> {
  await newFolder(page, folder);
  await choose(page, folder, 'Share');
}

const linkAddress = (page: Page) => page.getByRole('dialog').getByLabel('Link', { exact: true }).inputValue();

/** The text of the page of a link, as a visitor without an account reads it. */
async function visitorText(address: string): Promise<string> {
  return (await (await fetch(address)).text()).replaceAll('<!-- -->', '');
}

/** A link to a new folder, made without a page. @returns its address */
async function linkOfProgram(username: string): Promise<string> {
  const person = await makeWireClient(server.origin).signIn(username);
  return (await person.share([await person.makeFolder('From a program')], { pass_code_option: undefined })).share_url;
}

test('the first link settles the proposed name that its dialog shows, and visitors read it on the open and the locked page', async () => {
  const watched = await openDrive(server, ALICE.email);
  const { page } = watched;
  const dialog = page.getByRole('dialog');
  await openLinkDialog(page, 'Open house');
  const line = dialog.getByText(/^Shown to recipients as /);
  const name = ((await line.textContent()) ?? '').replace('Shown to recipients as ', '');
  expect(name).toMatch(/^Alice/);
  await expectSound(watched);
  await dialog.getByRole('button', { name: 'Copy link', exact: true }).click();
  const open = await linkAddress(page);
  expect(await visitorText(open)).toContain(`Shared by ${name}`);
  expect(await line.textContent()).toContain(name);
  await expectSound(watched);

  await dialog.getByText('Settings', { exact: true }).click();
  await dialog.getByRole('switch', { name: 'Passcode' }).click();
  await dialog.getByText('Saved', { exact: true }).waitFor();
  expect(await visitorText(open)).toContain(`${name} protected this link`);
});

test('a link of a program stays masked, and the list of links asks its owner once, without script too', async () => {
  const { page, complaints } = await visit({ width: 390, script: false });
  await openAs(page, CARLA.email, `${server.origin}/drive/shares`);
  await page.waitForURL(/\/drive\/shares/);
  const question = page.getByText(/Recipients see \S*\*\*\S* until/);
  expect(await question.count()).toBe(0);
  const made = await linkOfProgram(CARLA.email);
  expect(await visitorText(made)).toMatch(/Shared by \S*\*\*/);
  await page.reload();
  await question.waitFor();
  await page.getByRole('button', { name: /^Use “Carla/ }).click();
  await page
    .getByRole('status')
    .getByText(/^Saved\./)
    .waitFor();
  expect(await question.count()).toBe(0);
  await page.reload();
  expect(await question.count()).toBe(0);
  await expect.poll(() => visitorText(made)).toContain('Shared by Carla');
  expect(complaints).toEqual([]);
});

test('a refused name is explained at its field, a failed save retains the typed text, and a typed name is saved with the link', async () => {
  const watched = await openDrive(server, BOB.email);
  const { page, context } = watched;
  const dialog = page.getByRole('dialog');
  await openLinkDialog(page, 'Bobs things');
  const change = dialog.getByRole('button', { name: 'Change: Name on shared links' });
  await change.click();
  const field = dialog.getByLabel('Name on shared links', { exact: true });
  expect(await field.inputValue()).toMatch(/^Bob/);
  await field.fill(BOB.email);
  await field.press('Enter');
  await dialog.getByText('Choose a name without an email address or an @ sign.').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  watched.complaints.length = 0;
  await expectSound(watched);

  await context.setOffline(true);
  await field.fill('Robert');
  await field.press('Enter');
  await dialog.locator('input[aria-invalid=true]').waitFor();
  expect(await field.inputValue()).toBe('Robert');
  await context.setOffline(false);
  watched.complaints.length = 0;

  await field.fill('Robert of the Hill');
  await dialog.getByRole('button', { name: 'Copy link', exact: true }).click();
  const address = await linkAddress(page);
  await dialog.getByText('Shown to recipients as Robert of the Hill').waitFor();
  expect(await visitorText(address)).toContain('Shared by Robert of the Hill');
});

test('the name on links is set on the account page without script, and only from that page', async () => {
  const { page, context, complaints } = await visit({ width: 390, script: false });
  await openAs(page, OLGA.email, `${server.origin}/drive/account`);
  await page.waitForURL(/\/drive\/account/);
  const forms = page.locator('form:has(input[name=step][value=sender])');
  const field = forms.locator('input[name=sender]:not([type=hidden])');
  const shown = async () => (await page.locator('#profile').textContent()) ?? '';
  expect(await field.inputValue()).toBe('');
  expect(await shown()).toMatch(/Recipients see \S*\*\* until|Recipients see \S*\*\*\S* until/);
  // The second form takes the name of the profile.
  await forms.nth(1).getByRole('button').click();
  await page.waitForURL(/done=sender/);
  const suggested = await field.inputValue();
  expect(suggested).not.toBe('');
  expect(await forms.count()).toBe(1);

  await field.fill(OLGA.email);
  await forms.getByRole('button').click();
  await page.locator('input[name=sender][aria-invalid=true]').waitFor();
  expect(await field.inputValue()).toBe(OLGA.email);
  complaints.length = 0;

  const forged = await context.request.post(`${server.origin}/drive/account`, {
    form: { step: 'sender', sender: 'Mallory' },
    headers: { origin: 'https://evil.example' },
  });
  expect(forged.status()).toBe(403);

  await field.fill('');
  await forms.getByRole('button').click();
  await page.waitForURL(/done=sender/);
  expect(await field.inputValue()).toBe('');
  expect(await shown()).not.toContain('Mallory');
  expect(complaints).toEqual([]);
});
