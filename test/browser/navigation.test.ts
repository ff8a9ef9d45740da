/** Going from page to page: without loading documents between public pages, as the browser does it everywhere else. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { sharedServer } from '#test/shared-server.ts';
import { expectSound, visit } from './browser.ts';

const server = await sharedServer();

/** Opens a page and leaves a mark in its document, which a full load erases. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${server.origin}${path}`);
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
}

function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => 'isSameDocument' in globalThis);
}

/** Puts a link into the page, as if it had been written there. */
async function addLink(page: Page, href: string, name: string): Promise<void> {
  await page.evaluate(
    ([address, label]) => {
      const link = document.createElement('a');
      link.href = address ?? '';
      link.textContent = label ?? '';
      link.className = 'link';
      document.getElementById('main')?.append(link);
    },
    [href, name],
  );
}

/** Presses a link the way a person does: the pointer hovers for a moment first. */
async function follow(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name, exact: true }).first();
  let hasPayload = false;
  page.on('response', (answer) => {
    hasPayload ||= answer.url().includes('/_payload.json');
  });
  await page.evaluate(() => document.fonts.ready);
  const from = page.url();
  // The part that follows links may still be loading when the pointer first hovers.
  const point = async (): Promise<boolean> => {
    await page.mouse.move(0, 0);
    await link.hover();
    return hasPayload;
  };
  await expect.poll(point, { interval: 300 }).toBe(true);
  // A link that moves while it is pressed is pressed again, as a person would.
  for (let presses = 0; presses < 3 && page.url() === from; presses += 1) {
    await link.click();
    await page.waitForURL((to) => to.href !== from, { timeout: 5_000, waitUntil: 'commit' }).catch(() => undefined);
  }
}

test('a public page is followed by another in one document: head, main part, language menu, focus, scroll', async () => {
  const watched = await visit({ locale: 'ja' });
  const { page } = watched;
  await open(page, '/ja/faq');
  const before = await page.evaluate(() => document.title);
  await addLink(page, '/ja/check-in-guide', 'go on');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await follow(page, 'go on');
  await page.waitForURL('**/ja/check-in-guide');
  await page.waitForFunction((title) => document.title !== title, before);
  expect(await isSameDocument(page)).toBe(true);
  const facts = await page.evaluate(() => ({
    canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
    alternates: document.querySelectorAll('link[rel=alternate][hreflang]').length,
    korean: document.querySelector('[data-part=languages] a[hreflang=ko]')?.getAttribute('href'),
    focus: document.activeElement?.id,
    said: [...document.querySelectorAll('[role=status].sr-only')].map((status) => status.textContent),
    scroll: scrollY,
    mains: document.querySelectorAll('main').length,
    titles: document.querySelectorAll('title').length,
    descriptions: document.querySelectorAll('meta[name=description]').length,
  }));
  const title = await page.title();
  expect(facts).toEqual({
    canonical: `${server.origin}/ja/check-in-guide`,
    alternates: 12,
    korean: '/ko/check-in-guide?locale=ko',
    focus: 'main',
    said: [title],
    scroll: 0,
    mains: 1,
    titles: 1,
    descriptions: 1,
  });
  await expectSound(watched);

  // The same page as a document has the same text.
  const shown = await page.evaluate(() => document.querySelector('main')?.outerHTML);
  await page.reload();
  expect(await page.title()).toBe(title);
  expect(await page.evaluate(() => document.querySelector('main')?.outerHTML)).toBe(shown);
});

test('back returns to where the person was, forward to the next page, also after a document in between', async () => {
  const { page, complaints } = await visit({ width: 390 });
  await open(page, '/en-US/faq');
  await addLink(page, '/en-US/tv-help', 'go on');
  const first = await page.title();
  await page.getByRole('link', { name: 'go on' }).scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(100);
  await follow(page, 'go on');
  await page.waitForFunction((title) => document.title !== title, first);
  const second = await page.title();
  await page.waitForFunction(() => scrollY === 0);
  await page.goBack();
  await page.waitForFunction((title) => document.title === title, first);
  await page.waitForFunction((top) => Math.abs(scrollY - top) < 60, place);
  expect(await isSameDocument(page)).toBe(true);
  await page.goForward();
  await page.waitForFunction((title) => document.title === title, second);
  await page.waitForFunction(() => scrollY === 0);

  // A full load in between: the document of the second page is new, and still has the history of the first.
  await page.goto(`${server.origin}/auth`);
  await page.goBack();
  await page.waitForFunction((title) => document.title === title, second);
  await page.goBack();
  await page.waitForFunction((title) => document.title === title, first);
  expect(new URL(page.url()).pathname).toBe('/en-US/faq');
  expect(await page.locator('h1').count()).toBe(1);
  expect(complaints).toEqual([]);
});

