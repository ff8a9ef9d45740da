/**
 * Taken names, earlier contents, a full drive, and a session that ends midway: nothing is lost, and there is a next step.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { contentUrl, walkDrive } from '#test/faults/upload-client.ts';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { serverOfFile } from '#test/server.ts';
import {
  doneUploads,
  expectSound,
  openDrive,
  restingBox,
  undoneUploads,
  untilAlive,
  uploadFiles,
  type Visitor,
  type Watched,
} from './browser.ts';

/** Of a person without a plan, bytes. */
const LIMIT_BYTES = 20_000_000;
const FILES = 50;
const PATIENT = { timeout: 60_000 };
/** A part, or small files in one request: a hundred of them take two. */
const SENT = /\/drive\/v1\/uploads(\/[^/]+\/parts\/\d+|\?|:batch)/;
const MANY = 100;

const disk = scratchFolder();

const server = await serverOfFile({ env: { LIMITS: JSON.stringify({ freeStorageBytes: LIMIT_BYTES }) } });
const wire = makeWireClient(server.origin);

interface Picked {
  readonly name: string;
  readonly text: string;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const more = (page: Page, name: string) => button(page, `More for ${name}`);
const row = (page: Page, name: string) => page.locator('[data-row]').filter({ has: more(page, name) });
const toast = (page: Page, text: string) => page.locator('.toast').getByText(text);
const taken = (page: Page) => page.getByRole('dialog', { name: /already exists? here$/ });

async function enter(username: string, visitor: Visitor = {}): Promise<Watched> {
  const watched = await openDrive(server, username, visitor);
  await untilAlive(watched.page, 'drive/upload');
  return watched;
}

async function pick(page: Page, files: readonly Picked[]): Promise<void> {
  const sent = files.map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) }));
  await uploadFiles(page, sent);
}

async function pickFolder(page: Page, folder: string): Promise<void> {
  await page.getByRole('button', { name: 'More ways to upload' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: 'Upload folder' }).click(),
  ]);
  await chooser.setFiles(folder);
}

async function onDisk(name: string, bytes: Uint8Array | string): Promise<string> {
  const file = path.join(disk, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes);
  return file;
}

/** Path and content of each file of a person. */
async function held(username: string): Promise<Record<string, string>> {
  const person = await wire.signIn(username);
  const all = await walkDrive(wire, person);
  const wayOf = (id: string): string => {
    const one = all.find((node) => node.id === id);
    return one ? `${wayOf(one.parent_id)}/${one.name}` : '';
  };
  const found: Record<string, string> = {};
  for (const { id, kind } of all)
    if (kind === 'drive#file') found[wayOf(id)] = await (await fetch(await contentUrl(wire, person, id))).text();
  return found;
}

async function dragTo(page: Page, name: string, onto: string): Promise<void> {
  const [start, end] = [await restingBox(row(page, name)), await restingBox(row(page, onto))];
  await page.mouse.move(start.x + start.width / 2, start.y + start.height - 12);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 6 });
  await page.mouse.up();
}

