/** Times of day in the visitor's own time zone: from the first byte once the zone is known, after hydration before. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, signIn, untilAlive, visit } from './browser.ts';

const TIME_ZONE = 'Asia/Tokyo';

const ALICE = newPerson('Alice');

const server = await sharedServer(ALICE);

/** The row's moment as a reader in the time zone expects it. */
async function expected(page: Page, timeZone: string): Promise<string> {
  const moment = (await timeOf(page).getAttribute('datetime')) ?? '';
  // It is of today: the hour stands alone.
  return new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone }).format(Date.parse(moment));
}

const timeOf = (page: Page) => page.locator('[data-row]').filter({ hasText: 'dated.txt' }).locator('time');

/** Starts before the page does; the sum is Chromium's cumulative layout shift. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shown = globalThis as unknown as { shifted: number };
    shown.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shown.shifted += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted);
}

test('a file shows its time in the zone of the browser, with the cookie of the zone and without it', async () => {
  const wire = makeWireClient(server.origin);
  const person = await wire.signIn(ALICE.email);
  await wire.upload(person, { name: 'dated.txt', bytes: new TextEncoder().encode('dated') });
  const watched = await visit({ timeZone: TIME_ZONE });
  const { page, context } = watched;
  const path = '/drive/all?view=list';
  await page.goto(`${server.origin}/auth?next=${encodeURIComponent(path)}`);
  await signIn(page, ALICE.email);
  await page.waitForURL((url) => url.pathname === '/drive/all');
  await timeOf(page).waitFor();

  // The server has learnt the zone on the page before: its own HTML is in Tokyo's time.
  const local = await expected(page, TIME_ZONE);
  const exact = await timeOf(page).getAttribute('title');
  expect(exact).toMatch(/^\d\d-\d\d-\d\d \d\d:\d\d$/);
  expect(await (await page.request.get(`${server.origin}${path}`)).text()).toContain(`title="${exact}"`);
  await expect.poll(() => timeOf(page).textContent()).toBe(local);
  await expectSound(watched);

  // Without the cookie the server writes UTC, and the browser corrects it in place.
  await context.clearCookies({ name: 'pp_time_zone' });
  const shifts = await watchShifts(page);
  const answer = page.waitForResponse((each) => new URL(each.url()).pathname === '/drive/all');
  await page.goto(`${server.origin}${path}`);
  expect(await (await answer).text()).not.toContain(`title="${exact}"`);
  await untilAlive(page);
  await expect.poll(() => timeOf(page).textContent()).toBe(local);
  expect(await shifts()).toBeLessThan(0.01);
  expect(await expected(page, 'UTC')).not.toBe(local);
  await expectSound(watched);

  // A name that Intl does not know is no zone: the page is written in UTC, not refused.
  const headers = { cookie: 'pp_time_zone=%22Asia%2FAtlantis%22' };
  expect((await fetch(`${server.origin}/auth`, { headers })).status).toBe(200);
});
