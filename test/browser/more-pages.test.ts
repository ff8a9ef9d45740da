import { expect, test } from 'vitest';
import { sharedServer } from '#test/shared-server.ts';
import { expectSound, type Visitor, visit } from './browser.ts';

const server = await sharedServer();

async function open(path: string, visitor: Visitor = {}) {
  const watched = await visit(visitor);
  await watched.page.goto(`${server.origin}${path}`);
  return watched;
}

test.each<[string, Visitor]>([
  ['/ru/policy/privacy-policy', { width: 320, dark: true }],
  ['/ja/policy/copyright-infringement', { width: 1440, script: false }],
  ['/pt/activity-end', { width: 320 }],
  ['/es/unsubscribe', { width: 390, dark: true }],
  ['/zh-TW/blog', { width: 390 }],
  ['/referral', { width: 320, locale: 'ru' }],
  ['/drive/payment', { width: 390, locale: 'pt', dark: true }],
  ['/uk/inapp/shop', { width: 320, script: false }],
  ['/ko/inapp/widget', { width: 320 }],
])('%s is sound', async (path, visitor) => {
  const watched = await open(path, visitor);
  expect(await watched.page.locator('h1').count()).toBe(1);
  if (visitor.script !== false) await expectSound(watched);
});

test('the self-check finds a sound browser, reports it, and has a report to copy', async () => {
  const watched = await open('/en-US/test', { width: 390 });
  const { page } = watched;
  await page.getByText('Everything Magpie needs works here.').waitFor();
  expect(await page.locator('[data-check] [data-show=ok]:visible').count()).toBe(16);
  const report = await page.locator('[data-report]').getAttribute('data-copy');
  expect(report).toContain('crypto: ok');
  await expectSound(watched);
});

test('the self-check names what is wrong', async () => {
  const { page } = await visit();
  await page.route('**/drive/v1/privilege/area_country_code', (route) => route.abort());
  await page.goto(`${server.origin}/en-US/test`);
  await page.getByText('Something is missing.').waitFor();
  expect(await page.locator('[data-check=network] [data-show=bad]:visible').count()).toBe(2);
  expect(await page.locator('[data-check=storage] [data-show=bad]:visible').count()).toBe(0);
});

test('without script the self-check names what it needs', async () => {
  const { page } = await open('/en-US/test', { script: false });
  expect(await page.locator('noscript').textContent()).toContain('This check needs JavaScript');
  expect(await page.locator('noscript').isVisible()).toBe(true);
  expect(await page.locator('[data-self-test]').isVisible()).toBe(false);
});

test('nothing is counted before the visitor acts; silence is a refusal that is requested once', async () => {
  const { page } = await visit({ width: 390 });
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto(`${server.origin}/en-US/faq`, { waitUntil: 'networkidle' });
  const note = page.locator('[data-usage]');
  expect(await note.isVisible()).toBe(false);
  expect(asked.filter((path) => /usage-count|statistics/.test(path))).toEqual([]);
  const before = await page.locator('h1').boundingBox();
  await page.locator('h1').click();
  await note.waitFor({ state: 'visible' });
  expect(await page.locator('h1').boundingBox()).toEqual(before);
  await page.reload({ waitUntil: 'networkidle' });
  await page.locator('h1').click();
  expect(await note.isVisible()).toBe(false);
  expect(asked).not.toContain('/statistics/v1/events');
});

test('a yes counts openings by path alone, and nothing of it stays when it is taken back', async () => {
  const { page, context } = await visit();
  const counted: string[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/statistics/v1/events')) return;
    expect(request.headers()['cookie']).toBeUndefined();
    counted.push(request.postData() ?? '');
  });
  await page.goto(`${server.origin}/ja/policy/update?__source=news`);
  await page.locator('[data-usage-open]').click();
  const answered = page.waitForResponse('**/statistics/v1/events');
  await page.locator('[data-usage-choice="1"]').click();
  expect((await answered).status()).toBe(200);
  expect(counted).toEqual(['{"events":[{"name":"page_view","path":"/ja/policy/update"}]}']);
  await page.locator('[data-usage-open]').click();
  await page.locator('[data-usage-choice="0"]').click();
  await page.goto(`${server.origin}/ja/faq`, { waitUntil: 'networkidle' });
  expect(counted).toHaveLength(1);
  const cookies = await context.cookies();
  expect(cookies.filter(({ name }) => /source|medium|campaign/.test(name))).toEqual([]);
});
