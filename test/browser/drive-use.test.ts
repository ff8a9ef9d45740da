/** The drive as people use it: all of a long folder at once, without script, by keys, through a lost network. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { choose, expectSound, openAs, untilAlive, untilFocused, uploadFiles, type Visitor, visit } from './browser.ts';

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');
const OLGA = newPerson('Olga', { operator: true });

const server = await sharedServer(ALICE, BOB, OLGA);
const wire = makeWireClient(server.origin);
const alice = await wire.signIn(ALICE.email);

async function open(visitor: Visitor, address: string, who = ALICE.email) {
  const watched = await visit(visitor);
  const { page } = watched;
  await openAs(page, who, `${server.origin}${address}`);
  if (visitor.script !== false) await untilAlive(page);
  return watched;
}

const toast = (page: Page, text: string) => page.locator('.toast').getByText(text);

test('Select all takes all 461 items of a folder to the trash, and Undo brings all of them back', async () => {
  const folderId = await alice.makeFolder('Long');
  for (let at = 0; at < 461; at += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, 461 - at) }, (_, n) => alice.makeFolder(`item ${at + n}`, folderId)),
    );
  const watched = await open({}, `/drive/all/${folderId}?view=list`);
  const { page } = watched;
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  const bar = page.getByRole('toolbar', { name: 'Actions' });
  await bar.getByText('461 selected').waitFor();
  await expectSound(watched);
  await bar.getByRole('button', { name: 'Delete' }).click();
  await toast(page, '461 items moved to trash.').waitFor();
  await page.getByText('Nothing here yet').waitFor();
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await toast(page, '461 items restored.').waitFor();
  await page.reload();
  await untilAlive(page);
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await bar.getByText('461 selected').waitFor();
});

test('without script files are uploaded, renamed, downloaded, trashed and restored, and folders are created and opened', async () => {
  const watched = await open({ script: false, width: 390 }, '/drive/all', BOB.email);
  const { page } = watched;
  await page.waitForURL('**/drive/all?plain=1');
  await page.getByLabel('Folder name').fill('Plain box');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'Plain box' }).click();
  await page.getByRole('heading', { name: 'Plain box', level: 1 }).waitFor();
  await page
    .getByLabel('Files to upload')
    .setInputFiles([{ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Bob') }]);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.locator('summary[aria-label="More for letter.txt"]').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'letter.txt', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('letter.txt');

  await page.locator('summary[aria-label="More for letter.txt"]').click();
  await page.getByLabel('New name').fill('note.txt');
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.locator('summary[aria-label="More for note.txt"]').click();
  await page.getByRole('button', { name: 'Move to trash' }).click();
  await page.getByText('Nothing here yet').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'note.txt', exact: true }).waitFor();

  // A refusal is explained on the same page.
  await page.locator('summary[aria-label="More for note.txt"]').click();
  await page.getByLabel('New name').fill('a/b');
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('link', { name: 'note.txt', exact: true }).waitFor();
  expect(watched.complaints).toEqual([]);
});

test('a form of another site changes nothing in the drive without script', async () => {
  const { page } = await open({ script: false }, '/drive/all', BOB.email);
  await page.waitForURL('**/drive/all?plain=1');
  const sent = await page.request.post(`${server.origin}/drive/all`, {
    headers: { 'sec-fetch-site': 'cross-site' },
    form: { step: 'folder', name: 'Stolen' },
  });
  expect(sent.status()).toBe(403);
  await page.reload();
  expect(await page.getByText('Stolen').count()).toBe(0);
});

test('a folder of another person is reported inside the drive, with a way back', async () => {
  const folderId = await alice.makeFolder('Private');
  const watched = await open({}, '/drive/all', BOB.email);
  const { page } = watched;
  await page.goto(`${server.origin}/drive/all/${folderId}`);
  await page.getByRole('heading', { name: 'This folder is no longer here' }).waitFor();
  await page.getByRole('link', { name: 'Recent' }).waitFor();
  expect(await page.getByText('Private').count()).toBe(0);
  await expectSound(watched);
  await page.getByRole('link', { name: 'Go to “All files”' }).click();
  await untilAlive(page);
});

