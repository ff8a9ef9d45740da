/** A person collects files by a link; people without an account send them, with and without script. */
import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, type SharedServer, sharedServer } from '#test/shared-server.ts';
import { expectSound, launch, openAs, visit } from './browser.ts';

const ALICE = newPerson('Alice');

let server: SharedServer;
let browser: Browser;

beforeAll(async () => {
  server = await sharedServer(ALICE);
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await server?.leave();
});

const text = (name: string, letters = 'hello') => ({ name, mimeType: 'text/plain', buffer: Buffer.from(letters) });

/** @returns the address of a new link of a new folder, and the page of its owner */
async function collecting(folder: string) {
  const watched = await visit(browser);
  const { page } = watched;
  await openAs(page, ALICE.email, `${server.origin}/drive/all`);
  await page.waitForURL('**/drive/all');
  await page.locator('[data-island="drive/browser"][data-hydrated]').waitFor();
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('dialog').getByLabel('Folder name').fill(folder);
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: `More for ${folder}` }).click();
  await page.getByRole('menuitem', { name: 'Share', exact: true }).click();
  await page.getByRole('link', { name: 'Collect files' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByText('The link is ready.').waitFor();
  await expectSound(watched);
  return { watched, address: await page.getByRole('textbox', { name: 'Link' }).inputValue() };
}

test('a visitor sends several files, reads the receipt, and takes them back', async () => {
  const { watched: owner, address } = await collecting('Papers');
  const watched = await visit(browser, { width: 390, dark: true });
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
  const watched = await visit(browser, { width: 320, locale: 'ru', script: false });
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

test('a large file that broke off goes on with the parts that are missing, also when the page was loaded again', async () => {
  const { watched: owner, address } = await collecting('Recordings');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-collect-'));
  const file = path.join(folder, 'talk.txt');
  writeFileSync(file, Buffer.alloc(17 * 2 ** 20, 'a line of the talk\n'));
  try {
    const { page } = await visit(browser);
    const parts: string[] = [];
    page.on('request', (request) => {
      const part = new URL(request.url()).searchParams.get('part');
      if (part !== null) parts.push(part);
    });
    page.on('dialog', (dialog) => dialog.accept());
    const send = async () => {
      await page.goto(address);
      const field = page.getByLabel('Files');
      await expect.poll(() => field.evaluate((input: HTMLInputElement) => input.multiple)).toBe(true);
      await field.setInputFiles(file);
      await page.getByRole('button', { name: 'Send' }).click();
    };
    await page.route(/part=2/, (route) => route.abort());
    const broken = page.waitForEvent('requestfailed', (request) => request.url().includes('part=2'));
    await send();
    await broken;
    await page.unroute(/part=2/);
    parts.length = 0;
    await send();
    await page.getByRole('heading', { name: '1 file received' }).waitFor();
    expect(parts).toEqual(['2', '3']);
    await page.getByText('17 MB').waitFor();
    await owner.page.reload();
    await owner.page.getByRole('heading', { name: 'Received files' }).waitFor();
    await owner.page.getByText('talk.txt').waitFor();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
