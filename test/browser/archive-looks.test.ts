/** Looking into archives: an entry in the viewer, archives of a share, the choice of entries to extract; and a link to no file. */
import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { zipSync } from 'fflate';
import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { readAxe } from '#scripts/crawl/read-page.ts';
import { encodeAs } from '#shared/content/encoding/encode-fixture.ts';
import { makeCodedZip } from '#shared/drive/archive/coded-zip-fixture.ts';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { pngOf } from '#test/seed/pictures.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { ARCHIVES } from '#worker/services/drive/archive/archives-fixture.ts';
import { tarOfTexts } from '#worker/services/drive/archive/read/tar-fixture.ts';
import { choose, expectSound, openAs, openDrive, untilFocused, visit } from './browser.ts';

const TEXT = 'A file of the trip.\n';
const bytesOf = (text: string) => new TextEncoder().encode(text);

const ALICE = newPerson('Alice');

const server = await sharedServer(ALICE);
const client = makeWireClient(server.origin);
const alice = await client.signIn(ALICE.email);

const album = zipSync({
  'Album/one.png': pngOf(600, 400),
  'Album/two.png': pngOf(300, 300),
  'Album/notes/read me.txt': bytesOf(TEXT),
  'Album/notes/other.txt': bytesOf('other'),
  'cover.png': pngOf(40, 40),
  'data.bin': bytesOf('data'),
});
const albumId = await alice.put('album.zip', new Uint8Array(album));
const deepId = await alice.put('deep.tar', tarOfTexts({ 'outer/inner/leaf.txt': TEXT, 'outer/other.txt': 'other' }));
const lockedNamesId = await alice.put('names.7z', new Uint8Array(Buffer.from(ARCHIVES['enc.7z'], 'base64')));

const share = (ids: readonly string[], locked = false): Promise<{ share_id: string; pass_code: string }> =>
  alice.share(ids, { pass_code_option: locked ? 'REQUIRED' : 'NOT_REQUIRED' });

/** The picture in the viewer has been decoded. */
async function untilDrawn(viewer: Locator): Promise<void> {
  const width = () => viewer.locator('img.viewer-picture').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
}

