/** A guest sends a large file into a folder of another person: through a cut connection and a reload; and without script. */
import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { makeWireClient, sha256 } from '#test/flow/wire-client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, visit } from './browser.ts';

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');
const MIB = 2 ** 20;

const server = await sharedServer(ALICE, BOB);
const wire = makeWireClient(server.origin);
const owner = await wire.signIn(ALICE.email);
const guest = await wire.signIn(BOB.email);

/** A folder of Alice that Bob edits. @returns its id and the address of Bob's page of it */
async function folderInCommon(name: string) {
  const folderId = await owner.makeFolder(name);
  const { body } = await owner.post('/drive/v1/common/grants', {
    file_id: folderId,
    person: BOB.email,
    role: 'editor',
  });
  const id: string = body.grant_id;
  const accept = () =>
    wire.call('PATCH', `/drive/v1/common/folders/${id}`, {
      token: guest.token,
      body: { answer: 'accepted' },
    });
  await expect.poll(async () => (await accept()).status).toBe(200);
  return { folderId, address: `${server.origin}/drive/common/${id}` };
}

function watchParts(page: Page, parts: Set<string>): void {
  page.on('response', (answer) => {
    const part = /\/parts\/(\d+)$/.exec(answer.url())?.[1];
    if (part !== undefined && answer.ok()) parts.add(part);
  });
}

test('104 MiB of a guest go on after a cut connection and a reload, and arrive whole in the folder of the owner', async () => {
  const { folderId, address } = await folderInCommon('Films');
  const folder = scratchFolder();
  const file = path.join(folder, 'film.bin');
  const bytes = randomBytes(104 * MIB);
  writeFileSync(file, bytes);
  const watched = await visit({ width: 320 });
  const { page, context, complaints } = watched;
  const stored = new Set<string>();
  watchParts(page, stored);
  await openAs(page, BOB.email, address);
  await page.getByRole('heading', { name: 'Films' }).waitFor();
  await page.locator('[data-sending-drop]').waitFor();
  await expectSound(watched);
  const field = page.getByLabel('Files to upload');
  await expect.poll(() => field.evaluate((input: HTMLInputElement) => input.multiple)).toBe(true);
  await field.setInputFiles(file);
  await page.getByRole('button', { name: 'Remove: film.bin' }).waitFor();
  await expect.poll(() => stored.size).toBeGreaterThan(0);
  await context.setOffline(true);
  await page.locator('[data-row-say]', { hasText: 'Waiting for connection' }).waitFor();
  await context.setOffline(false);
  const before = stored.size;
  await expect.poll(() => stored.size).toBeGreaterThan(before);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  const arrived = [...stored];
  const waiting = page.getByText('Choose this file again to continue');
  await waiting.waitFor();
  await expectSound({ ...watched, complaints: [] });
  const rest = new Set<string>();
  watchParts(page, rest);
  await field.setInputFiles(file);
  await waiting.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'film.bin' }).waitFor();
  expect(arrived.filter((part) => rest.has(part))).toEqual([]);
  // A connection that was cut is an error of the console.
  expect(complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  const found = await owner.get('/drive/v1/files', { parent_id: folderId });
  const [{ id }] = found.body.files;
  const { body } = await owner.get(`/drive/v1/files/${id}`);
  expect(sha256((await makeWireClient(server.origin).download(body.web_content_link)).bytes)).toBe(sha256(bytes));
});

test('the same file is sent once more after it arrived, and one that is removed on its way is given up', async () => {
  const { folderId, address } = await folderInCommon('Twice');
  const watched = await visit();
  const { page } = watched;
  await openAs(page, BOB.email, address);
  const field = page.getByLabel('Files to upload');
  await expect.poll(() => field.evaluate((input: HTMLInputElement) => input.multiple)).toBe(true);
  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
  await field.setInputFiles([file]);
  await page.getByRole('link', { name: 'plan.txt', exact: true }).waitFor();
  await field.setInputFiles([file]);
  await page.getByRole('link', { name: 'plan(1).txt' }).waitFor();
  await expectSound(watched);
  // Two at a time: the third waits, and is taken out before.
  await page.route('**/sending/*/parts/1', () => undefined);
  const large = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(9 * MIB) });
  await field.setInputFiles([large('a.bin'), large('b.bin'), large('c.bin')]);
  const coming = async () => {
    const sent = await guest.get(`/drive/v1/common/folders/${address.split('/').at(-1)}/sending`);
    return (sent.body.files as { name: string }[]).map(({ name }) => name);
  };
  await expect.poll(coming).toHaveLength(2);
  for (const name of ['c.bin', 'a.bin', 'b.bin']) await page.getByRole('button', { name: `Remove: ${name}` }).click();
  await expect.poll(coming).toEqual([]);
  const found = await owner.get('/drive/v1/files', { parent_id: folderId });
  expect(found.body.files).toHaveLength(2);
});

test('without script a guest sends a file, and reads how large it may be', async () => {
  const { address } = await folderInCommon('Plain');
  const watched = await visit({ width: 320, script: false });
  const { page } = watched;
  await openAs(page, BOB.email, address);
  const bound = 'Without JavaScript, you can send one file of up to 95 MB at a time.';
  expect(await page.locator('noscript').allInnerTexts()).toContain(bound);
  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
  await page.getByLabel('Files to upload').setInputFiles([file]);
  await page.getByRole('button', { name: 'Upload', exact: true }).last().click();
  await page.getByRole('link', { name: 'plan.txt' }).waitFor();
  expect(watched.complaints).toEqual([]);
});
