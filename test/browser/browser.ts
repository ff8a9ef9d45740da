/**
 * Chromium for the tests that need a person's eyes and hands. Every page is watched: a console error, a page error or
 * a violation of the content security policy fails the test that caused it.
 */
import { randomBytes } from 'node:crypto';
import { type Browser, type BrowserContext, chromium, type FileChooser, type Locator, type Page } from 'playwright';
import { afterAll, expect, onTestFinished } from 'vitest';
import { readOverflow } from '#scripts/crawl/read-page.ts';
import { readBarriers } from './barriers.ts';

export interface Watched {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The errors and warnings that the browser has logged so far. */
  readonly complaints: string[];
}

export interface Visitor {
  readonly width?: number;
  readonly locale?: string;
  readonly dark?: boolean;
  readonly script?: boolean;
  /** IANA name; the machine's own when left out. */
  readonly timeZone?: string;
}

/** One for all files that a process of vitest runs one after another; it ends with the process. */
let running: Promise<Browser> | undefined;

async function start(): Promise<Browser> {
  // The shell without a window draws the same pages for about half of the processor time.
  const executablePath = process.env['HEADLESS_SHELL'] ?? process.env['CHROMIUM'];
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    // Without a UTF-8 locale the browser gives a download with other letters no name.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  browser.once('disconnected', () => {
    running = undefined;
  });
  return browser;
}

function launched(): Promise<Browser> {
  running ??= start();
  return running;
}

async function closePages(): Promise<void> {
  const contexts = (await running)?.contexts() ?? [];
  await Promise.all(contexts.map((context) => context.close()));
}

/** The browser, from the top level of a file: its pages close after the last test. The next file needs no start. */
export async function launch(): Promise<Browser> {
  afterAll(closePages);
  return launched();
}

