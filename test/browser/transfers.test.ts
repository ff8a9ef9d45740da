/**
 * Uploads interrupted midway: paused, reloaded, chosen again. Nothing is lost, nothing is stored twice.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page, Request } from 'playwright';
import { afterEach, expect, test } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { contentUrl, walkDrive } from '#test/faults/upload-client.ts';
import { makeWireClient, sha256 } from '#test/flow/wire-client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, undoneUploads, untilAlive, visit, type Watched } from './browser.ts';

const FILES = 50;
const FOLDER = 'Camera roll';
/** Three parts. */
const LARGE_BYTES = 17_000_000;
const SMALL_BYTES = 40_000;
const PATIENT = { timeout: 60_000 };
const PART = /\/drive\/v1\/uploads\/([^/]+)\/parts\/(\d+)/;
/** A small file in one request, or several; as a question, which uploads are open. */
const WHOLE = /\/drive\/v1\/uploads(\?|:batch)/;

/** One person's drive, and which parts the server has taken since it was opened. */
interface OpenedDrive extends Watched {
  /** Parts that arrived. */
  readonly taken: string[];
  /** Small files that arrived in one request. */
  readonly whole: string[];
  /** Kinds of calls the browser made. */
  readonly asked: string[];
  /** After so many more parts and small files the line is cut. */
  cut(after: number): void;
  mend(): void;
}

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');
const CARLA = newPerson('Carla', { premium: true });

const disk = scratchFolder();
const openedDrives: OpenedDrive[] = [];

const server = await sharedServer(ALICE, BOB, CARLA);
const wire = makeWireClient(server.origin);

afterEach(async () => {
  for (const { context } of openedDrives.splice(0)) await context.close();
});

/** Small files that a request brings. */
function filesIn(request: Request): number {
  if (!request.url().endsWith(':batch')) return 1;
  const body = request.postDataBuffer() ?? Buffer.alloc(0);
  return (JSON.parse(body.subarray(0, body.indexOf('\n')).toString()) as unknown[]).length;
}

async function open(username: string): Promise<OpenedDrive> {
  const watched = await visit();
  const { page } = watched;
  const taken: string[] = [];
  const whole: string[] = [];
  const asked: string[] = [];
  let allowed = Number.POSITIVE_INFINITY;
  await page.route(PART, (route) => {
    if (route.request().method() === 'PUT' && --allowed < 0) return;
    return route.continue();
  });
  await page.route(WHOLE, (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    allowed -= filesIn(route.request());
    return allowed < 0 ? undefined : route.continue();
  });
  page.on('response', (response) => {
    const [, upload, part] = PART.exec(response.url()) ?? [];
    if (upload && response.request().method() === 'PUT' && response.ok()) taken.push(`${upload}/${part}`);
    if (WHOLE.test(response.url()) && response.request().method() === 'POST' && response.ok())
      for (let at = 0; at < filesIn(response.request()); at += 1) whole.push(`${response.url()} ${at}`);
  });
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await openAs(page, username, `${server.origin}/drive/all`);
  const opened: OpenedDrive = {
    ...watched,
    taken,
    whole,
    asked,
    cut: (after) => {
      allowed = after;
    },
    mend: () => {
      allowed = Number.POSITIVE_INFINITY;
    },
  };
  openedDrives.push(opened);
  return opened;
}

async function choose(page: Page, press: () => Promise<void>, files: string | string[]): Promise<void> {
  // A press before the button is alive opens nothing.
  await untilAlive(page, 'drive/upload');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press()]);
  await chooser.setFiles(files);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const upload = (page: Page, file: string) => choose(page, () => button(page, 'Upload').click(), file);

async function uploadFolder(page: Page, folder: string): Promise<void> {
  // A panel opened before hydration may be closed again by it.
  await untilAlive(page, 'drive/upload');
  await page.getByRole('button', { name: 'More ways to upload' }).click();
  await choose(page, () => page.getByRole('menuitem', { name: 'Upload folder' }).click(), folder);
}

const lines = (page: Page, phase: string) => page.locator(`[data-upload="${phase}"]`);

async function onDisk(name: string, bytes = randomBytes(LARGE_BYTES)): Promise<string> {
  const file = path.join(disk, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes);
  return file;
}

