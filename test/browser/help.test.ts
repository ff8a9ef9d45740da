import { expect, test } from 'vitest';
import { sharedServer } from '#test/shared-server.ts';
import { expectSound, visit } from './browser.ts';

const server = await sharedServer();

const PAGES = [
  '/help',
  '/faq#trash',
  '/help-center/sharing',
  '/help-center/account/protect-your-account',
  '/help-center?q=magpie',
  '/help-center?q=%00zzz',
  '/tv',
  '/tv-help',
  '/check-in',
  '/check-in-guide',
];

/** Each page in two of the languages; in all of them: `npm run crawl`. */
const VISITS = ['en-US', 'ja', 'ru', 'es', 'zh-TW'].map((locale, at, { length }) => ({
  locale,
  paths: PAGES.filter((_, page) => [at, (at + 2) % length].includes(page % length)),
}));

test.each(VISITS)('pages of the help are sound in $locale, at 320 px and dark', async ({ locale, paths }) => {
  const watched = await visit({ locale, width: 320, dark: true });
  for (const path of paths) {
    await watched.page.goto(`${server.origin}/${locale}${path}`);
    await expectSound(watched);
  }
});

test.each([
  ['#lost-passcode', 'lost-passcode'],
  ['#/Zip', 'folder-download'],
  ['#!/password', 'lost-password'],
])('a question opens by %s', async (hash, id) => {
  const { page } = await visit();
  await page.goto(`${server.origin}/en-US/faq${hash}`);
  await page.waitForURL(`**/faq#${id}`);
  await page.locator(`#${id}[open]`).waitFor();
  expect(await page.locator('details[open]').count()).toBe(1);
});

test.each([
  ['#/upload', '/en-US/help-center/upload-and-download'],
  ['#login', '/en-US/help-center/account'],
])('an older address of a topic, %s, leads to the topic', async (hash, path) => {
  const { page } = await visit();
  await page.goto(`${server.origin}/en-US/faq${hash}`);
  await page.waitForURL(`**${path}`);
});

test('a hash that means nothing leaves the page as it is', async () => {
  const { page, complaints } = await visit();
  await page.goto(`${server.origin}/en-US/faq#"]<nothing`);
  await page.locator('h1').waitFor();
  expect(await page.locator('details[open]').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('without script a question opens by hand and a search finds', async () => {
  const { page } = await visit({ script: false, width: 390 });
  await page.goto(`${server.origin}/ja/faq#trash`);
  await page.locator('#trash summary').click();
  await page.locator('#trash p').waitFor({ state: 'visible' });
  await page.locator('input[type=search]').fill('ゴミ箱');
  await page.locator('search button').click();
  await page.getByRole('link', { name: 'フォルダーとゴミ箱', exact: true }).first().click();
  expect(new URL(page.url()).pathname).toBe('/ja/help-center/first-steps/folders-and-trash');
});