/** A new window. It closes after the running test: a page that stays open goes on listening and drawing. */
export async function visit(visitor: Visitor = {}): Promise<Watched> {
  const { width = 1440, locale = 'en-US', dark = false, script = true, timeZone } = visitor;
  const context = await (await launched()).newContext({
    viewport: { width, height: width < 700 ? 844 : 900 },
    locale,
    ...(timeZone ? { timezoneId: timeZone } : {}),
    colorScheme: dark ? 'dark' : 'light',
    javaScriptEnabled: script,
    hasTouch: width < 700,
    reducedMotion: 'reduce',
  });
  try {
    onTestFinished(() => context.close());
  } catch {
    // No test is running: it closes with the file.
  }
  const page = await context.newPage();
  // Pickers are intercepted from the first on: a press beside the beginning of that opens the browser's own.
  page.on('filechooser', () => undefined);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`.trim());
  });
  return { page, context, complaints };
}

/** Picks files for the drive: by the button, on a phone by the sheet of its bar. */
export async function uploadFiles(page: Page, files: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
  // A press before the button is alive opens nothing.
  await page.locator('[data-island="drive/upload"][data-hydrated]').waitFor();
  const add = page.getByRole('button', { name: /^(Add|追加)$/ });
  const isPhone = await add.isVisible();
  if (isPhone) await add.click();
  const button = isPhone
    ? page.getByRole('menuitem', { name: /^(Upload files|ファイルをアップロード)$/ })
    : page.getByRole('button', { name: /^(Upload|アップロード)$/ });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
  await chooser.setFiles(files);
}

export const copiedText = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** All files of a process share one clipboard: empty it before the press that fills it. */
export const emptyClipboard = (page: Page): Promise<void> => page.evaluate(() => navigator.clipboard.writeText(''));

/** No complaint of the browser, no accessibility violation, nothing wider than the window. */
export async function expectSound({ page, complaints }: Watched): Promise<void> {
  expect(complaints).toEqual([]);
  expect(await readOverflow(page)).toBeLessThanOrEqual(0);
  expect(await readBarriers(page)).toEqual([]);
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** The box of an element once two measurements in a row are equal. */
export async function restingBox(thing: Locator): Promise<Box> {
  let box: Box | null = null;
  const look = async (): Promise<boolean> => {
    const before = box;
    box = await thing.boundingBox();
    return box !== null && JSON.stringify(box) === JSON.stringify(before);
  };
  await expect.poll(look, { interval: 100 }).toBe(true);
  if (box === null) throw new Error('nothing is drawn there');
  return box;
}

/** Keys that are pressed go to it from now on. */
export async function untilFocused(thing: Locator): Promise<void> {
  await expect.poll(() => thing.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** A form that needs a human check opens it when submitted from now on; submitted before, it returns unchanged. */
export async function untilGuarded(page: Page): Promise<void> {
  await page.locator('html[data-forms] form[data-check-url]').waitFor();
}

/** The first message of the server over a socket. Wait for it before opening the page, so that none is missed. */
export function untilHeard(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => socket.on('framereceived', () => resolve()));
  });
}

/** How many uploads of the panel are done, and how many are not; it draws only those in sight. Null without a panel. */
async function countUploads(page: Page): Promise<{ done: number; undone: number } | null> {
  const [counts = null] = await page
    .locator('[data-transfers]')
    .evaluateAll((found) =>
      found.map(({ dataset: { done, undone } }) => ({ done: Number(done), undone: Number(undone) })),
    );
  return counts;
}

export async function doneUploads(page: Page): Promise<number> {
  return (await countUploads(page))?.done ?? 0;
}

/** The unfinished uploads of the panel, those in sight as text; a fixed sentence when there are none. */
export async function undoneUploads(page: Page): Promise<string[]> {
  const { done, undone } = (await countUploads(page)) ?? { done: 0, undone: 0 };
  if (done + undone === 0) return ['no upload yet'];
  if (undone === 0) return [];
  const lines = await page.locator('[data-upload]:not([data-upload="done"])').allTextContents();
  return [`${undone} not done`, ...lines];
}

/** Signs in on the page it was sent to. */
export async function signIn(page: Page, username: string): Promise<void> {
  await page.locator('input[name=username]:not([type=hidden])').fill(username);
  await page.locator('input[name=password]:not([type=hidden])').fill('magpie-demo');
  await page.locator('form:has(input[type=password]) button[type=submit]').first().click();
}

/** Signs in by the call of our own pages: the session is in the cookies of the context. For tests that are not about the sign-in page. */
async function enter(context: BrowserContext, origin: string, username: string): Promise<void> {
  const answer = await context.request.post(`${origin}/v1/auth/signin`, {
    // A device of its own, as a browser that comes for the first time.
    headers: { origin, 'sec-fetch-site': 'same-origin', 'x-device-id': randomBytes(16).toString('hex') },
    data: { client_id: 'web', username, password: 'magpie-demo' },
  });
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()} ${await answer.text()}`);
}

/** Opens an address of the app as this person. */
export async function openAs(page: Page, username: string, address: string): Promise<void> {
  await enter(page.context(), new URL(address).origin, username);
  await page.goto(address);
}

/** An island of the page answers to presses and keys from now on. */
export function untilAlive(page: Page, island = 'drive/browser'): Promise<void> {
  return page.locator(`[data-island="${island}"][data-hydrated]`).waitFor();
}

/** A page of the drive in a new window of this person, once its list answers. */
export async function openDrive(
  { origin }: { readonly origin: string },
  username: string,
  visitor: Visitor = {},
  path = '/drive/all',
): Promise<Watched> {
  const watched = await visit(visitor);
  await openAs(watched.page, username, origin + path);
  await untilAlive(watched.page);
  return watched;
}

/** Makes a folder by the button of the drive. @param shown  how its row names it */
export async function newFolder(page: Page, name: string, shown = name): Promise<void> {
  await page.getByRole('button', { name: 'New folder' }).first().click();
  const field = page.getByRole('dialog').getByRole('textbox');
  await field.fill(name);
  await field.press('Enter');
  await page.getByRole('button', { name: `More for ${shown}` }).waitFor();
}

/** Chooses an entry of the menu of a row. */
export async function choose(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}