/** Names of the person's files with the digests of their downloaded contents. */
async function stored(username: string): Promise<Map<string, string>> {
  const person = await wire.signIn(username);
  const found = new Map<string, string>();
  for (const { id, name, kind } of await walkDrive(wire, person)) {
    if (kind !== 'drive#file') continue;
    const answer = await fetch(await contentUrl(wire, person, id));
    found.set(name, sha256(new Uint8Array(await answer.arrayBuffer())));
  }
  return found;
}

test('fifty files under way, a reload in the middle, the folder chosen again: all are there, once', async () => {
  const username = ALICE.email;
  const person = await wire.signIn(username);
  const usage = async () => {
    const { body } = await wire.call('GET', '/drive/v1/about', { token: person.token });
    return Number(body.quota.usage);
  };
  const [usedBefore, storedBefore] = [await usage(), await stored(username)];
  const expected = new Map<string, string>();
  let sizeBytes = 0;
  for (let made = 0; made < FILES; made += 1) {
    const bytes = randomBytes(made % 20 === 7 ? LARGE_BYTES : SMALL_BYTES + made);
    const name = `picture ${made}.bin`;
    await onDisk(`${FOLDER}/${made % 2 === 0 ? name : `day/${name}`}`, bytes);
    expected.set(name, sha256(bytes));
    sizeBytes += bytes.length;
  }
  const opened = await open(username);
  const { page, taken, whole } = opened;
  // Of 47 small files and nine parts: a group and some parts arrive, and more of both are left.
  opened.cut(30);
  await uploadFolder(page, path.join(disk, FOLDER));
  await expect.poll(() => taken.length + whole.length, PATIENT).toBeGreaterThan(5);
  await page.reload();
  expect(opened.asked).toEqual(['beforeunload']);
  opened.mend();
  await uploadFolder(page, path.join(disk, FOLDER));
  await expect.poll(() => undoneUploads(page), PATIENT).toEqual([]);
  expect(new Set(taken).size).toBe(taken.length);
  const now = await stored(username);
  for (const name of storedBefore.keys()) now.delete(name);
  expect(now).toEqual(expected);
  expect((await usage()) - usedBefore).toBe(sizeBytes);
  const folders = (await walkDrive(wire, person)).filter(({ kind }) => kind === 'drive#folder').map(({ name }) => name);
  expect(folders.filter((name) => name.startsWith(FOLDER))).toEqual([FOLDER]);
  // No upload is running: the page closes without a question, and offers nothing to resume.
  const looked = page.waitForResponse(WHOLE);
  await page.reload();
  expect(opened.asked).toEqual(['beforeunload']);
  await looked;
  expect(await page.locator('[data-upload]').count()).toBe(0);
  await expectSound(opened);
});

test('a file pauses and continues where it was; a paused one does not hold the page open', async () => {
  const opened = await open(BOB.email);
  const { page, taken } = opened;
  const file = await onDisk('paused.bin');
  opened.cut(1);
  await upload(page, file);
  await expect.poll(() => taken.length, PATIENT).toBe(1);
  await button(page, 'Pause paused.bin').click();
  await page.getByText('1 upload paused').waitFor();
  await expectSound(opened);
  opened.mend();
  await button(page, 'Resume paused.bin').click();
  await page.getByText('1 file uploaded').waitFor();
  expect(taken).toHaveLength(3);
  expect(new Set(taken).size).toBe(3);
  opened.cut(1);
  await upload(page, await onDisk('left.bin'));
  await expect.poll(() => taken.length, PATIENT).toBe(4);
  await button(page, 'Pause left.bin').click();
  await page.reload();
  expect(opened.asked).toEqual([]);
  await lines(page, 'unfinished').waitFor();
});

