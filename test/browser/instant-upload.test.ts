/**
 * Instant upload in a real browser: content that a person's own drive holds is not sent again. Another person's content is sent, and the
 * answer does not depend on it.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, uploadFiles, visit, type Watched } from './browser.ts';

/** Three windows, the last one short; three parts. */
const SIZE_BYTES = 20_000_000;
const BYTES = randomBytes(SIZE_BYTES);
const OTHER_BYTES = randomBytes(SIZE_BYTES);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** One person's drive, and the browser's requests to the upload endpoints since it was opened. */
interface OpenedDrive extends Watched {
  readonly uploadCalls: string[];
}

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');

const server = await sharedServer(ALICE, BOB);

async function open(username: string, prepare?: (page: Page) => Promise<void>): Promise<OpenedDrive> {
  const watched = await visit();
  const { page } = watched;
  const uploadCalls: string[] = [];
  page.on('request', (request) => {
    const call = /\/drive\/v1\/uploads\/[^/]+\/(parts|complete)/.exec(request.url())?.[1];
    if (call) uploadCalls.push(call);
  });
  await prepare?.(page);
  await openAs(page, username, `${server.origin}/drive/all`);
  return { ...watched, uploadCalls };
}

async function upload(page: Page, name: string, buffer: Buffer): Promise<void> {
  await uploadFiles(page, [{ name, mimeType: 'application/octet-stream', buffer }]);
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

test("a file that is not in Alice's drive is hashed and sent", async () => {
  const opened = await open(ALICE.email);
  const workers: string[] = [];
  opened.page.on('worker', (worker) => workers.push(worker.url()));
  await upload(opened.page, 'original.bin', BYTES);
  expect(workers).toHaveLength(1);
  expect(opened.uploadCalls.toSorted()).toEqual(SENT);
  await expectSound(opened);
  // The worker may run the WebAssembly that hashes digests; the page may not.
  const compiles = async (): Promise<boolean> => {
    const module = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
    return WebAssembly.compile(module).then(
      () => true,
      () => false,
    );
  };
  expect(await opened.page.workers()[0]?.evaluate(compiles)).toBe(true);
  expect(await opened.page.evaluate(compiles)).toBe(false);
});

test('Bob sends the bytes that Alice has stored, and gets them back', async () => {
  const opened = await open(BOB.email);
  await upload(opened.page, 'same.bin', BYTES);
  expect(opened.uploadCalls.toSorted()).toEqual(SENT);
  await expectSound(opened);
  expect(await downloaded(opened.page, 'same.bin')).toBe(sha256(BYTES));
});

describe.each([
  { worker: 'that runs WebAssembly', isHidden: false },
  { worker: 'without WebAssembly', isHidden: true },
])('with a hash worker $worker', ({ isHidden }) => {
  let opened: OpenedDrive;
  let hidden = 0;

  beforeAll(async () => {
    opened = await open(ALICE.email, async (page) => {
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
  afterAll(() => opened.context.close());

  test('Alice stores the same bytes again without sending one', async () => {
    const name = `again-${isHidden ? 'plain' : 'wasm'}.bin`;
    await upload(opened.page, name, BYTES);
    expect(opened.uploadCalls).toEqual([]);
    expect(hidden).toBe(isHidden ? 1 : 0);
    await expectSound(opened);
    expect(await downloaded(opened.page, name)).toBe(sha256(BYTES));
  });
});

test('a different file of the same size is sent as ever', async () => {
  const opened = await open(BOB.email);
  await upload(opened.page, 'different.bin', OTHER_BYTES);
  expect(opened.uploadCalls.filter((call) => call === 'parts')).toHaveLength(3);
  expect(await downloaded(opened.page, 'different.bin')).toBe(sha256(OTHER_BYTES));
});
