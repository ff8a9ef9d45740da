import { expect, test } from 'vitest';
import { LOCALES } from '#shared/locale/tags.ts';
import { sharedServer } from '#test/shared-server.ts';
import { expectSound, visit } from './browser.ts';

const server = await sharedServer();

const PAGES = ['/', '/auth', '/s/VnoSuchShare_noSuchShare_0', '/nothing/here'];

/** Neighbours differ in width, and every second one is dark: each page meets all four looks. */
const LOOKS = LOCALES.map((locale, at) => ({ locale, width: at % 2 === 0 ? 320 : 1440, dark: at % 4 < 2 }));

test.each(LOOKS)('public pages are sound in $locale at $width px, dark: $dark', async (visitor) => {
  const watched = await visit(visitor);
  for (const path of PAGES) {
    await watched.page.goto(`${server.origin}${path}`);
    // The browser logs the missing page by itself; that is no fault of the page.
    const own = watched.complaints.filter((text) => !/status of (404|410)/.test(text));
    watched.complaints.length = 0;
    watched.complaints.push(...own);
    expect(await watched.page.locator('html').getAttribute('lang')).toBe(visitor.locale);
    await expectSound(watched);
  }
});

test('a language prefix on a bare page stores the choice and leaves the address', async () => {
  const { page } = await visit({ locale: 'en-US' });
  await page.goto(`${server.origin}/ja/auth`);
  expect(new URL(page.url()).pathname).toBe('/auth');
  expect(await page.locator('html').getAttribute('lang')).toBe('ja');
  await page.goto(`${server.origin}/`);
  expect(await page.locator('html').getAttribute('lang')).toBe('ja');
});

test('a page answers in the language of its prefix, whatever the browser prefers', async () => {
  const answer = await fetch(`${server.origin}/ko`, { headers: { 'accept-language': 'ru' } });
  expect(await answer.text()).toContain('<html lang="ko"');
});

test('the browser’s own list chooses the language where neither the address, a cookie nor the request does', async () => {
  const { page, context, complaints } = await visit({ locale: 'fr-FR' });
  // The request names one language; the browser's list continues.
  await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { value: ['fr-FR', 'ja'] }));
  await page.goto(`${server.origin}/help`);
  await page.waitForURL('**/ja/help');
  const named = async () => (await context.cookies()).filter(({ name }) => name.startsWith('pp_locale'));
  expect((await named()).map(({ name, value }) => [name, decodeURIComponent(value)])).toEqual([['pp_locale', '"ja"']]);
  await page.goto(`${server.origin}/auth`);
  expect(await page.locator('html').getAttribute('lang')).toBe('ja');
  expect(complaints).toEqual([]);
});
