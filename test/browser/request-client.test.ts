/**
 * The real request client in a real browser, before three API origins that fail in turn: what a person would notice, how often
 * requests were sent, and whether anything happened twice. Then the lock over two tabs, and the waits a person sees in the drive.
 */
import path from 'node:path';
import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { freePort, startServer } from '#test/server.ts';
import { expectSound, newFolder, openDrive, visit } from './browser.ts';
import { bundle } from './bundle.ts';
import { type Fault, startFaultProxy } from './fault-proxy.ts';
import type { LabResult, LabStep, RequestLab } from './request-lab.ts';

declare const requestLab: RequestLab;

/** Faults of the three origins, phase by phase; in the last two no origin answers. */
const PHASES: readonly (readonly [Fault, Fault, Fault])[] = [
  ['none', 'none', 'none'],
  ['refuse', 'none', 'slow'],
  ['lost-status-500', 'lost-error-in-200', 'none'],
  ['slow', 'reset-in-body', 'refuse'],
  ['error-in-200', 'none', 'lost-black-hole'],
  ['none', 'refuse', 'reset-in-body'],
  ['reset-in-body', 'slow', 'lost-status-500'],
  ['status-500', 'lost-error-in-200', 'none'],
  ['none', 'black-hole', 'refuse'],
  ['refuse', 'refuse', 'refuse'],
  ['lost-status-500', 'reset-in-body', 'status-500'],
  ['none', 'none', 'none'],
];
const isHopeless = (faults: readonly Fault[]) => !faults.some((fault) => fault === 'none' || fault === 'slow');
/** Given up after this long; far more than a busy machine needs for a healthy answer. */
const TIMEOUT_MS = 4_000;
const SEED = 20_261_121;

/** Chance with a seed (mulberry32). */
function makeChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const [port, ...ports] = [await freePort(), await freePort(), await freePort(), await freePort()];
const origins = ports.map((one) => `http://127.0.0.1:${one}`);
const server = await startServer({ port, env: { API_ORIGINS: origins.join(',') } });
const proxies = await Promise.all(ports.map((one) => startFaultProxy(one, port, server.origin)));
const script = await bundle(path.join(import.meta.dirname, 'request-lab.ts'));

afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.close()));
  await server?.stop();
});

const setAll = (faults: readonly Fault[]) => Promise.all(proxies.map((proxy, at) => proxy.set(faults[at] ?? 'none')));

/** The work of a phase: two folders, a rename of an earlier one, a small upload, a listing; in random order. */
function stepsOf(phase: number, made: Map<string, string>, chance: () => number): LabStep[] {
  const name = (kind: string, nth: number) => `${kind}${phase}x${nth}y`;
  const steps: LabStep[] = [
    { kind: 'folder', name: name('folder', 1) },
    { kind: 'folder', name: name('folder', 2) },
    { kind: 'upload', name: `${name('upload', 1)}.bin`, sizeBytes: 1_000 + Math.floor(chance() * 9_000) },
    { kind: 'list' },
  ];
  const [old] = made;
  if (old) {
    made.delete(old[0]);
    steps.push({ kind: 'rename', id: old[1], name: name('renamed', 1) });
  }
  return steps.toSorted(() => chance() - 0.5);
}

