/**
 * The browser extension, loaded into Chromium, and the browser's own permission for loopback. Sign-out and what it ends.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { sharedServer } from '#test/shared-server.ts';
import { BOB, signInElsewhere, startDesktop, startStranger, whoIs } from './bridge-doubles.ts';
import { untilAlive } from './browser.ts';

const folder = scratchFolder();

/** A Chromium in which the app's host counts as a public address, as it is for people, and with the extension in it. */
function launchWithExtension(extension: string): Promise<BrowserContext> {
  const executablePath = process.env['CHROMIUM'];
  return chromium.launchPersistentContext('', {
    ...(executablePath ? { executablePath } : {}),
    headless: true,
    locale: 'en-US',
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--headless=new',
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
      `--ip-address-space-overrides=127.0.0.1:${server.port}=public,[::1]:${server.port}=public`,
    ],
  });
}

const server = await sharedServer();

cpSync(path.join(import.meta.dirname, 'extension'), folder, { recursive: true });
const manifest = path.join(folder, 'manifest.json');
writeFileSync(manifest, readFileSync(manifest, 'utf8').replaceAll('ORIGIN', server.origin));
const context = await launchWithExtension(folder);
const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
const extensionId = new URL(worker.url()).host;
const desktop = await startDesktop(server.origin, await signInElsewhere(server.origin, 'bob'));

afterAll(async () => {
  desktop?.close();
  await context?.close();
});

beforeEach(async () => {
  desktop.seen.length = 0;
  await context.clearCookies();
});

const ASKING = '/auth?from_source=browser_extension';
const dialog = (page: Page) => page.locator('dialog[open]');

/** The person's side: a popup in a tab. */
async function popup(work: (page: Page) => Promise<void>): Promise<void> {
  const page = await context.newPage();
  await page.goto(`chrome-extension://${extensionId}/popup.html`);
  await work(page);
  await page.close();
}

function signInExtension(name: string): Promise<void> {
  return popup(async (page) => {
    await page.locator('input[name=username]').fill(`${name}@example.com`);
    await page.locator('input[name=password]').fill('magpie-demo');
    await page.locator('button').click();
    await page.locator('output', { hasText: /^in / }).waitFor();
  });
}

function setExtension(facts: object): Promise<void> {
  return popup(async (page) => {
    await page.evaluate(
      (settings) =>
        (
          globalThis as unknown as { chrome: { storage: { session: { set(facts: object): Promise<void> } } } }
        ).chrome.storage.session.set(settings),
      facts,
    );
  });
}

test('signs its person in; leaving takes its mark out of the address and shows in every tab', async () => {
  await signInExtension('bob');
  const page = await context.newPage();
  await page.goto(`${server.origin}/drive/all?from_source=browser_extension`);
  await page.waitForURL('**/drive/all?from_source=browser_extension');
  await page.locator('[data-island]').first().waitFor();
  expect(await whoIs(page)).toBe(BOB);
  const other = await context.newPage();
  await other.goto(`${server.origin}/drive/trash`);
  // A live extension receives the sign-out of the others.
  await untilAlive(other);
  await page
    .locator('form[action="/auth/sign-out"] button')
    .first()
    .evaluate((button: HTMLButtonElement) => button.click());
  await page.waitForURL(`${server.origin}/auth`);
  await other.waitForURL('**/auth?next=%2Fdrive%2Ftrash');
  expect(await whoIs(page)).toBe('');
  const names = (await context.cookies()).map(({ name }) => name);
  expect(names).not.toContain('pp_user_id');
  expect(await page.evaluate(() => localStorage.getItem('credentials_web'))).toBeNull();
  await page.goBack();
  expect(page.url()).not.toContain('browser_extension');
  await page.close();
  await other.close();
});

test('a silent extension is waited for five seconds, while a foreign script answers in its place', async () => {
  await setExtension({ allows: true, manner: 'silent' });
  const stranger = await startStranger(server.origin + ASKING);
  const page = await context.newPage();
  await page.goto(stranger.origin);
  const [opened] = await Promise.all([context.waitForEvent('page'), page.locator('#open').click()]);
  await opened.clock.install();
  await opened.reload();
  // The opener is cut off by the opener policy, the frame is refused.
  expect(await opened.evaluate(() => opener === null)).toBe(true);
  expect(page.frames().map((frame) => frame.url())).not.toContain(server.origin + ASKING);
  await opened.getByRole('status').filter({ hasText: 'Waiting for the browser extension' }).waitFor();
  // A forged message from inside the window: right text, wrong source.
  await opened.evaluate(() => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const text = JSON.stringify({ id: 'any', code: 0, data: { signed_in: true, sub: 'x', code: 'stolen' } });
    dispatchEvent(
      new MessageEvent('message', {
        data: { magpie: 'answer', text },
        origin: location.origin,
        source: frame.contentWindow,
      }),
    );
  });
  await opened.clock.fastForward(5_000);
  await dialog(opened).getByRole('heading', { name: 'The browser extension didn’t respond' }).waitFor();
  expect(await whoIs(opened)).toBe('');
  await opened.close();
  await page.close();
  stranger.close();
});

async function permit(page: Page, setting: 'granted' | 'denied' | 'prompt'): Promise<void> {
  // It stays attached: its settings are deleted when it detaches.
  const session = await context.newCDPSession(page);
  await session.send('Browser.setPermission', {
    permission: { name: 'loopback-network' },
    setting,
    origin: server.origin,
  });
}
const address = () => `${server.origin}/auth?from_source=pc_client&port=${desktop.port.toString(16)}`;

test('a dismissed loopback permission: the client is not reached, and a permission granted later is enough', async () => {
  const page = await context.newPage();
  await permit(page, 'prompt');
  await page.goto(address());
  await dialog(page).getByText('Choose “Allow”').waitFor();
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await dialog(page).getByRole('heading', { name: 'Couldn’t reach the desktop app' }).waitFor();
  expect(desktop.seen).toEqual([]);
  await permit(page, 'granted');
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await page.waitForURL('**/drive/all');
  expect(await whoIs(page)).toBe(BOB);
  await page.close();
});