test('names that are taken: chosen for each with the mouse, by keys for a move that is taken back, and folders merge', async () => {
  const watched = await enter('alice@example.com');
  const { page } = watched;
  await onDisk('Trip/one.txt', 'first one');
  await onDisk('Trip/day/two.txt', 'first two');
  await pickFolder(page, path.join(disk, 'Trip'));
  await pick(page, [
    { name: 'a.txt', text: 'first a' },
    { name: 'b.txt', text: 'first b' },
    { name: 'one.txt', text: 'another one' },
  ]);
  await more(page, 'a.txt').waitFor();
  await expect.poll(() => doneUploads(page), PATIENT).toBe(5);

  await pick(page, [
    { name: 'a.txt', text: 'second a' },
    { name: 'B.txt', text: 'second b' },
    { name: 'c.txt', text: 'first c' },
  ]);
  await taken(page).getByRole('heading', { name: '2 items already exist here' }).waitFor();
  await taken(page).getByText('New name: “a(1).txt”').waitFor();
  await expectSound(watched);
  await taken(page).getByLabel('What to do with B.txt').selectOption({ label: 'Replace' });
  await taken(page).getByRole('button', { name: 'Upload' }).click();
  await expect.poll(() => doneUploads(page), PATIENT).toBe(8);
  // By name, so that nothing moves any more while it is dragged.
  await page.goto(`${server.origin}/drive/all?order=name_asc`);
  await untilAlive(page);
  await untilAlive(page, 'drive/upload');

  // By keys: the choice follows the focus, and the first option loses nothing.
  await dragTo(page, 'one.txt', 'Trip');
  await taken(page).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('radio');
  await page.keyboard.press('Escape');
  await taken(page).waitFor({ state: 'detached' });
  await more(page, 'one.txt').waitFor();
  await dragTo(page, 'one.txt', 'Trip');
  await taken(page).getByText('The existing item is moved to the trash.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('radio');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await toast(page, '1 item moved to “Trip”.').waitFor();
  expect((await held('alice@example.com'))['/Trip/one.txt']).toBe('another one');
  await page.keyboard.press('Control+z');
  await toast(page, 'Action undone.').waitFor();
  await more(page, 'one.txt').waitFor();

  await onDisk('Trip/one.txt', 'second one');
  await onDisk('Trip/day/three.txt', 'first three');
  await pickFolder(page, path.join(disk, 'Trip'));
  await taken(page).getByRole('heading', { name: '3 items already exist here' }).waitFor();
  await taken(page).getByRole('group', { name: 'For all files' }).getByText('Skip').click();
  await taken(page).getByLabel('What to do with Trip / one.txt').selectOption({ label: 'Replace' });
  await expectSound(watched);
  await taken(page).getByRole('button', { name: 'Upload' }).click();
  await expect.poll(() => doneUploads(page), PATIENT).toBe(2);
  expect(await held('alice@example.com')).toEqual({
    '/a.txt': 'first a',
    '/a(1).txt': 'second a',
    '/b.txt': 'second b',
    '/c.txt': 'first c',
    '/one.txt': 'another one',
    '/Trip/one.txt': 'second one',
    '/Trip/day/two.txt': 'first two',
    '/Trip/day/three.txt': 'first three',
  });

  // The replaced content is listed in the details and can be restored.
  await button(page, 'More for b.txt').click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  const panel = page.getByRole('complementary', { name: 'Details' });
  await panel.getByRole('button', { name: /^Restore version/ }).click();
  await toast(page, 'Earlier version of “b.txt” restored.').waitFor();
  expect((await held('alice@example.com'))['/b.txt']).toBe('first b');
  await button(page, 'Undo').click();
  // The same message of the move before may still be there.
  await toast(page, 'Action undone.').last().waitFor();
  await expect.poll(async () => (await held('alice@example.com'))['/b.txt']).toBe('second b');
  await panel.getByRole('button', { name: /^Delete version/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete forever' }).click();
  await panel.getByText('No earlier versions.').waitFor();
  await expectSound(watched);
});

test('with fingers at 320 px: a taken name is skipped, nothing is wider than the window', async () => {
  const watched = await enter('carla@example.com', { width: 320 });
  const { page } = watched;
  await pick(page, [{ name: 'a.txt', text: 'first' }]);
  await button(page, 'a.txt').waitFor();
  await pick(page, [
    { name: 'a.txt', text: 'second' },
    { name: 'b.txt', text: 'first b' },
  ]);
  await taken(page).getByText('It isn’t uploaded.').tap();
  await expectSound(watched);
  await taken(page).getByRole('button', { name: 'Upload' }).tap();
  await toast(page, '1 item skipped.').waitFor();
  await button(page, 'b.txt').waitFor();
  expect(await held('carla@example.com')).toEqual({ '/a.txt': 'first', '/b.txt': 'first b' });

  // Details are a sheet here: it closes for the toast of the restored files with Undo.
  const carla = await wire.signIn('carla@example.com');
  await wire.upload(carla, { name: 'a.txt', bytes: Buffer.from('second'), conflict: 'replace' });
  await button(page, 'More for a.txt').tap();
  await page.getByRole('menuitem', { name: 'Details' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Details' });
  await sheet.getByRole('button', { name: /^Restore version/ }).tap();
  await toast(page, 'Earlier version of “a.txt” restored.').waitFor();
  await button(page, 'Undo').tap();
  await toast(page, 'Action undone.').waitFor();
  expect((await held('carla@example.com'))['/a.txt']).toBe('second');
});

test('a full drive queues what does not fit, names the missing space, and continues once there is space', async () => {
  const watched = await enter('bob@example.com');
  const { page } = watched;
  const huge = await onDisk('huge.bin', randomBytes(12_000_000));
  const names = Array.from({ length: FILES }, (_, at) => `scene ${at}.bin`);
  const scenes: string[] = [];
  // More than fits: every tenth with a session of its own, the others in one request each.
  for (const [at, name] of names.entries())
    scenes.push(await onDisk(name, randomBytes(at % 10 === 3 ? 1_200_000 : 190_000)));
  const send = async (files: string | string[]) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, 'Upload').click()]);
    await chooser.setFiles(files);
  };
  await send(huge);
  await expect.poll(() => doneUploads(page), PATIENT).toBe(1);
  await send([...scenes, await onDisk('small.txt', 'small')]);
  const notice = page.getByRole('alert').filter({ hasText: 'Not enough space for' });
  await notice.getByText('Missing').waitFor(PATIENT);
  await page.getByText('uploads failed').waitFor(PATIENT);
  const waiting = FILES + 2 - (await doneUploads(page));
  expect(waiting).toBeGreaterThan(10);
  await notice.getByText(`Not enough space for ${waiting} uploads.`).waitFor();
  expect(await notice.getByRole('link', { name: 'Free up space' }).getAttribute('target')).toBe('_blank');
  await notice.getByText('Available').waitFor();
  // The page explains the refusals; the browser logs their statuses.
  expect(watched.complaints.every((text) => text.includes('status of 400'))).toBe(true);
  watched.complaints.length = 0;
  await expectSound(watched);
  // On a small phone, too, all of it is seen at once.
  await page.setViewportSize({ width: 320, height: 568 });
  const list = page.locator('[data-transfers] > [role=group]');
  const hidden = () => list.evaluate((box) => (box.firstElementChild?.clientHeight ?? 0) - box.clientHeight);
  await expect.poll(hidden).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  const person = await wire.signIn('bob@example.com');
  const taken = await walkDrive(wire, person);
  expect(taken.map(({ name }) => name)).toContain('small.txt');
  const inTheWay = taken.find(({ name }) => name === 'huge.bin');
  const body = { ids: [inTheWay?.id] };
  const gone = await wire.call('POST', '/drive/v1/files:batchDelete', { token: person.token, body });
  await wire.waitTask(person, gone.body.task_id);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => doneUploads(page), PATIENT).toBe(FILES + 2);
  await notice.waitFor({ state: 'detached' });
  const stored = (await walkDrive(wire, person)).map(({ name }) => name);
  expect(stored.toSorted()).toEqual([...names, 'small.txt'].toSorted());
});

