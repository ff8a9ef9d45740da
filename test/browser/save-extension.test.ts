/** The extension that an installation offers, in Chromium: sign-in, saving, the hand-off of its sign-in, sign-out. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '#scripts/build/ensure.ts';
import { readExtension } from '#scripts/build/extension.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { packExtension } from '#worker/pages/packages/extension-package.ts';
import { whoIs } from './bridge-doubles.ts';
import { openAs, untilAlive } from './browser.ts';

const BOB = newPerson('Bob');

const folder = scratchFolder();
let context: BrowserContext;
let popupUrl: string;

const server = await sharedServer(BOB);

beforeAll(async () => {
  for (const [name, bytes] of Object.entries(packExtension(readExtension(ROOT), server.origin).files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), bytes);
  }
  const executablePath = process.env['CHROMIUM'];
  context = await chromium.launchPersistentContext('', {
    ...(executablePath ? { executablePath } : {}),
    headless: true,
    locale: 'en-US',
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--headless=new',
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
    ],
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  popupUrl = `chrome-extension://${new URL(worker.url()).host}/popup.html`;
});

afterAll(() => context?.close());

/** As the menu of a page does. */
function save(popup: Page, request: object): Promise<{ state: string; text: string }> {
  return popup.evaluate((facts) => {
    const { runtime } = (globalThis as unknown as { chrome: { runtime: { sendMessage(m: object): Promise<never> } } })
      .chrome;
    return runtime.sendMessage({ popup: 'save', request: facts });
  }, request);
}

test('a person signs the extension in, saves to the drive, is signed in on the pages by it, and signs out', async () => {
  const page = await context.newPage();
  await openAs(page, BOB.email, `${server.origin}/drive/all`);
  const popup = await context.newPage();
  await popup.goto(popupUrl);
  await popup.getByText('Sign in to save to your drive.').waitFor();
  expect(await save(popup, { kind: 'page', url: 'https://example.org/', title: '' })).toEqual({
    state: 'signed-out',
    text: '',
  });

  const [asking] = await Promise.all([
    context.waitForEvent('page'),
    popup.getByRole('button', { name: 'Sign in' }).click(),
  ]);
  await asking.locator('button[name="decision"][value="allow"]').click();
  await asking.waitForURL('**/auth-success?**');
  await popup.bringToFront();
  const signedIn = async () => {
    await popup.reload();
    return popup.locator('#who').textContent();
  };
  await expect.poll(signedIn, { timeout: 20_000 }).toBe('Signed in as Bob');

  expect(await save(popup, { kind: 'page', url: 'https://example.org/a?b', title: 'A page: of/mine' })).toEqual({
    state: 'saved',
    text: 'A page of mine.url',
  });
  await page.reload();
  await page.locator('[data-listing]').getByRole('button', { name: 'A page of mine.url', exact: true }).waitFor();
  const refused = await save(popup, { kind: 'link', url: `${server.origin}/secret`, title: '' });
  expect(refused.state).toBe('failed');
  expect(refused.text).not.toBe('');
  expect((await save(popup, { kind: 'picture', url: 'data:image/png;base64,AA==', title: '' })).state).toBe('failed');
  await popup.reload();
  await popup.locator('#result', { hasText: 'That didn’t work.' }).waitFor();

  await context.clearCookies();
  await page.goto(`${server.origin}/drive/all?from_source=browser_extension`);
  await untilAlive(page);
  expect(await whoIs(page)).not.toBe('');

  await popup.getByRole('button', { name: 'Sign out' }).click();
  await popup.getByText('Sign in to save to your drive.').waitFor();
});