test('an anchor of the same page is scrolled to, one of another page too', async () => {
  const { page, complaints } = await visit();
  await open(page, '/en-US/faq');
  const anchor = await page.evaluate(() => {
    const heading = [...document.querySelectorAll('main [id]')].at(-1);
    return heading?.id ?? '';
  });
  expect(anchor).not.toBe('');
  await page.evaluate((id) => {
    location.hash = id;
  }, anchor);
  await page.waitForFunction(() => scrollY > 100);
  expect(await isSameDocument(page)).toBe(true);
  await page.goBack();
  await page.waitForFunction(() => scrollY === 0);

  await open(page, '/en-US/tv-help');
  const before = await page.title();
  await addLink(page, `/en-US/faq#${anchor}`, 'go on');
  await follow(page, 'go on');
  await page.waitForFunction((title) => document.title !== title, before);
  await page.waitForFunction(() => scrollY > 100);
  expect(await isSameDocument(page)).toBe(true);
  expect(complaints).toEqual([]);
});

test.each([
  ['the way in', '/auth'],
  ['another language', '/ko/tv-help'],
  ['a query', '/en-US/tv-help?x=1'],
])('%s is a full load', async (_, target) => {
  const { page } = await visit();
  await open(page, '/en-US/faq');
  await addLink(page, target, 'go on');
  const link = page.getByRole('link', { name: 'go on' });
  await link.hover();
  await Promise.all([page.waitForEvent('load'), link.click()]);
  expect(await isSameDocument(page)).toBe(false);
});

test('without script a link is a link', async () => {
  const { page } = await visit({ script: false });
  await page.goto(`${server.origin}/en-US/faq`);
  await page.locator('header a[href="/en-US"]').first().click();
  await page.waitForURL('**/en-US');
  expect(await page.locator('h1').count()).toBe(1);
});

test('a page that runs an older build is loaded anew where it was going to', async () => {
  const { page } = await visit();
  await open(page, '/en-US/faq');
  await page.evaluate(() => {
    document.documentElement.dataset['build'] = 'older';
  });
  await addLink(page, '/en-US/tv-help', 'go on');
  await Promise.all([page.waitForEvent('load'), follow(page, 'go on')]);
  expect(new URL(page.url()).pathname).toBe('/en-US/tv-help');
  expect(await isSameDocument(page)).toBe(false);
});

test('a payload depends on its build and on no visitor', async () => {
  const home = await fetch(`${server.origin}/en-US`);
  const build = /data-build="([^"]+)"/.exec(await home.text())?.[1] ?? '';
  const get = (path: string, headers = {}) => fetch(`${server.origin}${path}`, { headers });
  const payload = await get(`/ja/faq/_payload.json?${build}`, { cookie: 'pp_theme=dark; __Host-magpie_session=x' });
  expect(payload.headers.get('set-cookie')).toBeNull();
  expect(payload.headers.get('cache-control')).toBe('private, no-cache');
  const body = await payload.text();
  expect(body).toBe(await (await get(`/ja/faq/_payload.json?${build}`)).text());
  expect(JSON.parse(body)).toMatchObject({ build, language: 'ja', layout: 'basic' });
  expect(body).not.toContain('drive/all');
  expect(await (await get('/ja/faq/_payload.json?older')).json()).toEqual({ build, whole: true });
  for (const path of ['/auth', '/ja/contact-us', '/ja/nothing'])
    expect((await get(`${path}/_payload.json?${build}`)).status).toBe(404);
  const etag = payload.headers.get('etag') ?? '';
  expect((await get(`/ja/faq/_payload.json?${build}`, { 'if-none-match': etag })).status).toBe(304);
});
