/**
 * Fifty files of a folder on their way from a browser, while the server is killed, the line is cut and the page dies. In the end
 * every one is there, once, with its own content.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditFolder } from '#scripts/audit/audit.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { gcidOf, makeWireClient } from '#test/flow/wire-client.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { doneUploads, openAs, undoneUploads, untilAlive, visit } from './browser.ts';

const FILES = 50;
const PART_BYTES = 262_144;
const FOLDER = 'Voyage';
const PATIENT = { timeout: 60_000 };
const PART = /\/drive\/v1\/uploads\/[^/]+\/parts\/\d+$/;
/** Every fifth file is too large to go in one request: about ninety requests in all. */
const LARGE_BYTES = 1_200_000;
const SMALL_BYTES = 130_000;
/** Bytes a second: each of the three faults meets files under way. */
const SLOW = 2_000_000;
/** A small file in one request, or several. */
const WHOLE = /\/drive\/v1\/uploads(\?|:batch)/;
const LIMITS = JSON.stringify({ partBytes: PART_BYTES });

let server: TestServer;
const disk = scratchFolder();

beforeAll(async () => {
  const dataDir = path.join(disk, 'data');
  mkdirSync(dataDir);
  server = await startServer({ dataDir, env: { LIMITS } });
});

afterAll(() => server?.stop());

/** Parts and small files that the server has taken from any page. */
let taken = 0;

function count(page: Page): void {
  page.on('response', (response) => {
    const isSent = PART.test(response.url()) || (WHOLE.test(response.url()) && response.request().method() === 'POST');
    if (isSent && response.request().method() !== 'GET' && response.ok()) taken += 1;
  });
  page.on('dialog', (dialog) => void dialog.accept());
}

async function sendFolder(page: Page): Promise<void> {
  await untilAlive(page, 'drive/upload');
  await page.getByRole('button', { name: 'More ways to upload' }).click();
  const pressed = page.getByRole('menuitem', { name: 'Upload folder' }).click();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), pressed]);
  await chooser.setFiles(path.join(disk, FOLDER));
}

test('a killed server, a cut line and a page that dies lose none of fifty files and make none twice', async () => {
  const expected: Record<string, string> = {};
  for (let at = 0; at < FILES; at += 1) {
    const bytes = randomBytes((at % 5 === 4 ? LARGE_BYTES : SMALL_BYTES) + at * 97);
    const file = path.join(disk, FOLDER, at % 3 === 0 ? 'inside' : '', `file ${at}.bin`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    expected[`file ${at}.bin`] = gcidOf(bytes);
  }
  const { page, context } = await visit();
  count(page);
  await openAs(page, 'alice@example.com', `${server.origin}/drive/all`);
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: SLOW };
  await line.send('Network.emulateNetworkConditions', conditions);
  await sendFolder(page);

  await expect.poll(() => taken, PATIENT).toBeGreaterThan(10);
  await server.kill9();
  server = await startServer({ dataDir: server.dataDir, port: server.port, env: { LIMITS } });
  const afterKill = taken;
  await expect.poll(() => taken, PATIENT).toBeGreaterThan(afterKill + 8);

  await line.send('Network.emulateNetworkConditions', { ...conditions, offline: true });
  await page.locator('[data-upload="offline"]').first().waitFor(PATIENT);
  await line.send('Network.emulateNetworkConditions', conditions);
  const afterCut = taken;
  await expect.poll(() => taken, PATIENT).toBeGreaterThan(afterCut + 8);

  expect(await doneUploads(page)).toBeLessThan(FILES);
  const died = page.waitForEvent('crash');
  // A dead page answers nothing.
  void line.send('Page.crash').catch(() => undefined);
  await died;
  const next = await context.newPage();
  count(next);
  await next.goto(`${server.origin}/drive/all`);
  await next.locator('[data-upload="unfinished"]').first().waitFor(PATIENT);
  await sendFolder(next);
  await expect.poll(() => undoneUploads(next), PATIENT).toEqual([]);

  const wire = makeWireClient(server.origin);
  const { token } = await wire.signIn('alice@example.com');
  const found: [string, string][] = [];
  const folders: string[] = [];
  async function walk(parentId: string): Promise<void> {
    const { body } = await wire.call('GET', `/drive/v1/files?parent_id=${parentId}&limit=500`, { token });
    for (const { id, kind, name, hash } of body.files) {
      if (kind === 'drive#file') found.push([name, hash]);
      else {
        folders.push(name);
        await walk(id);
      }
    }
  }
  const root = (await wire.call('GET', '/drive/v1/files?parent_id=&limit=500', { token })).body.files;
  const voyages = root.filter(({ name }: { name: string }) => name.startsWith(FOLDER));
  expect(voyages.map(({ name }: { name: string }) => name)).toEqual([FOLDER]);
  await walk(voyages[0].id);
  expect(folders).toEqual(['inside']);
  expect(found).toHaveLength(FILES);
  expect(Object.fromEntries(found)).toEqual(expected);
  await context.close();
  expect((await auditFolder(server.dataDir, Date.now)).findings).toEqual([]);
});
