/** A page opened under an older build: its note, when it reloads, and what happens when a part fails to load. */
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, untilAlive, visit } from './browser.ts';

const BOB = newPerson('Bob');

const server = await sharedServer(BOB);

async function openDrive(page: Page): Promise<void> {
  // Requests of a service worker could neither be counted nor changed on their way.
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }));
  await openAs(page, BOB.email, `${server.origin}/drive/all`);
  await untilAlive(page);
}

/** From now on the server announces another build. */
async function deploy(page: Page): Promise<void> {
  await page.route('**/builds/latest.json', (route) =>
    route.fulfill({ json: { id: 'another', at: '', offline_page: true } }),
  );
}

/** Documents requested since. */
function countLoads(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) count += 1;
  });
  return () => count;
}

/** Ten minutes, and ten more where the page has only then begun to count. */
async function later(page: Page, note: Locator): Promise<void> {
  const look = async (): Promise<boolean> => {
    await page.clock.fastForward('10:00');
    return note.isVisible();
  };
  await expect.poll(look, { interval: 500 }).toBe(true);
}

test.each([
  { locale: 'en-US', width: 1440, dark: false },
  { locale: 'ru', width: 390, dark: true },
])('the drive announces a new version calmly, in $locale', async (visitor) => {
  const watched = await visit(visitor);
  const { page } = watched;
  await page.clock.install();
  await openDrive(page);
  await deploy(page);
  const note = page.locator('[data-note="build"]');
  expect(await note.isVisible()).toBe(false);
  await later(page, note);
  await expectSound(watched);
  // Its text is aligned with the note, also where its buttons wrap to another line.
  const [box, text] = [await note.boundingBox(), await note.getByRole('paragraph').boundingBox()];
  expect((text?.x ?? 0) - (box?.x ?? 0)).toBeLessThan(24);
  await note.getByRole('button').click();
  await note.waitFor({ state: 'hidden' });
  await page.reload();
  await untilAlive(page);
  await later(page, note);
  await page.unroute('**/builds/latest.json');
  await Promise.all([page.waitForEvent('load'), note.getByRole('link').click()]);
  expect(await note.isVisible()).toBe(false);
});

test.each(['/ru/help', '/auth'])('the page %s announces a new version calmly', async (path) => {
  const watched = await visit({ locale: 'ru', width: 390 });
  const { page } = watched;
  await page.clock.install();
  await page.goto(`${server.origin}${path}`);
  await deploy(page);
  const note = page.locator('[data-note="build"]');
  expect(await note.isVisible()).toBe(false);
  await later(page, note);
  await expectSound(watched);
  await note.getByRole('button').click();
  await note.waitFor({ state: 'hidden' });
});

/** Moves the pointer until something happens: a page that has just loaded does not listen yet. */
async function touchUntil(page: Page, isDone: () => Promise<boolean>): Promise<void> {
  let x = 300;
  const look = async (): Promise<boolean> => {
    x += 1;
    await page.mouse.move(x, 300);
    return isDone();
  };
  await expect.poll(look, { timeout: 20_000 }).toBe(true);
}

test('a part that a new build has replaced reloads the page once; then a note offers the next step', async () => {
  const { page, complaints } = await visit();
  await openDrive(page);
  await deploy(page);
  await page.route('**/assets/intent-*.js', (route) =>
    route.fulfill({ status: 404, contentType: 'text/html', body: 'gone' }),
  );
  const loads = countLoads(page);
  await page.reload();
  const note = page.locator('[data-note="stuck"]');
  await touchUntil(page, () => note.isVisible());
  // Once by the person, once by itself.
  expect(loads()).toBe(2);
  expect(complaints.some((text) => text.startsWith('a part of the page did not load'))).toBe(true);
});

test('a part that the network lost within one build loads nothing anew', async () => {
  const { page } = await visit();
  await openDrive(page);
  await page.route('**/assets/intent-*.js', (route) => route.abort());
  const loads = countLoads(page);
  let hasFailed = false;
  page.on('requestfailed', (request) => {
    hasFailed ||= request.url().includes('/assets/intent-');
  });
  await page.reload();
  await touchUntil(page, async () => hasFailed);
  await page.waitForLoadState('networkidle');
  expect(loads()).toBe(1);
  expect(await page.locator('[data-note="stuck"]').isVisible()).toBe(false);
});

test('a part that did not load is loaded with the next press, by a reload where the browser does not ask again', async () => {
  const { page } = await visit();
  await openDrive(page);
  let isLost = true;
  let hasFailed = false;
  await page.route('**/assets/intent-*.js', (route) => (isLost ? route.abort() : route.continue()));
  page.on('requestfailed', (request) => {
    hasFailed ||= request.url().includes('/assets/intent-');
  });
  await page.reload();
  // A request of the former page may be what failed; the new one takes no keys before.
  await untilAlive(page);
  await touchUntil(page, async () => hasFailed);
  await page.keyboard.press('?');
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('dialog').isVisible()).toBe(false);
  isLost = false;
  let reloads = 0;
  page.on('load', () => {
    reloads += 1;
  });
  // A press that loads the part shows the dialog requested before; after a reload the user opens it again.
  const pressUntilShown = async (): Promise<boolean> => {
    await page.keyboard.press(reloads === 0 ? 'Shift' : '?');
    return page.getByRole('dialog').isVisible();
  };
  await expect.poll(pressUntilShown, { timeout: 20_000 }).toBe(true);
  expect(reloads).toBeLessThan(2);
});

test('an app that fails to start is logged, named in the error payload, and shows the not-found page with its tip', async () => {
  const watched = await visit();
  const { page, complaints } = watched;
  await openDrive(page);
  // The server's HTML is not valid input for the app.
  await page.route('**/drive/all', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll('"rows":[', '"rows":null,"were":[');
    await route.fulfill({ response: answer, body });
  });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor();
  await page.getByText('Check the address for typos').waitFor();
  const payload = await page.locator('meta[name="magpie:error"]').getAttribute('content');
  expect(JSON.parse(payload ?? '')).toEqual({ island: 'drive/browser', message: expect.stringContaining('null') });
  expect(complaints.some((text) => text.startsWith('an app did not mount drive/browser'))).toBe(true);
  watched.complaints.length = 0;
  await expectSound(watched);
});