test('of very many uploads only the lines in sight exist, the last one is reached by scrolling, and those that are done stay', async () => {
  const opened = await open(CARLA.email);
  const { page, whole } = opened;
  const many = 400;
  const names = Array.from({ length: many }, (_, at) => `tiny ${String(at).padStart(3, '0')}.txt`);
  const files = await Promise.all(names.map((name) => onDisk(`tiny/${name}`, Buffer.from(name))));
  // One request of at most 64 arrives, of fewer where reading is slow; those that follow get no answer.
  opened.cut(64);
  await choose(page, () => button(page, 'Upload').click(), files);
  await page.getByText(`Uploading ${many} files`).waitFor();
  await expect.poll(() => whole.length, PATIENT).toBeGreaterThan(0);
  const box = page.locator('[data-transfers] > [role=group]');
  const last = box.locator('[data-upload="waiting"]', { hasText: names.at(-1) ?? '' });
  await box.locator('li[aria-posinset="1"]').waitFor();
  expect(await page.locator('[data-upload]').count()).toBeLessThan(40);
  expect(await last.count()).toBe(0);
  await expectSound(opened);
  // On a small phone, too, the lines stay inside the panel, below each other.
  await page.setViewportSize({ width: 320, height: 568 });
  await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await last.waitFor();
  const overlaps = () =>
    box.locator('li').evaluateAll((found) => {
      const boxes = found.map((line) => line.getBoundingClientRect());
      return boxes.filter((one, at) => one.right > innerWidth || one.bottom > (boxes[at + 1]?.top ?? Infinity) + 1)
        .length;
    });
  await expect.poll(overlaps).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await box.evaluate((element) => element.scrollTo(0, 0));
  opened.mend();
  // The requests that were cut get no answer: they are sent again.
  await button(page, 'Pause all').click();
  await button(page, 'Resume all').click();
  await page.getByText(`${many} files uploaded`).waitFor();
  // The panel keeps its height, with the lines that are done in it.
  await page.locator('[data-upload="done"]').first().waitFor();
  expect(await page.locator('[data-upload]').count()).toBeLessThan(40);
  expect(
    (await walkDrive(wire, await wire.signIn(CARLA.email))).filter(({ name }) => names.includes(name)),
  ).toHaveLength(many);
});

test('another file is refused with a sentence, the right one continues, and cancelling frees the space', async () => {
  const opened = await open(CARLA.email);
  const { page, taken } = opened;
  const bytes = randomBytes(LARGE_BYTES);
  const file = await onDisk('film.bin', bytes);
  opened.cut(2);
  await upload(page, file);
  await expect.poll(() => taken.length, PATIENT).toBe(2);
  await page.reload();
  await lines(page, 'unfinished').waitFor();
  await expectSound(opened);
  const again = () => button(page, 'Choose film.bin again').click();
  await choose(page, again, await onDisk('other/film.bin'));
  await page.getByText('This is a different file.').waitFor();
  expect(taken).toHaveLength(2);
  opened.mend();
  await choose(page, again, file);
  await page.getByText('1 file uploaded').waitFor();
  expect(new Set(taken).size).toBe(3);
  expect(taken).toHaveLength(3);
  expect((await stored(CARLA.email)).get('film.bin')).toBe(sha256(bytes));

  opened.cut(1);
  await upload(page, await onDisk('unwanted.bin'));
  await expect.poll(() => taken.length, PATIENT).toBe(4);
  await page.reload();
  await button(page, 'Cancel unwanted.bin').click();
  await page.getByText('Its space is available again.').waitFor();
  const { token } = await wire.signIn(CARLA.email);
  const { body } = await wire.call('GET', '/drive/v1/uploads', { token });
  expect(body.uploads).toEqual([]);
});

test('the page of tasks lists the uploads of this browser once, with the buttons of the drive, and one continues there', async () => {
  const opened = await open(BOB.email);
  const { page, taken } = opened;
  const file = await onDisk('task.bin');
  opened.cut(1);
  await upload(page, file);
  await expect.poll(() => taken.length, PATIENT).toBe(1);
  await button(page, 'Pause task.bin').click();
  await page.goto(`${server.origin}/drive/tasks`);
  const own = page.getByRole('region', { name: 'In this browser' });
  await own.locator('[data-upload="unfinished"]', { hasText: 'task.bin' }).waitFor();
  expect(await page.locator('[data-task]', { hasText: 'task.bin' }).count()).toBe(0);
  opened.mend();
  const again = own.getByRole('button', { name: 'Choose task.bin again' });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), again.click()]);
  await chooser.setFiles(file);
  await own.locator('[data-upload="done"]', { hasText: 'task.bin' }).waitFor();
  expect([taken.length, new Set(taken).size]).toEqual([3, 3]);
  await expectSound(opened);
});
