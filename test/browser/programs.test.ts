/** Connecting a program by hand: a folder is chosen, the app password is shown once, works, and ends; the same without script. */
import { expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, visit } from './browser.ts';

const ANNA = newPerson('Anna');
const ERIK = newPerson('Erik');
const LARS = newPerson('Lars');

const server = await sharedServer(ANNA, ERIK, LARS);

const PROGRAMS = '/drive/account/programs';
const APP_PASSWORD = /^mgp-[a-z2-7]{30}-[a-z2-7]{34}$/;

/** Makes a folder by the API. */
async function makeFolder(email: string, name: string): Promise<void> {
  const json = { 'content-type': 'application/json' };
  const login = { client_id: 'cli', username: email, password: 'magpie-demo' };
  const signed = await fetch(`${server.origin}/v1/auth/signin`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(login),
  });
  const bearer = ((await signed.json()) as { access_token: string }).access_token;
  const made = await fetch(`${server.origin}/drive/v1/files`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ kind: 'drive#folder', name, parent_id: '' }),
  });
  expect(made.status).toBe(200);
}

test('a person connects a program to one folder, sees the app password once, and ends it', async () => {
  await makeFolder(ANNA.email, 'Scans');
  const watched = await visit();
  const { page, complaints } = watched;
  await openAs(page, ANNA.email, `${server.origin}${PROGRAMS}`);
  await page.getByText('No program is connected yet.').waitFor();
  await expectSound(watched);

  await page.getByLabel('Name of the program').fill('Scanner');
  await page.getByLabel('Read only').check();
  await page.getByLabel('Ends').selectOption('30');
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  await page.getByRole('button', { name: 'Scans' }).click();
  await page.getByRole('navigation', { name: 'Path' }).getByText('Scans').waitFor();
  await expectSound(watched);
  await page.getByRole('button', { name: 'Use “Scans”' }).click();
  await page.getByText('Only the folder “Scans”').waitFor();
  expect(await page.getByLabel('Name of the program').inputValue()).toBe('Scanner');
  expect(await page.getByLabel('Read only').isChecked()).toBe(true);

  await page.getByLabel('Current password').fill('not this one');
  await page.getByLabel('Current password').press('Enter');
  await page.getByText('Wrong password').waitFor();
  // The browser logs the status of the refusal.
  complaints.length = 0;
  await page.getByLabel('Current password').fill('magpie-demo');
  // The Enter key makes the password: it does not press the button before, which chooses a folder.
  await page.getByLabel('Current password').press('Enter');
  await page.getByRole('heading', { name: 'App password for Scanner' }).waitFor();
  await page.getByRole('img', { name: 'QR code of the app password' }).waitFor();
  await page.getByRole('img', { name: 'QR code that connects a phone app' }).waitFor();
  const shown = await page.locator('dd code').allTextContents();
  expect(shown.slice(0, 2)).toEqual([`${server.contentOrigin}/dav/`, ANNA.email]);
  expect(shown[2]).toMatch(APP_PASSWORD);
  await page.getByText('Sync clients', { exact: true }).click();
  expect(await page.locator('#connect-sync code').first().textContent()).toBe(server.contentOrigin);
  await page.getByText('rclone', { exact: true }).click();
  expect(await page.locator('#connect-rclone code').first().textContent()).toContain(` pass=${shown[2]} `);
  await expectSound(watched);

  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByText('Read only · Folder “Scans”', { exact: false }).waitFor();
  expect(await page.content()).not.toContain(shown[2]);
  await page.goto(`${server.origin}/drive/account`);
  await page.locator('#programs').getByText('Scanner').waitFor();
  await expectSound(watched);
  await page.goto(`${server.origin}${PROGRAMS}`);
  await page.getByText('End Scanner').click();
  await page.getByRole('button', { name: 'End this password' }).click();
  await page.getByText('The app password has ended.').waitFor();
  await page.getByText('No program is connected yet.').waitFor();
});

test('an app password is made without script', async () => {
  const { page } = await visit({ script: false });
  await openAs(page, ERIK.email, `${server.origin}${PROGRAMS}`);
  await page.locator('input[name=name]').fill('Phone');
  await page.locator('button[name=open]').click();
  await page.locator('button[name=use]').first().click();
  await page.locator('input[name=password]').fill('magpie-demo');
  await page.locator('button[value=make]').last().click();
  await page.getByRole('heading', { name: 'App password for Phone' }).waitFor();
  expect((await page.locator('dd code').allTextContents())[2]).toMatch(APP_PASSWORD);
});

test('a lock that a program left behind is shown to its owner, who releases it', async () => {
  const watched = await visit();
  const { page } = watched;
  await openAs(page, LARS.email, `${server.origin}${PROGRAMS}`);
  await page.getByLabel('Name of the program').fill('Office');
  await page.getByLabel('Current password').fill('magpie-demo');
  await page.getByLabel('Current password').press('Enter');
  await page.getByRole('heading', { name: 'App password for Office' }).waitFor();
  const [address, , password] = await page.locator('dd code').allTextContents();
  const authorization = `Basic ${btoa(`${LARS.email}:${password}`)}`;
  const at = (method: string, body?: string) =>
    fetch(`${address}letter.txt`, { method, headers: { authorization }, ...(body === undefined ? {} : { body }) });
  expect((await at('PUT', 'Dear Anna')).status).toBe(201);
  const locked = await at(
    'LOCK',
    '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype><owner>Lars</owner></lockinfo>',
  );
  expect(locked.status).toBe(200);
  expect((await at('PUT', 'Dear Erik')).status).toBe(423);

  await page.goto(`${server.origin}${PROGRAMS}`);
  await page.getByText('Office · Lars · until', { exact: false }).waitFor();
  await expectSound(watched);
  await page.getByRole('button', { name: 'Release letter.txt' }).click();
  await page.getByText('The lock is released.').waitFor();
  expect(await page.getByText('Files in use').count()).toBe(0);
  expect((await at('PUT', 'Dear Erik')).status).toBe(204);
});

test('the page of programs is sound on a narrow dark page in Russian, with every card open', async () => {
  const watched = await visit({ width: 320, dark: true, locale: 'ru' });
  const { page } = watched;
  await openAs(page, ERIK.email, `${server.origin}${PROGRAMS}`);
  for (const card of await page.locator('details[id^=connect-] summary').all()) await card.click();
  await expectSound(watched);
});