test('entries of an archive are shown in the viewer, turned with the keys, and Escape leads back to the listing', async () => {
  const watched = await openDrive(server, ALICE.email);
  const { page } = watched;
  await page.goto(`${server.origin}/drive/all?preview=${albumId}`);
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('button', { name: 'Album/one.png', exact: true }).click();
  await untilDrawn(viewer);
  await viewer.getByRole('heading', { name: 'one.png' }).waitFor();
  await expectSound(watched);
  await page.keyboard.press('ArrowRight');
  await viewer.getByRole('heading', { name: 'two.png' }).waitFor();
  await untilDrawn(viewer);
  await page.keyboard.press('ArrowRight');
  const text = viewer.locator('iframe.viewer-frame').contentFrame();
  await text.getByText('A file of the trip.').waitFor();
  await page.keyboard.press('Escape');
  await untilFocused(viewer.getByRole('button', { name: 'Album/one.png', exact: true }));
  // A file of no kind that the viewer shows is downloaded alone.
  expect(await viewer.getByRole('button', { name: 'data.bin', exact: true }).count()).toBe(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    viewer.getByRole('button', { name: 'Download data.bin', exact: true }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toBe('data');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

test('Back leads from an entry to its archive and then closes the viewer; a reload keeps the entry', async () => {
  const watched = await openDrive(server, ALICE.email);
  const { page } = watched;
  await page.getByRole('button', { name: 'album.zip', exact: true }).click();
  const viewer = page.getByRole('dialog', { name: 'Viewer' });
  const line = viewer.getByRole('button', { name: 'Album/one.png', exact: true });
  const entry = (name: string) => viewer.getByRole('heading', { name, exact: true });
  await line.click();
  await untilDrawn(viewer);
  // Pages of one listing are one step of the history.
  await page.keyboard.press('ArrowRight');
  await entry('two.png').waitFor();
  await page.goBack();
  await untilFocused(line);
  await page.goForward();
  await entry('two.png').waitFor();
  await page.reload();
  await entry('two.png').waitFor();
  await untilDrawn(viewer);
  await page.keyboard.press('Escape');
  await line.waitFor();
  await page.goBack();
  await viewer.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).not.toContain('preview');
  expect(watched.complaints).toEqual([]);
});

test('Back leads up through the folders of an archive, and Escape closes the viewer from any of them', async () => {
  const { page } = await openDrive(server, ALICE.email);
  await page.getByRole('button', { name: 'deep.tar', exact: true }).click();
  const viewer = page.getByRole('dialog', { name: 'Viewer' });
  const line = (name: string) => viewer.getByRole('button', { name, exact: true });
  await line('outer').click();
  await line('inner').click();
  await line('leaf.txt').waitFor();
  await page.goBack();
  await untilFocused(line('inner'));
  await line('inner').click();
  await viewer.getByRole('button', { name: 'Parent folder' }).click();
  await untilFocused(line('inner'));
  await line('inner').click();
  await line('leaf.txt').click();
  await viewer.locator('iframe.viewer-frame').contentFrame().getByText('A file of the trip.').waitFor();
  await page.keyboard.press('Escape');
  await untilFocused(line('leaf.txt'));
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).not.toContain('preview');
  // Nothing of the archive is left before the list.
  await page.goBack();
  expect(await viewer.count()).toBe(0);
  // A link to the archive itself: Escape in a folder leaves the list, not another page.
  await page.goto(`${server.origin}/drive/all?preview=${deepId}`);
  await line('outer').click();
  await line('inner').waitFor();
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).not.toContain('preview');
  expect(new URL(page.url()).pathname).toBe('/drive/all');
});

test('a visitor of a locked share lists an archive with its password, reads one entry and downloads another', async () => {
  const { share_id, pass_code } = await share([lockedNamesId], true);
  const watched = await visit({ width: 390 });
  const { page } = watched;
  await page.goto(`${server.origin}/s/${share_id}?s_code=${pass_code}`);
  await page.locator(`a.share-link[href*="preview=${lockedNamesId}"]`).click();
  const viewer = page.getByRole('dialog');
  for (const password of ['wrong', 'secret']) {
    await viewer.getByLabel(/password/).fill(password);
    await viewer.getByRole('button', { name: 'Open', exact: true }).click();
    if (password === 'wrong') await viewer.getByText('That isn’t the password', { exact: false }).waitFor();
  }
  await viewer.getByRole('button', { name: 'Trip', exact: true }).click();
  await viewer.getByRole('button', { name: 'note.txt', exact: true }).click();
  const text = viewer.locator('iframe.viewer-frame').contentFrame();
  await text.getByText('A file of the trip.').waitFor();
  await expectSound(watched);
  await viewer.getByRole('button', { name: 'Back to names.7z' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    viewer.getByRole('button', { name: 'Download note.txt', exact: true }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toBe(TEXT);
});

test('an archive of a share that was cancelled after it was opened says that the link no longer opens', async () => {
  const { share_id } = await share([albumId]);
  const { page } = await visit();
  await page.goto(`${server.origin}/s/${share_id}`);
  await page.locator(`a.share-link[href*="preview=${albumId}"]`).click();
  const viewer = page.getByRole('dialog');
  const entry = viewer.getByRole('button', { name: 'cover.png', exact: true });
  await entry.click();
  await untilDrawn(viewer);
  await page.keyboard.press('Escape');
  await client.call('POST', '/drive/v1/share:batchDelete', { token: alice.token, body: { ids: [share_id] } });
  await entry.click();
  await viewer.getByText('This link no longer opens the file', { exact: false }).waitFor();
});

test('a folder and files of an archive are chosen by keyboard, and only they are extracted', async () => {
  const watched = await openDrive(server, ALICE.email, { width: 390 });
  const { page } = watched;
  await choose(page, 'album.zip', 'Extract');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('All files will be extracted.').waitFor();
  await dialog.getByRole('button', { name: 'Choose files' }).click();
  const all = dialog.getByRole('checkbox', { name: 'All files and folders' });
  await untilFocused(all);
  expect(await all.isChecked()).toBe(true);
  await page.keyboard.press('Space');
  expect(await dialog.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Show what’s in Album' }).click();
  await dialog.getByRole('checkbox', { name: 'notes' }).press('Space');
  await dialog.getByRole('checkbox', { name: /^one\.png|one/ }).press('Space');
  expect(await all.evaluate((box: HTMLInputElement) => [box.checked, box.indeterminate])).toEqual([false, true]);
  await expectSound(watched);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByText('2 selected items will be extracted.').waitFor();
  await dialog.getByRole('radio', { name: 'All files' }).check();
  await dialog.getByRole('button', { name: 'Extract here' }).click();
  await page.locator('.toast').filter({ hasText: 'Extracted to' }).waitFor();
  const query = { parent_id: '*', limit: '1000' };
  const { body } = await client.call('GET', '/drive/v1/files', { token: alice.token, query });
  const names = body.files.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['read me.txt', 'other.txt', 'one.png']));
  expect(names).not.toContain('two.png');
  expect(names).not.toContain('cover.png');
});

test('protected names are asked for before there is a choice, and a damaged archive says so', async () => {
  await alice.put('broken.zip', bytesOf('no archive at all'));
  const watched = await openDrive(server, ALICE.email);
  const { page } = watched;
  const extract = async (name: string): Promise<Locator> => {
    await choose(page, name, 'Extract');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Choose files' }).click();
    return dialog;
  };
  const dialog = await extract('names.7z');
  await untilFocused(dialog.getByLabel('Password'));
  await page.keyboard.type('secret');
  await page.keyboard.press('Enter');
  await dialog.getByRole('checkbox', { name: 'Trip' }).waitFor();
  await expectSound(watched);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Escape');
  const broken = await extract('broken.zip');
  await broken.getByText('This file format isn’t supported.').waitFor();
  expect(await broken.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await broken.getByRole('button', { name: 'Try again' }).waitFor();
});

test('a link to a file that is gone says so, and offers nothing to do with it', async () => {
  const { page } = await openDrive(server, ALICE.email, { width: 390 });
  await page.goto(`${server.origin}/drive/all?preview=V${'0'.repeat(25)}`);
  const viewer = page.getByRole('dialog', { name: 'Viewer' });
  await viewer.getByRole('alert').waitFor();
  const buttons = viewer.getByRole('button');
  await expect.poll(() => buttons.evaluateAll((all) => all.map((one) => one.getAttribute('title')))).toEqual(['Close']);
  expect(await readAxe(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
});

test('texts and archives in old encodings are read as they were written, or in the encoding that the reader chooses', async () => {
  const folderId = await alice.makeFolder('Old');
  const text = '我们下周一在三楼会议室开会，请大家带上上个月的数据。';
  const textId = await alice.put('note.txt', new Uint8Array(encodeAs(text, 'gbk')), folderId);
  const names = ['사진/여름휴가.jpg', '사진/가족.txt'];
  const entries = names.map((name) => ({ name: encodeAs(name, 'euc-kr'), content: bytesOf(TEXT) }));
  const zipId = await alice.put('old.zip', makeCodedZip(entries), folderId);
  const watched = await visit();
  const { page } = watched;
  const dialog = page.getByRole('dialog', { name: 'Viewer' });
  const menu = dialog.getByRole('combobox', { name: 'Encoding' });
  const shown = (label: string) =>
    menu.locator('option:checked').filter({ hasText: label }).waitFor({ state: 'attached' });
  await openAs(page, ALICE.email, `${server.origin}/drive/all/${folderId}?preview=${textId}`);
  const content = page.frameLocator('iframe.viewer-frame');
  await content.getByText(text).waitFor();
  await shown('GBK (detected)');
  await menu.selectOption('koi8-r');
  await content.getByText('НРЦ').or(content.getByText('лЗ')).first().waitFor();
  // The choice is of this device, and outlives the page.
  await page.reload();
  await shown('KOI8-R');
  await menu.selectOption('');
  await content.getByText(text).waitFor();
  // A text that cannot be written back stays shown, and says why.
  await dialog.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByText('This text is stored in GBK.').waitFor();
  await content.getByText(text).waitFor();
  await page.goto(`${server.origin}/drive/all/${folderId}?preview=${zipId}`);
  await dialog.getByText('사진/가족.txt').waitFor();
  await shown('EUC-KR (detected)');
  await menu.selectOption('gbk');
  await dialog.getByText('荤柳').first().waitFor();
  await page.goto(`${server.origin}/drive/all/${folderId}`);
  await choose(page, 'old.zip', 'Extract');
  await page.getByRole('button', { name: 'Choose files' }).click();
  const field = page.getByRole('combobox', { name: 'Encoding of names' });
  // As it was chosen in the viewer, until another one is chosen here.
  await page.getByRole('checkbox', { name: '荤柳' }).waitFor();
  expect(await field.inputValue()).toBe('gbk');
  await field.selectOption('');
  await page.getByRole('checkbox', { name: '사진' }).waitFor();
  await expectSound(watched);
});
