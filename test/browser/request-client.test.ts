/**
 * Of calls a browser alone decides: a lock is held by one of two tabs, and a person sees the waits while the origin of the API is away.
 * Which calls are repeated is in `client/api/client.test.ts`, that a repeat has no second effect in `test/contract/any-call.worker.test.ts`.
 */
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { freePort, startServer } from '#test/server.ts';
import { expectSound, newFolder, openDrive, visit } from './browser.ts';
import { bundle } from './bundle.ts';
import type { LockLab } from './lock-lab.ts';

declare const lockLab: LockLab;

const [port, apiPort] = [await freePort(), await freePort()];
const server = await startServer({ port, env: { API_ORIGINS: `http://127.0.0.1:${apiPort}` } });
const script = await bundle(path.join(import.meta.dirname, 'lock-lab.ts'));

/** Connections of the API origin, which leads to the server while it listens. */
const open = new Set<Socket>();
const origin = createServer((socket) => {
  const onward = connect(port, '127.0.0.1');
  for (const end of [socket, onward]) {
    open.add(end);
    end.on('error', () => undefined).on('close', () => [socket, onward].map((each) => open.delete(each.destroy())));
  }
  socket.pipe(onward).pipe(socket);
});
const listen = () => new Promise<void>((resolve) => void origin.listen(apiPort, '127.0.0.1', resolve));
const refuse = () =>
  new Promise<void>((resolve) => {
    origin.close(() => resolve());
    for (const socket of open) socket.destroy();
  });
await listen();

afterAll(async () => {
  await refuse();
  await server?.stop();
});

test('a lock is held by one tab at a time', async () => {
  const { page, context } = await visit();
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${server.origin}/auth`);
    await tab.evaluate(script);
  }
  const hold = (tab: Page, timeout?: number) => tab.evaluate((ms) => lockLab.hold('x', ms), timeout);
  expect(await hold(page)).toBe('held');
  expect(await hold(other, 50)).toBe('local 8001');
  const waiting = hold(other);
  await page.evaluate(() => lockLab.letGo('x'));
  expect(await waiting).toBe('held');
  expect(await hold(page, 50)).toBe('local 8001');
  await other.close();
  expect(await hold(page)).toBe('held');
});

test('the drive shows what it waits for; the person ends a wait, or it continues by itself', async () => {
  const watched = await openDrive(server, 'alice@example.com');
  const { page, complaints } = watched;
  await newFolder(page, 'Waiting room');
  await page.getByRole('link', { name: 'Waiting room' }).first().waitFor();

  await refuse();
  await page.getByRole('link', { name: 'Waiting room' }).first().click();
  const line = page.locator('[data-waiting]');
  await line.waitFor();
  await expect.poll(() => line.textContent()).toMatch(/Retrying in \d+ seconds?/);
  // The refused connections themselves; nothing else may be logged.
  expect(
    complaints.splice(0).filter((complaint) => !/ERR_CONNECTION_REFUSED|^WebSocket connection/.test(complaint)),
  ).toEqual([]);
  await expectSound(watched);
  complaints.length = 0;
  await line.getByRole('button', { name: 'Stop' }).click();
  await line.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await line.waitFor();
  await listen();
  await line.waitFor({ state: 'detached' });
  await page.getByText('Nothing here yet').first().waitFor();

  // A device without a network says so at once, and continues when it is back.
  await watched.context.setOffline(true);
  await page.locator('main').getByRole('link', { name: 'All files' }).click();
  await page.getByText('You’re offline', { exact: true }).waitFor();
  expect(await line.count()).toBe(0);
  await watched.context.setOffline(false);
  await page.getByRole('link', { name: 'Waiting room' }).first().waitFor();
});
