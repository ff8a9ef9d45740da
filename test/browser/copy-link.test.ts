/** One press copies the link of a file: from the list, by a key, in the viewer; undone, repeated and refused. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import {
  choose,
  copiedText,
  emptyClipboard,
  expectSound,
  openDrive,
  restingBox,
  untilAlive,
  untilFocused,
  uploadFiles,
  type Watched,
} from './browser.ts';

const ALICE = newPerson('Alice');

const server = await sharedServer(ALICE);

async function open(): Promise<Watched> {
  const watched = await openDrive(server, ALICE.email);
  await watched.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  return watched;
}

async function upload(page: Page, name: string): Promise<void> {
  await uploadFiles(page, [{ name, mimeType: 'text/plain', buffer: Buffer.from(name) }]);
  await page.getByRole('button', { name: `More for ${name}` }).waitFor();
}

/** Links of the person, as My links lists them. */
async function linkCount(page: Page): Promise<number> {
  const html = await (await page.request.get(`${server.origin}/drive/shares`)).text();
  return html.split('data-link=').length - 1;
}

test('one press copies a link that opens, the next press the same one, and undo deletes only a link just made', async () => {
  const watched = await open();
  const { page } = watched;
  await upload(page, 'sent.txt');
  const toast = page.locator('.toast', { hasText: 'Link copied' });
  await page.locator('[data-row]').hover();
  await page.getByRole('button', { name: 'Copy link to sent.txt' }).click();
  await toast.waitFor();
  await expectSound(watched);
  const address = await copiedText(page);
  expect(address).toMatch(/\/s\/V[\w-]{25}$/);
  expect(await (await fetch(address)).text()).toContain('sent.txt');

  await emptyClipboard(page);
  await choose(page, 'sent.txt', 'Copy link');
  await expect.poll(() => copiedText(page)).toBe(address);
  expect(await linkCount(page)).toBe(1);

  await toast.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Link deleted.').waitFor();
  expect((await fetch(address)).status).toBe(410);

  // A press after the undo makes another link, also within the same moment; ten presses make one.
  await emptyClipboard(page);
  await page.getByRole('checkbox', { name: 'Select sent.txt' }).click();
  for (let n = 0; n < 10; n += 1) await page.keyboard.press('Shift+L');
  await expect.poll(() => copiedText(page)).toMatch(/\/s\/V/);
  const second = await copiedText(page);
  expect(second).not.toBe(address);
  await expect.poll(() => linkCount(page)).toBe(1);

  // The link is older than this page: there is nothing to undo.
  await page.reload();
  await untilAlive(page);
  await page.locator('[data-row] [data-name]').focus();
  await emptyClipboard(page);
  await page.keyboard.press('Shift+L');
  await toast.waitFor();
  expect(await copiedText(page)).toBe(second);
  expect(await toast.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await toast.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog', { name: 'Share “sent.txt”' }).waitFor();
});

test('a browser that signs in later shows on the rows what is shared, before the page is used', async () => {
  const first = await open();
  await upload(first.page, 'elsewhere.txt');
  await choose(first.page, 'elsewhere.txt', 'Copy link');
  await first.page.locator('.toast', { hasText: 'Link copied' }).waitFor();
  const later = await open();
  await later.page.getByRole('button', { name: 'Shared by link: elsewhere.txt' }).waitFor();
  await expectSound(later);
});

test('a shared file says so on its row and in Details, and two presses end it', async () => {
  const watched = await open();
  const { page } = watched;
  await upload(page, 'marked.txt');
  const sign = page.getByRole('button', { name: 'Shared by link: marked.txt' });
  expect(await sign.count()).toBe(0);
  await choose(page, 'marked.txt', 'Copy link');
  await sign.waitFor();
  await expectSound(watched);
  const address = await copiedText(page);

  await sign.click();
  const dialog = page.getByRole('dialog', { name: 'Share “marked.txt”' });
  await dialog.getByRole('link', { name: 'Share with people' }).waitFor();
  expect(await dialog.getByText('Also shown by').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Turn off link' }).click();
  await dialog.getByText('Link turned off').waitFor();
  expect((await fetch(address)).status).toBe(410);
  await dialog.getByText('This item has no open link.').waitFor();
  expect(await dialog.getByText('other link').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await dialog.getByLabel('Link', { exact: true }).waitFor();

  // A passcode that was sent stays valid over a turn of its switch.
  await dialog.getByText('Settings', { exact: true }).click();
  const lock = dialog.getByRole('switch', { name: 'Passcode' });
  const code = dialog.getByLabel('Your passcode');
  await lock.check();
  await expect.poll(() => code.inputValue()).toMatch(/^\w{4}$/);
  const sent = await code.inputValue();
  await lock.uncheck();
  await code.waitFor({ state: 'detached' });
  await lock.check();
  await dialog.getByText(`Passcode ${sent}`).waitFor();
  await lock.uncheck();
  await dialog.getByText('Saved', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();

  // The mark is that of the server, also for a page that was loaded since.
  await page.reload();
  await untilAlive(page);
  await page.getByRole('checkbox', { name: 'Select marked.txt' }).click();
  await sign.waitFor();
  await page.keyboard.press('i');
  const panel = page.getByRole('complementary', { name: 'Details' });
  await panel.getByText('Anyone with the link').waitFor();
  // A fact is beside its name.
  const top = async (text: string) => (await restingBox(panel.getByText(text, { exact: true }))).y;
  expect(Math.abs((await top('Size')) - (await top('10 B')))).toBeLessThan(3);
  await expectSound(watched);
  await panel.getByRole('button', { name: 'Turn off link' }).click();
  await page.locator('.toast', { hasText: 'Link turned off' }).waitFor();
  await sign.waitFor({ state: 'detached' });
  expect((await fetch(address)).status).toBe(410);
});

test('the dialog of a file names links to several files that show it too', async () => {
  const watched = await open();
  const { page } = watched;
  await upload(page, 'both.txt');
  await upload(page, 'pair.txt');
  for (const name of ['both.txt', 'pair.txt']) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Share', exact: true }).click();
  const many = page.getByRole('dialog', { name: 'Share 2 items' });
  await many.getByRole('button', { name: 'Copy link', exact: true }).click();
  const address = await many.getByLabel('Link', { exact: true }).inputValue();
  await many.getByRole('button', { name: 'Done' }).click();
  // The same files have the same link, in whichever order they were chosen.
  await page.reload();
  for (const name of ['pair.txt', 'both.txt']) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Share', exact: true }).click();
  await many.getByRole('button', { name: 'Copy link', exact: true }).click();
  await many.getByText('Link copied', { exact: true }).first().waitFor();
  expect(await many.getByLabel('Link', { exact: true }).inputValue()).toBe(address);
  await many.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Shared by link: both.txt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share “both.txt”' });
  await dialog.getByRole('link', { name: 'Also shown by 1 other link' }).waitFor();
  await expectSound(watched);
  // Its own link is another one: it shows nothing of the other file.
  await dialog.getByRole('button', { name: 'Copy link', exact: true }).click();
  expect(await dialog.getByLabel('Link', { exact: true }).inputValue()).not.toBe(address);
  await dialog.getByRole('link', { name: 'Also shown by 1 other link' }).waitFor();
});

test('the dialog sends its link to one address, with the name of the sender', async () => {
  const watched = await open();
  const { page } = watched;
  await upload(page, 'mailed.txt');
  await choose(page, 'mailed.txt', 'Share');
  const dialog = page.getByRole('dialog', { name: 'Share “mailed.txt”' });
  await dialog.getByRole('button', { name: 'Copy link', exact: true }).click();
  const address = await dialog.getByLabel('Link', { exact: true }).inputValue();
  await dialog.getByText('Send by email', { exact: true }).click();
  const friend = `friend-${Date.now()}@example.com`;
  await dialog.getByLabel('Email address').fill(friend);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog.getByText(`Sent to ${friend}.`).waitFor();
  await expectSound(watched);
  const box = `${server.origin}/_dev/mailbox?to=${encodeURIComponent(friend)}`;
  const letters = async () =>
    (await (await fetch(box, { headers: { accept: 'application/json' } })).json()) as { text: string }[];
  await expect.poll(async () => (await letters())[0]?.text ?? '').toContain(`${address}/report`);
  await dialog.getByLabel('Email address').fill('no address');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog.getByText('Enter an email address').waitFor();
});

test('the viewer copies the link of the shown file, and shows the result over it', async () => {
  const watched = await open();
  const { page } = watched;
  await upload(page, 'shown.txt');
  await page.locator('[data-row]', { hasText: 'shown.txt' }).locator('[data-name]').click();
  const viewer = page.locator('dialog.viewer');
  await viewer.getByRole('button', { name: 'Copy link' }).click();
  const note = viewer.getByRole('status').filter({ hasText: 'Link copied' });
  await note.waitFor();
  await expectSound(watched);
  const address = await copiedText(page);
  expect((await fetch(address)).status).toBe(200);
  await note.getByRole('button', { name: 'Undo' }).click();
  await viewer.getByText('Link deleted.').waitFor();
  expect((await fetch(address)).status).toBe(410);
});

test('a browser that refuses to copy gets the dialog with the link', async () => {
  const watched = await open();
  const { page } = watched;
  await upload(page, 'refused.txt');
  await page.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
    Object.defineProperty(navigator, 'clipboard', { value: { write: refuse, writeText: refuse } });
  });
  await choose(page, 'refused.txt', 'Copy link');
  const dialog = page.getByRole('dialog', { name: 'Share “refused.txt”' });
  await dialog.getByText('Your browser blocked copying').waitFor();
  await untilFocused(dialog.getByRole('button', { name: 'Copy link', exact: true }));
  const address = dialog.getByLabel('Link', { exact: true });
  expect(await (await fetch(await address.inputValue())).text()).toContain('refused.txt');
  const selected = await address.evaluate((field: HTMLInputElement) => field.selectionEnd === field.value.length);
  expect(selected).toBe(true);
  await expectSound(watched);
});
