/** Archives as people meet them: a zip file of a folder in the drive, of a share without script, and of a share with a passcode. */
import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright';
import { expect, test } from 'vitest';
import { type ReadEntry, readZip } from '#shared/content/zip-fixture.ts';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { ARCHIVES } from '#worker/services/drive/archive/archives-fixture.ts';
import { choose, expectSound, openAs, openDrive, untilAlive, visit } from './browser.ts';

const TEXT = 'A file of the trip.\n';

const ALICE = newPerson('Alice');

const share = (locked: boolean): Promise<{ share_id: string; pass_code: string }> =>
  alice.share([folderId], { pass_code_option: locked ? 'REQUIRED' : 'NOT_REQUIRED' });

const server = await sharedServer(ALICE);
const client = makeWireClient(server.origin);
const alice = await client.signIn(ALICE.email);

const folderId = await alice.makeFolder('Trip 旅行');
const inner = await alice.makeFolder('Снимки', folderId);
await alice.makeFolder('Empty', folderId);
await alice.put('note.txt', TEXT, folderId);
await alice.put('one.txt', TEXT.repeat(20_000), inner);

async function entriesOf(download: Download): Promise<{ entries: ReadEntry[]; textOf: (path: string) => string }> {
  const bytes = await readFile(await download.path());
  const entries = readZip((start, end) => bytes.subarray(start, end), bytes.length);
  const textOf = (path: string): string => {
    const entry = entries.find((one) => one.path === path);
    return entry ? bytes.subarray(entry.dataOffset, entry.dataOffset + entry.sizeBytes).toString('utf8') : '';
  };
  return { entries, textOf };
}

async function pressForDownload(page: Page, press: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return download;
}

const WHOLE = ['Trip 旅行/', 'Trip 旅行/note.txt', 'Trip 旅行/Empty/', 'Trip 旅行/Снимки/', 'Trip 旅行/Снимки/one.txt'];

test('a folder of the drive is downloaded as one zip file from its menu', async () => {
  const watched = await openDrive(server, ALICE.email);
  const { page } = watched;
  await page.getByRole('button', { name: 'More for Trip 旅行', exact: true }).click();
  const download = await pressForDownload(page, () =>
    page.getByRole('menuitem', { name: 'Download as zip', exact: true }).click(),
  );
  expect(download.suggestedFilename()).toBe('Trip 旅行.zip');
  const { entries, textOf } = await entriesOf(download);
  expect(entries.map(({ path }) => path)).toEqual(WHOLE);
  expect(textOf('Trip 旅行/Снимки/one.txt')).toBe(TEXT.repeat(20_000));
  await page.locator('.toast').filter({ hasText: 'Downloading “Trip 旅行.zip”' }).waitFor();
  await expectSound(watched);
});

test('an archive with a password is extracted into a chosen folder, and a folder is compressed', async () => {
  await alice.put('aes.zip', Buffer.from(ARCHIVES['aes.zip'], 'base64'));
  const target = await alice.makeFolder('Unpacked');
  const watched = await openDrive(server, ALICE.email);
  const { page } = watched;
  await choose(page, 'aes.zip', 'Extract');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Unpacked', { exact: true }).click();
  await expectSound(watched);
  await dialog.getByRole('button', { name: 'Extract here' }).click();
  for (const password of ['wrong', 'secret']) {
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Extract' }).click();
    if (password === 'wrong') await dialog.getByText('The archive password is incorrect', { exact: false }).waitFor();
  }
  await page.locator('.toast').filter({ hasText: 'Extracted to “Unpacked”' }).waitFor();
  await page.goto(`${server.origin}/drive/all/${target}`);
  await page.getByRole('link', { name: 'aes', exact: true }).click();
  await page.getByRole('link', { name: 'Trip', exact: true }).click();
  await page.getByText('note.txt', { exact: true }).first().waitFor();

  await page.goto(`${server.origin}/drive/all`);
  await untilAlive(page);
  await choose(page, 'Trip 旅行', 'Compress to zip');
  await page.locator('.toast').filter({ hasText: '“Trip 旅行.zip” is ready' }).waitFor();
  await page.getByText('Trip 旅行.zip', { exact: true }).first().waitFor();
  // Refused calls for the password are answers the browser logs.
  expect(watched.complaints.filter((complaint) => !complaint.includes('400'))).toEqual([]);
});

test('one entry of an archive is downloaded from its listing, with its password', async () => {
  const archiveId = await alice.put('names.7z', Buffer.from(ARCHIVES['enc.7z'], 'base64'));
  const watched = await visit();
  const { page } = watched;
  await openAs(page, ALICE.email, `${server.origin}/drive/all`);
  await page.goto(`${server.origin}/drive/all?preview=${archiveId}`);
  const viewer = page.getByRole('dialog');
  await viewer.getByLabel('Password').fill('secret');
  await viewer.getByRole('button', { name: 'Open', exact: true }).click();
  await viewer.getByRole('button', { name: 'Trip', exact: true }).click();
  const entry = viewer.getByRole('button', { name: 'Download note.txt', exact: true });
  // It is shown for a few seconds: a busy machine may take longer for the file.
  const [download] = await Promise.all([
    pressForDownload(page, () => entry.click()),
    viewer.getByText('Downloading “note.txt”').waitFor(),
  ]);
  expect([download.suggestedFilename(), await readFile(await download.path(), 'utf8')]).toEqual(['note.txt', TEXT]);
  await expectSound(watched);
});

test('a share is downloaded as one zip file without script: all of it, or the chosen rows', async () => {
  const { share_id } = await share(false);
  const { page } = await visit({ script: false, width: 390 });
  await page.goto(`${server.origin}/s/${share_id}/${folderId}`);
  const all = await pressForDownload(page, () => page.getByRole('button', { name: 'Download all as zip' }).click());
  expect((await entriesOf(all)).entries.map(({ path }) => path)).toEqual(WHOLE);
  await page.getByRole('checkbox', { name: 'Select note.txt' }).check();
  const chosen = await pressForDownload(page, () =>
    page.getByRole('button', { name: 'Download selected as zip' }).click(),
  );
  expect(chosen.suggestedFilename()).toBe('note.zip');
  const { entries, textOf } = await entriesOf(chosen);
  expect([entries.map(({ path }) => path), textOf('note.txt')]).toEqual([['note.txt'], TEXT]);
});

test('a share with a passcode is downloaded as one zip file once it is open', async () => {
  const { share_id, pass_code } = await share(true);
  const refused = await client.call('POST', '/drive/v1/share/zip', { body: { share_id } });
  expect([refused.body.share_status, refused.body.zip]).toEqual(['PASS_CODE_EMPTY', null]);
  const watched = await visit();
  const { page } = watched;
  await page.goto(`${server.origin}/s/${share_id}?s_code=${pass_code}`);
  const download = await pressForDownload(page, () =>
    page.getByRole('button', { name: 'Download all as zip' }).click(),
  );
  expect((await entriesOf(download)).entries.map(({ path }) => path)).toEqual(WHOLE);
  await expectSound(watched);
});
