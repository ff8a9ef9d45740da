/**
 * Folders and many files saved into a folder of the device: paused, reloaded, continued by ranges, nothing twice. A script cannot
 * press the browser's window for choosing a folder, so a folder of the page's own file system takes the place of the answer.
 */
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { beginUpload, completeUpload, partOf, sendPart } from '#test/faults/upload-client.ts';
import { makeWireClient, type Person, sha256 } from '#test/flow/wire-client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, untilAlive, visit, type Watched } from './browser.ts';

const PATIENT = { timeout: 60_000 };
const FILM_BYTES = 9_000_000;
/** So slow that a pause comes before the end even on a busy machine, bytes a second. */
const SLOW = 250_000;

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');

const server = await sharedServer(ALICE, BOB);
const wire = makeWireClient(server.origin);

async function store(person: Person, name: string, parentId: string, bytes: Uint8Array): Promise<void> {
  const upload = await beginUpload(wire, person, name, bytes.length);
  for (let part = 1; part <= upload.partCount; part += 1)
    await sendPart(server.origin, upload, part, partOf(bytes, upload, part));
  await completeUpload(wire, person, upload.uploadId);
  const to = { ids: [upload.fileId], to: { parent_id: parentId } };
  if (parentId !== '') await wire.call('POST', '/drive/v1/files:batchMove', { token: person.token, body: to });
}

async function open(username: string, hasPicker: boolean, width?: number): Promise<Watched> {
  const watched = await visit(width === undefined ? {} : { width });
  await watched.context.addInitScript((isThere) => {
    const page = globalThis as { showDirectoryPicker?: unknown };
    if (isThere)
      page.showDirectoryPicker = async () =>
        (await navigator.storage.getDirectory()).getDirectoryHandle('Desk', { create: true });
    else delete page.showDirectoryPicker;
  }, hasPicker);
  watched.page.on('dialog', (dialog) => void dialog.accept());
  await openAs(watched.page, username, `${server.origin}/drive/all`);
  await untilAlive(watched.page);
  return watched;
}

/** Path and digest of every file in the chosen folder. */
async function onDisk(page: Page): Promise<Record<string, string>> {
  const found = await page.evaluate(async () => {
    const all: [string, string][] = [];
    async function walk(directory: FileSystemDirectoryHandle, above: string): Promise<void> {
      for await (const one of (directory as unknown as { values(): AsyncIterable<FileSystemHandle> }).values()) {
        if (one.kind === 'directory') await walk(one as FileSystemDirectoryHandle, `${above}${one.name}/`);
        else {
          const bytes = await (await (one as FileSystemFileHandle).getFile()).arrayBuffer();
          const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
          all.push([above + one.name, Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')]);
        }
      }
    }
    await walk(await (await navigator.storage.getDirectory()).getDirectoryHandle('Desk', { create: true }), '');
    return all;
  });
  return Object.fromEntries(found);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const line = (page: Page, phase: string) => page.locator(`[data-download="${phase}"]`);

async function choose(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
}

async function press(page: Page): Promise<void> {
  await page.getByRole('toolbar').getByRole('button', { name: 'Download', exact: true }).click();
}

test('a folder is saved with its tree, continues by a range after a pause and a reload, and is not fetched twice', async () => {
  const person = await wire.signIn(ALICE.email);
  const [film, note, inner] = [randomBytes(FILM_BYTES), randomBytes(3_000), randomBytes(40)];
  const trip = await person.makeFolder('Trip: 2026');
  const day = await person.makeFolder('Day 1', trip);
  await store(person, 'film.bin', trip, film);
  await store(person, 'note?.txt', trip, note);
  await store(person, 'inner.bin', day, inner);
  await store(person, 'beside.txt', '', note);
  const watched = await open(ALICE.email, true);
  const { page, context } = watched;
  const ranges: string[] = [];
  const fetched: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/f/') || request.method() !== 'GET') return;
    const { range } = request.headers();
    // The beginning of a text, for its small image.
    if (range === 'bytes=0-16383') return;
    fetched.push(decodeURIComponent(pathname.split('/').at(-1) ?? ''));
    if (range) ranges.push(range);
  });
  const line1 = await context.newCDPSession(page);
  await line1.send('Network.enable');
  const conditions = { offline: false, latency: 0, downloadThroughput: SLOW, uploadThroughput: -1 };
  await line1.send('Network.emulateNetworkConditions', conditions);
  await choose(page, 'Trip: 2026', 'beside.txt');
  await press(page);
  await line(page, 'running').waitFor();
  await expect
    .poll(() => page.locator('[data-download] progress').getAttribute('value').then(Number), PATIENT)
    .toBeGreaterThan(1_000_000);
  await button(page, 'Pause Trip: 2026 and 1 more').click();
  await line(page, 'paused').waitFor();
  await expectSound(watched);
  await line1.send('Network.emulateNetworkConditions', { ...conditions, downloadThroughput: -1 });
  await page.reload();
  await line(page, 'unfinished').waitFor();
  await button(page, 'Resume Trip: 2026 and 1 more').click();
  await line(page, 'done').waitFor();
  const expected = {
    'Trip_ 2026/film.bin': sha256(film),
    'Trip_ 2026/note_.txt': sha256(note),
    'Trip_ 2026/Day 1/inner.bin': sha256(inner),
    'beside.txt': sha256(note),
  };
  expect(await onDisk(page)).toEqual(expected);
  expect(ranges).toEqual([expect.stringMatching(/^bytes=[1-9]\d{5,}-$/)]);

  // Once more into the same folder: everything is there.
  const before = fetched.length;
  await choose(page, 'Trip: 2026', 'beside.txt');
  await press(page);
  await page.getByText('4 already there').waitFor();
  expect(fetched).toHaveLength(before);
  expect(await onDisk(page)).toEqual(expected);
});

test('where no folder can be chosen, a folder comes as one zip file and files come one by one', async () => {
  const person = await wire.signIn(BOB.email);
  await person.makeFolder('Papers');
  await store(person, 'one.txt', '', randomBytes(10));
  await store(person, 'two.txt', '', randomBytes(20));
  const { page } = await open(BOB.email, false);
  const names: string[] = [];
  page.on('download', (download) => names.push(download.suggestedFilename()));
  await choose(page, 'Papers');
  await press(page);
  await expect.poll(() => names, PATIENT).toEqual(['Papers.zip']);
  names.length = 0;
  await page.getByRole('checkbox', { name: 'Select Papers', exact: true }).uncheck();
  await choose(page, 'one.txt', 'two.txt');
  await press(page);
  await expect.poll(() => names.toSorted(), PATIENT).toEqual(['one.txt', 'two.txt']);
});