test('a call that fails on the way is repeated, and takes effect once', async () => {
  const { page } = await openDrive(server, 'alice@example.com');
  await page.evaluate(script);
  await page.evaluate(([origins, ms]) => requestLab.start(origins, ms), [
    proxies.map(({ origin }) => origin),
    TIMEOUT_MS,
  ] as const);
  const chance = makeChance(SEED);
  const made = new Map<string, string>();
  const acknowledged: string[] = [];
  const gone: string[] = [];
  const unsure: string[] = [];
  const failed: string[] = [];
  let operations = 0;

  for (const [phase, faults] of PHASES.entries()) {
    await setAll(faults);
    const before = [...acknowledged];
    const renamedBefore = new Map(made);
    const steps = stepsOf(phase, made, chance);
    const results = await page.evaluate((given) => requestLab.run(given), steps);
    for (const [at, step] of steps.entries()) {
      const result = results[at] as LabResult;
      operations += 1;
      if (!result.ok) {
        failed.push(`${phase} ${faults.join('/')}: ${step.kind} ${result.error}`);
        if (step.kind !== 'list') unsure.push(step.name);
        if (step.kind === 'rename') unsure.push([...renamedBefore].find(([, id]) => id === step.id)?.[0] ?? '');
        expect(isHopeless(faults), failed.at(-1)).toBe(true);
        continue;
      }
      if (step.kind === 'list') {
        const renaming = steps.find((one) => one.kind === 'rename');
        const old = renaming && [...renamedBefore].find(([, id]) => id === renaming.id)?.[0];
        for (const name of before) if (name !== old && !unsure.includes(name)) expect(result.names).toContain(name);
        continue;
      }
      acknowledged.push(step.name);
      if (step.kind === 'folder') made.set(step.name, result.id);
      if (step.kind === 'rename') {
        const old = [...renamedBefore].find(([, id]) => id === step.id)?.[0] ?? '';
        acknowledged.splice(acknowledged.indexOf(old), 1);
        gone.push(old);
      }
    }
  }

  const wire = makeWireClient(server.origin);
  const { token } = await wire.signIn('alice@example.com');
  const query = { limit: '1000', filters: '{"trashed":{"eq":false}}' };
  const { body } = await wire.call('GET', '/drive/v1/files', { token, query });
  const names = (body as { files: { name: string }[] }).files.map((file) => file.name);
  const timesOf = (name: string) => names.filter((one) => one.startsWith(name.replace('.bin', ''))).length;
  const doubles = [...acknowledged, ...unsure].filter((name) => timesOf(name) > 1);
  const lost = acknowledged.filter((name) => !unsure.includes(name) && timesOf(name) !== 1);
  const attempts = proxies.map(({ seen }) => [...seen].map(([fault, times]) => `${fault} ${times}`).join(', '));
  const sent = proxies.reduce((sum, { seen }) => sum + [...seen.values()].reduce((a, b) => a + b, 0), 0);
  const waits = await page.evaluate(() => requestLab.waits());
  console.info(
    `request client: ${operations} operations, ${sent} requests, ${waits} waits, ${failed.length} failures a person would see, ` +
      `${doubles.length} double effects, ${lost.length} lost\n${attempts.map((line) => `  ${line}`).join('\n')}\n${failed.map((line) => `  failed: ${line}`).join('\n')}`,
  );
  expect(doubles).toEqual([]);
  expect(lost).toEqual([]);
  expect(gone.filter((name) => timesOf(name) > 0)).toEqual([]);
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.length).toBeLessThan(operations / 3);
});

test('a lock is held by one tab at a time', async () => {
  const { page, context } = await visit();
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${server.origin}/auth`);
    await tab.evaluate(script);
  }
  const hold = (tab: Page, timeout?: number) => tab.evaluate((ms) => requestLab.hold('x', ms), timeout);
  expect(await hold(page)).toBe('held');
  expect(await hold(other, 50)).toBe('local 8001');
  const waiting = hold(other);
  await page.evaluate(() => requestLab.letGo('x'));
  expect(await waiting).toBe('held');
  expect(await hold(page, 50)).toBe('local 8001');
  await other.close();
  expect(await hold(page)).toBe('held');
});

test('the drive shows what it waits for; the person ends a wait, or it continues by itself', async () => {
  await setAll(['none', 'none', 'none']);
  const watched = await openDrive(server, 'alice@example.com');
  const { page, complaints } = watched;
  await newFolder(page, 'Waiting room');
  await page.getByRole('link', { name: 'Waiting room' }).first().waitFor();

  await setAll(['refuse', 'refuse', 'refuse']);
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
  await setAll(['none', 'none', 'none']);
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