test('an access token that runs out in the middle of a hundred uploads is renewed unasked, and all are there', async () => {
  const { page } = await enter('alice@example.com');
  const before = await held('alice@example.com');
  let sent = 0;
  let refused = 0;
  let bearer = '';
  // The server refuses an expired bearer; a request with a new one passes.
  await page.route(/\/drive\/v1\//, async (route) => {
    const { authorization = '' } = await route.request().allHeaders();
    if (route.request().method() !== 'GET' && SENT.test(route.request().url())) sent += 1;
    if (sent === 2 && bearer === '') bearer = authorization;
    if (bearer === '' || authorization !== bearer) return route.fallback();
    refused += 1;
    return route.fulfill({ status: 401, json: { error: 'unauthenticated', error_code: 16, error_description: '' } });
  });
  const asked: string[] = [];
  page.on('dialog', (dialog) => asked.push(dialog.type()));
  const files = Array.from({ length: MANY }, (_, at) => ({ name: `page ${at}.txt`, text: `this is page ${at}` }));
  await pick(page, files);
  // Large enough to be hashed, and for a session of its own.
  await pick(page, [{ name: 'large.txt', text: 'large '.repeat(250_000) }]);
  await expect.poll(() => undoneUploads(page), PATIENT).toEqual([]);
  expect(await doneUploads(page)).toBe(MANY + 1);
  expect(refused).toBeGreaterThan(0);
  expect(await page.locator('dialog[open]').count()).toBe(0);
  expect(asked).toEqual([]);
  const now = await held('alice@example.com');
  expect(now['/large.txt']).toHaveLength(1_500_000);
  expect(now).toEqual({
    ...before,
    '/large.txt': now['/large.txt'],
    ...Object.fromEntries(files.map(({ name, text }) => [`/${name}`, text])),
  });
});

test('a session that ends in the middle of a hundred uploads is begun again once, and all are there', async () => {
  const { page, context } = await enter('olga@example.com');
  const gate = Promise.withResolvers<void>();
  let parts = 0;
  await page.route(SENT, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    parts += 1;
    if (parts > 1) await gate.promise;
    await route.fallback();
  });
  const files = Array.from({ length: MANY }, (_, at) => ({ name: `note ${at}.txt`, text: `this is note ${at}` }));
  await pick(page, files);
  await expect.poll(() => parts, PATIENT).toBeGreaterThan(1);
  // As another device would, without this one's knowing.
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const headers = { cookie, origin: server.origin, 'sec-fetch-site': 'same-origin' };
  await fetch(`${server.origin}/auth/sign-out`, { method: 'POST', redirect: 'manual', headers });
  gate.resolve();
  const dialog = page.locator('dialog:modal:has([data-auth])');
  // Given up at first: the uploads wait, and one press brings the question back.
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('You’re signed out. Sign in, then retry.').first().waitFor();
  await button(page, 'Retry failed uploads').click();
  await dialog.locator('input[name=username]:not([type=hidden])').fill('olga@example.com');
  await dialog.locator('input[type=password]').fill('magpie-demo');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => undoneUploads(page), PATIENT).toEqual([]);
  expect(await doneUploads(page)).toBe(MANY);
  expect(await held('olga@example.com')).toEqual(Object.fromEntries(files.map(({ name, text }) => [`/${name}`, text])));
});
