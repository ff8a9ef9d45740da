/** A person collects files by a link; people without an account send them, with and without script. */
import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { makeWireClient, type Person, sha256 } from '#test/flow/wire-client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { choose, expectSound, newFolder, openAs, openDrive, visit } from './browser.ts';

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');

const server = await sharedServer(ALICE, BOB);

const text = (name: string, letters = 'hello') => ({ name, mimeType: 'text/plain', buffer: Buffer.from(letters) });

/** @returns the address of a new link of a new folder, and the page of its owner */
async function collecting(folder: string) {
  const watched = await openDrive(server, ALICE.email);
  const { page } = watched;
  await newFolder(page, folder);
  await choose(page, folder, 'Share');
  await page.getByRole('link', { name: 'Collect files' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByText('The link is ready.').waitFor();
  await expectSound(watched);
  return { watched, address: await page.getByRole('textbox', { name: 'Link' }).inputValue() };
}

async function folderOf(person: Person, name: string): Promise<string> {
  const { body } = await person.get('/drive/v1/files', { parent_id: '' });
  return body.files.find((each: { name: string }) => each.name === name).id;
}

test('a visitor sends several files, reads the receipt, and takes them back', async () => {
  const { watched: owner, address } = await collecting('Papers');
  const watched = await visit({ width: 390, dark: true });
  const { page } = watched;
  await page.goto(address);
  await page.getByRole('heading', { name: 'Papers' }).waitFor();
  const field = page.getByLabel('Files');
  await expect.poll(() => field.evaluate((input: HTMLInputElement) => input.multiple)).toBe(true);
  await page.getByLabel('Your name').fill('Ann');
  await field.setInputFiles([text('one.txt'), text('two.txt'), text('three.txt')]);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: '3 files received' }).waitFor();
  await expectSound(watched);
  await owner.page.reload();
  await owner.page.getByText('3 files').waitFor();
  await page.getByRole('button', { name: 'Take 3 files back' }).click();
  await page.getByRole('heading', { name: 'No files were received' }).waitFor();
  await owner.page.reload();
  await owner.page.getByText('0 files').waitFor();
});

test('without script a visitor sends a file on a small phone, and a closed link says so', async () => {
  const { watched: owner, address } = await collecting('Letters');
  const watched = await visit({ width: 320, locale: 'ru', script: false });
  const { page } = watched;
  await page.goto(address);
  await page.getByLabel('Файлы').setInputFiles(text('письмо.txt'));
  await page.getByRole('button', { name: 'Отправить' }).click();
  await page.getByRole('heading', { name: 'Получен 1 файл' }).waitFor();
  await page.getByText('письмо.txt').waitFor();
  expect(watched.complaints).toEqual([]);
  await owner.page.getByText('Change or close').click();
  await owner.page.getByRole('button', { name: 'Close link' }).click();
  await owner.page.getByText('Closed · 1 file').waitFor();
  // A page of a link may be a second old.
  const closed = page.getByRole('heading', { name: 'Эта ссылка закрыта' });
  await expect.poll(() => page.goto(address).then(() => closed.count())).toBe(1);
});

test('60 MB go on after a cut connection and a closed tab, and arrive whole', async () => {
  const { watched: owner, address } = await collecting('Recordings');
  const folder = scratchFolder();
  const file = path.join(folder, 'talk.bin');
  const bytes = randomBytes(60 * 2 ** 20);
  writeFileSync(file, bytes);
  const { page, context, complaints } = await visit({ timeZone: 'Asia/Tokyo' });
  const stored = new Set<string>();
  const partOf = (url: string) => /\/parts\/(\d+)$/.exec(url)?.[1];
  const watch = (tab: Page, parts: Set<string>) =>
    tab.on('response', (answer) => {
      const part = partOf(answer.url());
      if (part !== undefined && answer.ok()) parts.add(part);
    });
  watch(page, stored);
  await page.goto(address);
  await page.getByLabel('Your name').fill('Grandma');
  await page.getByLabel('Files').setInputFiles(file);
  // Before its script is here, the form is sent as a whole.
  await page.getByRole('button', { name: 'Remove: talk.bin' }).waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => stored.size).toBeGreaterThan(0);
  await context.setOffline(true);
  for (const part of ['[data-row-say]', '[data-offline]'])
    await page.locator(part, { hasText: 'Waiting for connection' }).waitFor();
  // One more part arrives, and the rest waits: the page is closed amid the file.
  let passed = 0;
  await page.route(
    (url) => partOf(url.href) !== undefined,
    (route) => (passed++ === 0 ? route.continue() : undefined),
  );
  await context.setOffline(false);
  const before = stored.size;
  await expect.poll(() => stored.size).toBeGreaterThan(before);
  await page.close();
  // A connection that was cut is an error of the console.
  expect(complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);

  const later = await context.newPage();
  const rest = new Set<string>();
  watch(later, rest);
  await later.goto(address);
  await later.getByText('Choose this file again to continue').waitFor();
  expect(await later.getByLabel('Your name').inputValue()).toBe('Grandma');
  await later.getByLabel('Files').setInputFiles(file);
  await later.getByText('Choose this file again to continue').waitFor({ state: 'hidden' });
  expect(await later.locator('[data-row-say]').textContent()).toMatch(/^\d+%$/);
  await later.getByRole('button', { name: 'Send', exact: true }).click();
  await later.getByRole('heading', { name: '1 file received' }).waitFor();
  expect([...stored].filter((part) => rest.has(part))).toEqual([]);
  await owner.page.reload();
  await owner.page.getByRole('heading', { name: 'Received files' }).waitFor();
  await owner.page.getByText('talk.bin').waitFor();
  const wire = makeWireClient(server.origin);
  const alice = await wire.signIn(ALICE.email);
  const found = await alice.get('/drive/v1/files', { parent_id: await folderOf(alice, 'Recordings') });
  const [{ id }] = found.body.files;
  const { body } = await alice.get(`/drive/v1/files/${id}`);
  expect(sha256((await wire.download(body.web_content_link)).bytes)).toBe(sha256(bytes));
});

test('the list of files works by keys: a file is taken out, and the field opens by the zone', async () => {
  const { address } = await collecting('By keys');
  const watched = await visit({ width: 390 });
  const { page } = watched;
  await page.goto(address);
  // The files come first, in the order of keys too.
  const fields = page.locator('form[data-collect] :is([type="file"], [name="visitor"])');
  const namesOf = () => fields.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).name));
  await expect.poll(namesOf).toEqual(['file', 'visitor']);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByText('Choose files').click()]);
  await chooser.setFiles([text('one.txt'), text('two.txt')]);
  await page.getByRole('button', { name: 'Remove: one.txt' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('one.txt').waitFor({ state: 'hidden' });
  // The focus stays in the list.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Remove: two.txt');
  await expectSound(watched);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { name: '1 file received' }).waitFor();
});

test('a visitor who signs in after sending finds the files in the account, and takes them back there', async () => {
  const { address } = await collecting('Kept');
  const { page, complaints } = await visit({ width: 390 });
  await page.goto(address);
  await page.getByLabel('Files').setInputFiles(text('kept.txt'));
  await page.getByRole('button', { name: 'Remove: kept.txt' }).waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { name: '1 file received' }).waitFor();
  await page.getByRole('link', { name: 'Sign in to keep this receipt' }).click();
  await openAs(page, BOB.email, `${server.origin}/drive/sent`);
  await page.getByText('kept.txt').waitFor();
  await page.getByRole('button', { name: 'Take 1 file back' }).click();
  await page.getByText('Taken back').waitFor();
  expect(complaints).toEqual([]);
});
