/**
 * The main job with hands and eyes: Alice on a desktop, Bob on a phone in his language, with and without script.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import {
  choose,
  expectSound,
  newFolder,
  openAs,
  signIn,
  untilAlive,
  uploadFiles,
  visit,
  type Watched,
} from './browser.ts';

const BYTES = randomBytes(9_000_000);
const NAME = 'Urlaub ☀ 写真.bin';
const CODE = 'Blau42';
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');

let shareUrl = '';

const server = await sharedServer(ALICE, BOB);

async function download(page: Page, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return sha256(await readFile(await file.path()));
}

async function upload(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  await uploadFiles(page, files);
}

/** Presses are answered from now on. */
/** Opens the menu of one row and presses an entry. */
async function act(page: Page, name: string, entry: string): Promise<void> {
  await untilAlive(page);
  await choose(page, name, entry);
}

test('Alice signs in, uploads, and shares by a passcode of her own', async () => {
  const watched = await visit();
  const { page } = watched;
  await page.goto(`${server.origin}/drive/all`);
  await signIn(page, ALICE.email);
  await page.waitForURL('**/drive/all');
  await expectSound(watched);
  await upload(page, [{ name: NAME, mimeType: 'application/octet-stream', buffer: BYTES }]);
  await page.getByRole('button', { name: `More for ${NAME}` }).waitFor();
  await expectSound(watched);

  await act(page, NAME, 'Share');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Settings', { exact: true }).click();
  await dialog.getByRole('switch', { name: 'Passcode' }).click();
  await dialog.getByLabel('Your passcode').fill(CODE);
  await expectSound(watched);
  await dialog.getByRole('button', { name: 'Copy link', exact: true }).click();
  shareUrl = await dialog.getByLabel('Link', { exact: true }).inputValue();
  expect(shareUrl).toMatch(/\/s\/V[\w-]{25}$/);
  await expectSound(watched);
});

describe.each([
  { locale: 'ja', width: 390, dark: true, script: true, title: 'マイドライブに保存', folder: 'リンクから保存' },
  {
    locale: 'ru',
    width: 390,
    dark: false,
    script: false,
    title: 'Сохранить на мой диск',
    folder: 'Сохранено по ссылкам',
  },
  {
    locale: 'ru',
    width: 1440,
    dark: true,
    script: true,
    title: 'Сохранить на мой диск',
    folder: 'Сохранено по ссылкам',
  },
])('Bob at $width px in $locale, script: $script', ({ title, folder, ...visitor }) => {
  let watched: Watched;

  beforeAll(async () => {
    watched = await visit(visitor);
  });
  afterAll(() => watched.context.close());

  test('opens the link, passes the passcode, and sees the file in his language', async () => {
    const { page } = watched;
    const answer = await page.goto(shareUrl);
    expect(answer?.status()).toBe(200);
    expect(await page.locator('html').getAttribute('lang')).toBe(visitor.locale);
    expect(await page.content()).not.toContain(NAME);
    await page.locator('input[name=pass_code]').fill('wrong1');
    await page.locator('form:has(input[name=pass_code]) button[type=submit]').click();
    await page.locator('[aria-invalid=true]').waitFor();
    await page.locator('input[name=pass_code]').fill(CODE);
    await page.locator('form:has(input[name=pass_code]) button[type=submit]').click();
    await page.getByText(NAME).first().waitFor();
    if (visitor.script) await expectSound(watched);
  });

  test('downloads it byte for byte', async () => {
    const { page } = watched;
    const hash = await download(page, () => page.locator('a[href*="download="]').first().click());
    expect(hash).toBe(sha256(BYTES));
  });

  test('saves it into his own drive and downloads it there', async () => {
    const { page } = watched;
    await page.getByRole('button', { name: title }).click();
    if (visitor.script) await page.getByRole('dialog').waitFor();
    else await page.waitForURL('**/auth?**');
    await signIn(page, BOB.email);
    // The script continues by itself; without it the page needs a press.
    if (!visitor.script) {
      await page.locator('#save-target').waitFor();
      await page.getByRole('button', { name: title }).click();
    }
    await page.locator('[data-save] a[href^="/drive/all/"]').waitFor();
    expect(page.url()).toContain('/s/');
    await page.goto(`${server.origin}/drive/all`);
    await page.getByRole('link', { name: folder }).first().click();
    await page.getByRole('heading', { level: 1, name: folder }).waitFor();
    await page.getByText(NAME).first().waitFor();
    if (visitor.script) await expectSound(watched);
  });
});

test('Alice organises: folder, rename, trash with undo, restore, and the link closes with its file', async () => {
  const watched = await visit();
  const { page } = watched;
  await openAs(page, ALICE.email, `${server.origin}/drive/all`);
  await untilAlive(page);

  await newFolder(page, 'Projects');
  await page.getByRole('button', { name: 'More for Projects' }).waitFor();

  await act(page, 'Projects', 'Rename');
  await page.getByRole('dialog').getByLabel('New name').fill('Проекты');
  await page.getByRole('dialog').getByLabel('New name').press('Enter');
  await page.getByRole('button', { name: 'More for Проекты' }).waitFor();

  await act(page, NAME, 'Move to trash');
  await page.getByRole('button', { name: `More for ${NAME}` }).waitFor({ state: 'detached' });
  await expect.poll(async () => (await fetch(shareUrl)).status).toBe(410);
  // The toast of the rename may still be shown.
  const toast = page.locator('.toast').filter({ hasText: 'moved to trash' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: `More for ${NAME}` }).waitFor();
  await expect.poll(async () => (await fetch(shareUrl)).status).toBe(200);

  await act(page, 'Проекты', 'Move to trash');
  await page.getByRole('button', { name: 'More for Проекты' }).waitFor({ state: 'detached' });
  await page.goto(`${server.origin}/drive/trash`);
  await expectSound(watched);
  await act(page, 'Проекты', 'Restore');
  await page.getByRole('button', { name: 'More for Проекты' }).waitFor({ state: 'detached' });
  await page.goto(`${server.origin}/drive/all`);
  await page.getByRole('button', { name: 'More for Проекты' }).waitFor();
  await expectSound(watched);
});
