/** The debug console: five quick clicks, only where the server allows it, in a frame that weakens no page. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { serverOfFile } from '#test/server.ts';
import { expectSound, visit } from './browser.ts';

const FRAME = '#debug-console';

const server = await serverOfFile();

async function clickQuickly(page: Page, count: number): Promise<void> {
  // The click counter has loaded by then.
  await page.waitForLoadState('networkidle');
  await page.locator('h1').first().click({ clickCount: count });
}

async function allow(isAllowed: boolean): Promise<void> {
  const wire = makeWireClient(server.origin);
  const { token } = await wire.signIn('olga@example.com');
  const path = '/config.admin/v1/documents/debug_options';
  const { body } = await wire.call('GET', path, { token });
  const text = JSON.stringify({ default: { allow_vconsole: isAllowed }, variants: [] });
  await wire.call('POST', `${path}/publish`, { token, body: { text, base_version: body.version, note: 'test' } });
  for (;;) {
    const answer = await wire.call('POST', '/config/v1/globalConfig', { body: {} });
    if (answer.body.values.debug_options.allow_vconsole === isAllowed) return;
  }
}

test('no one gets the debug console while the server does not allow it', async () => {
  const { page, complaints } = await visit();
  await page.goto(`${server.origin}/en-US/faq`);
  const asked = page.waitForResponse('**/config/v1/globalConfig');
  await clickQuickly(page, 5);
  await (await asked).finished();
  expect(await page.locator(FRAME).count()).toBe(0);
  expect((await fetch(`${server.origin}/debug-console`)).status).toBe(404);
  expect(complaints).toEqual([]);
});

test("an allowed debug console opens after five quick clicks, shows the page's log, and closes with its button", async () => {
  await allow(true);
  const watched = await visit({ width: 390, locale: 'ja' });
  const { page, complaints } = watched;
  await page.goto(`${server.origin}/ja/faq`);
  await clickQuickly(page, 4);
  // The fifth click comes later than 200 ms after the fourth.
  await page.waitForTimeout(300);
  await page.mouse.click(5, 5, { delay: 0 });
  await page.waitForLoadState('networkidle');
  expect(await page.locator(FRAME).count()).toBe(0);
  await page.goto(`${server.origin}/ja/tv-help`);
  await clickQuickly(page, 5);
  const inside = page.frameLocator(FRAME);
  const close = inside.locator('[data-console-close]');
  await inside.getByText('Console').first().waitFor();
  await page.evaluate(() => console.log('words of the page'));
  await inside.getByText('words of the page').waitFor();
  const box = await close.evaluate((button) => {
    const { width, height, right, bottom } = button.getBoundingClientRect();
    return { width, height, toRight: innerWidth - right < 20, toBottom: innerHeight - bottom < 20 };
  });
  expect(box).toEqual({ width: 92, height: 32, toRight: true, toBottom: true });
  expect(await inside.locator('[data-console-block]').isVisible()).toBe(false);
  expect(complaints).toEqual([]);
  await close.click();
  await page.locator(FRAME).waitFor({ state: 'detached' });
  await expectSound(watched);
});

test('with the debug flag there is a button that blocks it on this device', async () => {
  await allow(true);
  const { page } = await visit();
  await page.goto(`${server.origin}/en-US/faq`);
  await page.evaluate(() => localStorage.setItem('pp_debug', '1'));
  await clickQuickly(page, 5);
  await page.frameLocator(FRAME).locator('[data-console-block]').click();
  await page.locator(FRAME).waitFor({ state: 'detached' });
  await page.reload();
  await clickQuickly(page, 5);
  await page.waitForLoadState('networkidle');
  expect(await page.locator(FRAME).count()).toBe(0);
});

test('it never opens where a secret is typed', async () => {
  await allow(true);
  const { page } = await visit();
  await page.goto(`${server.origin}/auth`);
  await clickQuickly(page, 5);
  await page.waitForLoadState('networkidle');
  expect(await page.locator(FRAME).count()).toBe(0);
});

test('when the debug console does not load, its frame is removed and the log says so', async () => {
  await allow(true);
  const { page, complaints } = await visit();
  await page.route('**/assets/eruda-*.js', (route) => route.abort());
  await page.goto(`${server.origin}/en-US/faq`);
  const failed = page.waitForEvent('console', (message) => message.text().startsWith('debug console: it did not load'));
  await clickQuickly(page, 5);
  await failed;
  expect(await page.locator(FRAME).count()).toBe(0);
  expect(complaints.some((text) => text.startsWith('debug console'))).toBe(true);
});
