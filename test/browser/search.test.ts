/** Finding things again: search while typing, stars, recent events; with and without script. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTree } from '#scripts/locales/tree.ts';
import { LOCALES } from '#shared/locale/tags.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import {
  choose,
  expectSound,
  launch,
  newFolder,
  openDrive,
  untilAlive,
  untilFocused,
  uploadFiles,
  type Visitor,
  type Watched,
} from './browser.ts';

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');
const CARLA = newPerson('Carla', { premium: true });
const DAVID = newPerson('David');

const server = await sharedServer(ALICE, BOB, CARLA, DAVID);
const browser = await launch();

async function enter(username: string, visitor: Visitor = {}): Promise<Watched> {
  const watched = await openDrive(server, username, visitor);
  await untilAlive(watched.page, 'drive/search');
  return watched;
}

test('a person types a part of a name, opens a result, and returns', async () => {
  const watched = await enter(ALICE.email);
  const { page } = watched;
  for (const name of ['Trips', 'Work']) await newFolder(page, name);
  await page.getByRole('link', { name: 'Trips', exact: true }).click();
  await page.getByRole('heading', { name: 'Trips' }).waitFor();
  await newFolder(page, 'Holiday in Kyoto');

  await page.keyboard.press('/');
  await untilFocused(page.getByRole('searchbox'));
  await page.keyboard.type('kyo');
  const hit = page.getByRole('link', { name: 'Holiday in Kyoto' });
  await hit.waitFor();
  await expect.poll(async () => (await hit.locator('mark').allTextContents()).join('')).toBe('Kyo');
  // Matching letters are marked in the listed rows before the answer arrives.
  await page.getByText('All files / Trips').waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/drive/search');
  // Results can be in any folder: the sidebar marks none, as after loading this address.
  const marked = page.getByRole('navigation', { name: 'Places' }).locator('[aria-current]');
  await expect.poll(() => marked.count()).toBe(0);
  await page.getByRole('heading', { name: 'Search: kyo' }).waitFor();
  await expectSound(watched);
  await page.keyboard.press('ArrowDown');
  await untilFocused(hit);
  await page.goBack();
  await page.getByRole('heading', { name: 'Trips' }).waitFor();
  await expect.poll(() => marked.allTextContents()).toEqual(['All files']);

  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByText('No results').waitFor();
  // The box has the focus, and its text still matches the list.
  await page.goBack();
  await page.getByRole('heading', { name: 'Trips' }).waitFor();
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('');
  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByText('No results').waitFor();
  await page.getByRole('searchbox').fill('');
  await page.getByRole('heading', { name: 'Trips' }).waitFor();
  await expectSound(watched);
});

test('a file is found by a word inside it, below the names, and opens', async () => {
  const watched = await enter(DAVID.email, { width: 320 });
  const { page } = watched;
  const before = 'Everybody was asked to bring the minutes of the last meeting, which nobody had read. '.repeat(4);
  const text = `First line\n${before}The quokka was elected.\n`;
  await uploadFiles(page, { name: 'Minutes.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Minutes.txt', exact: true }).waitFor();
  const section = page.getByRole('region', { name: 'Inside files' });
  // The file is read after it has arrived.
  await expect
    .poll(
      async () => {
        await page.goto(`${server.origin}/drive/search?q=quok`);
        await page.getByText('No results').waitFor();
        return section.waitFor({ timeout: 3_000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(true);
  expect(await section.locator('mark').allTextContents()).toEqual(['quok']);
  expect(await section.locator('mark').isVisible()).toBe(true);
  expect(await section.getByRole('link', { name: 'All files' }).getAttribute('href')).toContain('highlight_files');
  await expectSound(watched);
  const name = section.getByRole('button', { name: 'Minutes.txt' });
  await name.focus();
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog', { name: 'Viewer' });
  await page.frameLocator('iframe.viewer-frame').getByText('The quokka was elected.').waitFor();
  // Not into the frame of the text.
  await viewer.getByRole('button', { name: 'Close' }).first().press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await untilFocused(name);
  // Words that no file holds leave nothing behind.
  await page.getByRole('searchbox').fill('quokkas');
  await section.waitFor({ state: 'detached' });
  await watched.context.close();
}, 120_000);

test('a star from the menu adds the file to the starred list; recent acts are listed by day', async () => {
  const watched = await enter(BOB.email, { width: 390, dark: true });
  const { page } = watched;
  await newFolder(page, 'Kept close');
  await choose(page, 'Kept close', 'Star');
  await page.getByText('Added to Starred.').waitFor();
  await page.goto(`${server.origin}/drive/starred`);
  await page.getByRole('link', { name: 'Kept close' }).waitFor();
  await expectSound(watched);
  await page.goto(`${server.origin}/drive/recent`);
  const today = page.getByRole('region', { name: 'Today' });
  await today.getByRole('link', { name: 'You created Kept close' }).waitFor();
  await expectSound(watched);
  await today.getByRole('link').click();
  await page.getByRole('heading', { name: 'Kept close' }).waitFor();
});

test('without script the same form finds the same', async () => {
  const watched = await enter(CARLA.email, { locale: 'ru' });
  await makeFolderRu(watched);
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'ru',
    storageState: await watched.context.storageState(),
  });
  const page = await plain.newPage();
  await page.goto(`${server.origin}/drive/all`);
  // Without the dots that the name has.
  await page.getByRole('searchbox').fill('отчет');
  await page.getByRole('searchbox').press('Enter');
  await page.getByRole('link', { name: 'Отчёты' }).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Поиск: отчет');
  await plain.close();
});

async function makeFolderRu({ page }: Watched): Promise<void> {
  await page.getByRole('button', { name: 'Новая папка' }).first().click();
  await page.getByRole('dialog').getByRole('textbox').fill('Отчёты');
  await page.getByRole('dialog').getByRole('textbox').press('Enter');
  await page.getByRole('link', { name: 'Отчёты' }).waitFor();
}

test('the word in the search box is whole on every phone, in every language, or the sign stands for it', async () => {
  const watched = await enter(BOB.email, { width: 320 });
  const { page } = watched;
  const tree = readTree(join(import.meta.dirname, '../../locales'));
  const placeholders = LOCALES.map((tag) => String(tree[tag]?.['drive']?.['search.placeholder']));
  const cut: string[] = [];
  for (const width of [320, 344, 360, 361, 375, 390, 412, 417]) {
    await page.setViewportSize({ width, height: 844 });
    const found = await page.getByRole('searchbox').evaluate((box, texts) => {
      const input = box as HTMLInputElement;
      const { font, paddingLeft, paddingRight } = getComputedStyle(input);
      const isHidden = getComputedStyle(input, '::placeholder').color === 'rgba(0, 0, 0, 0)';
      if (isHidden) return input.form?.querySelector('svg')?.checkVisibility() ? [] : ['nothing is shown'];
      const innerWidth = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      pen.font = font;
      return texts.filter((word) => pen.measureText(word).width > innerWidth);
    }, placeholders);
    cut.push(...found.map((word) => `${word} at ${width}`));
  }
  expect(cut).toEqual([]);
  await page.setViewportSize({ width: 320, height: 844 });
  await expectSound(watched);
});
