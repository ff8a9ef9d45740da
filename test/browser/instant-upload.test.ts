/**
 * Instant upload in a real browser: content that a person's own drive holds is not sent again. Another person's content is sent, and the
 * answer tells nothing about it.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '#test/server.ts';
import { expectSound, launch, signIn, visit, type Watched } from './browser.ts';

/** Three windows, the last one short; three parts. */
const SIZE_BYTES = 20_000_000;
const BYTES = randomBytes(SIZE_BYTES);
const OTHER_BYTES = randomBytes(SIZE_BYTES);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** One person's drive, and what the browser asked of the server's upload doors since it was opened. */
interface Desk extends Watched {
  readonly doors: string[];
}

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer();
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function open(username: string, prepare?: (page: Page) => Promise<void>): Promise<Desk> {
  const watched = await visit(browser);
  const { page } = watched;
  const doors: string[] = [];
  page.on('request', (request) => {
    const door = /\/drive\/v1\/uploads\/[^/]+\/(parts|complete)/.exec(request.url())?.[1];
    if (door) doors.push(door);
  });
  await prepare?.(page);
  await page.goto(`${server.origin}/drive/all`);
  await signIn(page, username);
  await page.waitForURL('**/drive/all');
  return { ...watched, doors };
}

async function upload(page: Page, name: string, buffer: Buffer): Promise<void> {
  // A press before the button is alive opens nothing.
  await page.locator('[data-island="drive/upload"][data-hydrated]').waitFor();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Upload', exact: true }).click(),
  ]);
  await chooser.setFiles([{ name, mimeType: 'application/octet-stream', buffer }]);
  await page.getByRole('button', { name: `More for ${name}` }).waitFor();
  await page.getByText('1 file uploaded').waitFor();
}

async function downloaded(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: `More for ${name}` }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download', exact: true }).click(),
  ]);
  return sha256(await readFile(await file.path()));
}

const SENT = ['complete', 'parts', 'parts', 'parts'];

test('Alice uploads what her drive does not hold: it is hashed and sent', async () => {
  const desk = await open('alice@example.com');
  const workers: string[] = [];
  desk.page.on('worker', (worker) => workers.push(worker.url()));
  await upload(desk.page, 'original.bin', BYTES);
  expect(workers).toHaveLength(1);
  expect(desk.doors.toSorted()).toEqual(SENT);
  await expectSound(desk);
  // The worker may run the WebAssembly that hashes digests; the page may not.
  const compiles = async (): Promise<boolean> => {
    const module = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
    return WebAssembly.compile(module).then(
      () => true,
      () => false,
    );
  };
  expect(await desk.page.workers()[0]?.evaluate(compiles)).toBe(true);
  expect(await desk.page.evaluate(compiles)).toBe(false);
  await desk.context.close();
});

test('Bob sends the bytes that Alice has stored, and gets them back', async () => {
  const desk = await open('bob@example.com');
  await upload(desk.page, 'same.bin', BYTES);
  expect(desk.doors.toSorted()).toEqual(SENT);
  await expectSound(desk);
  expect(await downloaded(desk.page, 'same.bin')).toBe(sha256(BYTES));
  await desk.context.close();
});

describe.each([
  { worker: 'that runs WebAssembly', isHidden: false },
  { worker: 'without WebAssembly', isHidden: true },
])('with a hash worker $worker', ({ isHidden }) => {
  let desk: Desk;
  let hidden = 0;

  beforeAll(async () => {
    desk = await open('alice@example.com', async (page) => {
      if (!isHidden) return;
      // As in the lockdown mode of a browser.
      await page.route('**/assets/hash-worker-*.js', async (route) => {
        const answer = await route.fetch();
        const hide = 'Object.defineProperty(globalThis, "WebAssembly", { value: undefined });\n';
        await route.fulfill({ response: answer, body: hide + (await answer.text()) });
        hidden += 1;
      });
    });
  });
  afterAll(() => desk.context.close());

  test('Alice stores the same bytes again without sending one', async () => {
    const name = `again-${isHidden ? 'plain' : 'wasm'}.bin`;
    await upload(desk.page, name, BYTES);
    expect(desk.doors).toEqual([]);
    expect(hidden).toBe(isHidden ? 1 : 0);
    await expectSound(desk);
    expect(await downloaded(desk.page, name)).toBe(sha256(BYTES));
  });
});

test('a different file of the same size is sent as ever', async () => {
  const desk = await open('bob@example.com');
  await upload(desk.page, 'different.bin', OTHER_BYTES);
  expect(desk.doors.filter((door) => door === 'parts')).toHaveLength(3);
  expect(await downloaded(desk.page, 'different.bin')).toBe(sha256(OTHER_BYTES));
  await desk.context.close();
});
