/** The region check of the drive in a browser, and the pages shown in place of others. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askServer } from '#scripts/ops/area.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { expectSound, signIn, untilAlive, visit, type Watched } from './browser.ts';

const RULES = { blockedCountries: ['KP'], blockedAddresses: ['203.0.113.0/24'], domains: [] };
const CHECK = '**/access_controller/v1/area_accessible*';

const dataDir = scratchFolder();
let server: TestServer;

beforeAll(async () => {
  const first = await startServer({ dataDir });
  try {
    await askServer(dataDir, '/_internal/config/publish', {
      name: 'access',
      text: JSON.stringify(RULES),
      base_version: 0,
      note: '',
    });
  } finally {
    await first.stop();
  }
  // A server reads at its start whatever was published before.
  server = await startServer({ dataDir, env: { TRUSTED_PROXY_HEADER: 'x-test-address' } });
});

afterAll(() => server.stop());

/** Answers in place of every domain, and counts. */
async function answerChecks(page: Page, answer: object): Promise<() => number> {
  let asked = 0;
  await page.route(CHECK, async (route) => {
    asked += 1;
    await route.fulfill({ json: answer });
  });
  return () => asked;
}

async function openDrive(watched: Watched): Promise<void> {
  await watched.page.goto(`${server.origin}/drive/all`);
  await signIn(watched.page, 'alice@example.com');
  // The page hides a closed drive as soon as the answer arrives.
  await watched.page.locator('[data-island="drive/browser"][data-hydrated]').waitFor({ state: 'attached' });
}

test('a visit that all domains close covers the drive, and nothing of it is left to reach', async () => {
  const watched = await visit({ width: 390 });
  const { page, context } = watched;
  await answerChecks(page, { accessible: false, reason: 'region', country_code: 'KP' });
  await openDrive(watched);
  const screen = page.locator('dialog[open]');
  await screen.getByRole('heading', { level: 1 }).waitFor();
  expect(await screen.textContent()).toContain('North Korea');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect.poll(() => screen.count()).toBe(1);
  await expect.poll(() => page.locator('[data-row], [role=listbox], table').count()).toBe(0);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('pp_access');
  await expectSound(watched);
});

test('a press on a closed visit checks again, and the drive returns once a domain allows it', async () => {
  const watched = await visit();
  const { page, context } = watched;
  await answerChecks(page, { accessible: false, reason: 'region', country_code: 'KP' });
  await openDrive(watched);
  const screen = page.locator('dialog[open]');
  await screen.getByRole('heading', { level: 1 }).waitFor();
  await page.unroute(CHECK);
  await answerChecks(page, { accessible: true, reason: '', country_code: 'DE' });
  await screen.getByRole('button').last().click();
  await screen.waitFor({ state: 'detached' });
  await expect.poll(async () => (await context.cookies()).some(({ name }) => name === 'pp_access')).toBe(true);
  await expectSound(watched);
});

test('an allowed visit stays as it is and is checked once in 10 minutes', async () => {
  const watched = await visit();
  const { page, context } = watched;
  const asked = await answerChecks(page, { accessible: true, reason: '', country_code: 'DE' });
  const answered = page.waitForResponse(CHECK);
  await openDrive(watched);
  await answered;
  await expect.poll(async () => (await context.cookies()).some(({ name }) => name === 'pp_access')).toBe(true);
  await page.reload();
  await untilAlive(page);
  expect(await page.locator('dialog[open]').count()).toBe(0);
  expect(asked()).toBe(1);
  expect(watched.complaints).toEqual([]);
});

test('our own server answers the check of its own drive', async () => {
  const watched = await visit();
  const answered = watched.page.waitForResponse(CHECK);
  await openDrive(watched);
  expect(await (await answered).json()).toEqual({ accessible: true, reason: '', country_code: 'US' });
});

test.each([
  ['ja', 390, true],
  ['ru', 1440, false],
  ['pt-BR', 320, false],
] as const)('a blocked address gets its page in %s at %d px, without script too', async (locale, width, dark) => {
  for (const script of [true, false]) {
    const watched = await visit({ locale, width, dark, script });
    await watched.context.setExtraHTTPHeaders({ 'x-test-address': '203.0.113.77' });
    const answer = await watched.page.goto(`${server.origin}/drive/all`);
    expect(answer?.status()).toBe(403);
    expect(await watched.page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await watched.page.locator('main').textContent()).toContain('203.0.113.77');
    if (script) {
      // The browser logs the refused page by itself; that is no fault of the page.
      await expect.poll(() => watched.complaints.length).toBe(1);
      watched.complaints.length = 0;
      await expectSound(watched);
    }
    await watched.context.close();
  }
});