test('keys: ? lists them, shortcuts of the browser stay its own, arrows turn pages in the large view at once', async () => {
  const folderId = await alice.makeFolder('Keys');
  const bytes = (text: string) => new TextEncoder().encode(text);
  for (const name of ['a.txt', 'b.txt']) await wire.upload(alice, { name, parentId: folderId, bytes: bytes(name) });
  const watched = await open({}, `/drive/all/${folderId}?view=list&order=name_asc`);
  const { page } = watched;
  await page.getByRole('button', { name: 'a.txt', exact: true }).focus();
  const isTaken = (key: string) =>
    page.evaluate((pressed) => {
      const event = new KeyboardEvent('keydown', { key: pressed, ctrlKey: true, bubbles: true, cancelable: true });
      return !(document.activeElement ?? document.body).dispatchEvent(event);
    }, key);
  for (const key of ['d', 's', 'l']) expect([key, await isTaken(key)]).toEqual([key, false]);
  // The keys are listened to a moment after the rows are alive.
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const askForShortcuts = async () => {
    await page.keyboard.press('?');
    return shortcuts.isVisible();
  };
  await expect.poll(askForShortcuts).toBe(true);
  await shortcuts.getByText('Shift+S').waitFor();
  await expectSound(watched);
  await page.keyboard.press('Escape');
  await untilFocused(page.getByRole('button', { name: 'a.txt', exact: true }));
  await page.keyboard.press('Shift+S');
  await toast(page, 'Added to Starred.').waitFor();
  await page.locator('summary[aria-label="More views"]').click();
  await page.getByText('One at a time').click();
  await page.getByRole('heading', { name: 'a.txt', level: 2 }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('heading', { name: 'b.txt', level: 2 }).waitFor();
});

test('details follow a restored version: size and checksum are those of the list', async () => {
  const folderId = await alice.makeFolder('Versions');
  const bytes = (text: string) => new TextEncoder().encode(text);
  await wire.upload(alice, { name: 'v.txt', parentId: folderId, bytes: bytes('the first content') });
  const { page } = await open({}, `/drive/all/${folderId}?view=list`);
  await choose(page, 'v.txt', 'Details');
  const details = page.getByRole('complementary', { name: 'Details' });
  const facts = async () => [
    await details.locator('code').textContent(),
    await details
      .getByText(/^\d+ B$/)
      .first()
      .textContent(),
  ];
  await details.locator('code').waitFor();
  const before = await facts();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    details.getByRole('button', { name: 'Upload new version' }).click(),
  ]);
  await chooser.setFiles([
    { name: 'other.txt', mimeType: 'text/plain', buffer: Buffer.from('a second, longer content') },
  ]);
  await expect.poll(facts).not.toEqual(before);
  expect((await facts())[1]).toBe('24 B');
  await details.getByRole('button', { name: /^Restore version from/ }).click();
  await expect.poll(facts).toEqual(before);
});

test('the upload panel announces that it waits for the network, ends by itself and covers nothing', async () => {
  const folderId = await alice.makeFolder('Panel');
  const { page, context } = await open({ width: 390 }, `/drive/all/${folderId}?view=list`);
  await untilAlive(page, 'drive/upload');
  await page.route('**/drive/v1/**', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await uploadFiles(page, { name: 'big.txt', mimeType: 'text/plain', buffer: Buffer.alloc(300_000, 'x') });
  const panel = page.locator('[data-transfers]');
  await context.setOffline(true);
  await panel.getByText('Waiting').first().waitFor();
  expect(await panel.textContent()).not.toMatch(/left|\/s/);
  // Folded on a phone, above the bar; the page ends above both.
  const box = await panel.boundingBox();
  const button = await page.getByRole('button', { name: 'Add', exact: true }).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((button?.y ?? 0) + 1);
  await page.unroute('**/drive/v1/**');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'More for big.txt' }).waitFor();
  await panel.waitFor({ state: 'detached' });
});

test('a link is made by Copy, turned off and on again, and a file dropped again is recognised and skipped', async () => {
  const folderId = await alice.makeFolder('Again');
  const watched = await open({ dark: true }, `/drive/all/${folderId}?view=list`);
  const { page } = watched;
  const upload = () =>
    uploadFiles(page, { name: 'same.txt', mimeType: 'text/plain', buffer: Buffer.from('the same content') });
  await upload();
  await page.getByRole('button', { name: 'More for same.txt' }).waitFor();
  await upload();
  const question = page.locator('dialog:modal');
  await question.getByText('1 file is unchanged and will be skipped.').waitFor();
  expect(await question.getByRole('radio', { name: /^Skip/ }).isChecked()).toBe(true);
  await expectSound(watched);
  await question.getByRole('button', { name: 'Upload' }).click();
  await toast(page, '1 item skipped.').waitFor();
  expect(await page.locator('[data-listing] [data-row]').count()).toBe(1);

  await page.getByRole('checkbox', { name: 'Select same.txt' }).click();
  const share = async () => page.getByRole('toolbar').getByRole('button', { name: 'Share', exact: true }).click();
  await share();
  const dialog = page.getByRole('dialog');
  const [copy, address] = [
    dialog.getByRole('button', { name: 'Copy link', exact: true }),
    dialog.getByLabel('Link', { exact: true }),
  ];
  // Opening makes nothing.
  await untilFocused(copy);
  expect(await address.count()).toBe(0);
  await copy.click();
  const url = await address.inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await share();
  await page.getByRole('button', { name: 'Turn off link' }).click();
  await page.getByText('Link turned off').waitFor();
  await untilFocused(copy);
  await expectSound(watched);
  expect((await fetch(url)).status).toBe(410);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  expect(await address.inputValue()).toBe(url);
  await untilFocused(copy);
  expect((await fetch(url)).status).toBe(200);
});

test('an operator finds the way to the operators’ pages in the sidebar, other people do not', async () => {
  for (const [who, count] of [
    [OLGA.email, 1],
    [BOB.email, 0],
  ] as const) {
    const { page, context } = await open({}, '/drive/all', who);
    expect(await page.locator('#sidebar a[href="/ops"]').count()).toBe(count);
    await context.close();
  }
});
