/** Operators' publications as people see them: the notice, a banner and an activity, closed without script and with it, and withdrawn. */
import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { LOCALES } from '#shared/locale/tags.ts';
import { DAY_MS } from '#shared/units.ts';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { serverOfFile } from '#test/server.ts';
import { expectSound, openAs, openDrive, visit } from './browser.ts';

const TEXT = 'A pause on Sunday from two to three, and <b>uploads</b> go on by themselves afterwards.';
const inAll = (text: string) => Object.fromEntries(LOCALES.map((tag) => [tag, text]));
const SPRING = {
  name: 'spring-days',
  texts: { title: inAll('Spring'), lead: inAll('From {{start}} to {{end}}') },
  open: true,
  start: new Date(Date.now() - DAY_MS).toISOString(),
  end: new Date(Date.now() + DAY_MS).toISOString(),
  reward_days: 2,
  popup: true,
};

const server = await serverOfFile();

await publish('resources', {
  banners: [{ id: 'winter', title: 'Winter', image_url: '/icon-512.png', link_url: '/faq' }],
});
await publish('activity_operation', { more: [SPRING] });
await publish('basic', { notice: TEXT, notice_link: '/help', support_email: 'help@example.com' });
await untilShown(true);

/** Lays a change over the text that is live. */
async function publish(name: string, change: object): Promise<void> {
  const wire = makeWireClient(server.origin);
  const { token } = await wire.signIn('olga@example.com');
  const path = `/config.admin/v1/documents/${name}`;
  const { body } = await wire.call('GET', path, { token });
  const { default: first } = JSON.parse(body.text) as { default: object };
  const text = JSON.stringify({ default: { ...first, ...change }, variants: [] });
  await wire.call('POST', `${path}/publish`, { token, body: { text, base_version: body.version, note: 'test' } });
}

/** A publication reaches pages within a minute. */
async function untilShown(wanted: boolean): Promise<void> {
  const look = async () => {
    const text = await (await fetch(`${server.origin}/en-US/help`)).text();
    expect(text.includes('A pause on Sunday')).toBe(wanted);
  };
  await vi.waitFor(look, { timeout: 120_000, interval: 1_000 });
}

const line = (page: Page) => page.locator('[data-part="notice"] aside');

/** Presses the button of a form that closes a note, and waits for the next page. */
async function close(page: Page, form: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.locator(`${form} button`).click()]);
}

test.each([
  { width: 320, dark: true, script: false },
  { width: 1440, dark: false, script: true },
])('a notice is a line of text that can be closed for this browser, at $width px', async (visitor) => {
  const watched = await visit(visitor);
  const { page } = watched;
  await page.goto(`${server.origin}/en-US/faq`);
  expect(await line(page).textContent()).toContain('<b>uploads</b>');
  expect(await line(page).getByRole('link').getAttribute('href')).toBe('/help');
  if (visitor.script) await expectSound(watched);
  await close(page, '[data-part="notice"] form');
  expect(page.url()).toBe(`${server.origin}/en-US/faq`);
  expect(await line(page).count()).toBe(0);
  await page.goto(`${server.origin}/auth`);
  expect(await line(page).count()).toBe(0);
});

test('once closed it does not come back with the next page of the same document', async () => {
  const { page } = await visit();
  await page.goto(`${server.origin}/en-US/faq`);
  await close(page, '[data-part="notice"] form');
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
  const link = page.locator('footer a[href="/en-US/help"]');
  const payload = page.waitForResponse('**/help/_payload.json?*');
  await expect
    .poll(async () => {
      await link.blur();
      await link.focus();
      return Promise.race([payload.then(() => true), page.waitForTimeout(300).then(() => false)]);
    })
    .toBe(true);
  await link.press('Enter');
  await page.waitForURL('**/en-US/help');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true);
  expect(await line(page).count()).toBe(0);
});

test('the drive shows the notice and a banner, each closed on its own', async () => {
  const watched = await openDrive(server, 'bob@example.com', { width: 390, dark: true });
  const { page } = watched;
  await page.getByRole('dialog').getByText('Close', { exact: true }).click();
  const banner = page.getByRole('link', { name: 'Winter' });
  const box = await banner.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(4, 1);
  await expectSound(watched);
  await close(page, 'form:has([value="winter"])');
  expect([await banner.count(), await line(page).count()]).toEqual([0, 1]);
  await close(page, '[data-part="notice"] form');
  expect(await line(page).count()).toBe(0);
});

test('an activity is told of by one window, and its reward is taken once on a phone', async () => {
  const watched = await visit({ width: 360 });
  const { page } = watched;
  const browserOfDrive = page.locator('[data-island="drive/browser"][data-hydrated]');
  const dialog = page.getByRole('dialog', { name: 'Spring' });
  const stored = page.waitForResponse('**/close-note');
  await openAs(page, 'alice@example.com', `${server.origin}/drive/all`);
  await dialog.waitFor();
  await expectSound(watched);
  await stored;
  await page.keyboard.press('Escape');
  await page.reload();
  await browserOfDrive.waitFor();
  expect(await dialog.count()).toBe(0);
  await page.goto(`${server.origin}/drive/all?action=show_activity_dialog`);
  await dialog.getByRole('link', { name: 'Open' }).click();
  await page.waitForURL('**/activity/spring-days');
  await expectSound(watched);
  await page.getByRole('button', { name: 'Claim' }).click();
  await page.locator('[data-credit="success"]').waitFor();
  expect(await page.getByRole('button', { name: 'Claim' }).count()).toBe(0);
  await expectSound(watched);
});

test('a withdrawn notice is gone for every visitor', async () => {
  await publish('basic', { notice: '' });
  await untilShown(false);
  const { page, context } = await visit();
  await page.goto(`${server.origin}/en-US/contact-us`);
  expect(await line(page).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'help@example.com' }).getAttribute('href')).toBe(
    'mailto:help@example.com',
  );
  await context.close();
}, 240_000);
