/** Each process of a server is killed by itself: the others go on, it is started again, and everything acknowledged is there. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { isAlive, markOf } from '#scripts/start/process/processes.ts';
import { notedProcesses, type ProcessName } from '#scripts/start/state/lock.ts';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { serverOfFile } from '#test/server.ts';
import { contentUrl } from './upload-client.ts';

const BYTES = new TextEncoder().encode('kept through every kill');

const server = await serverOfFile();
const wire = makeWireClient(server.origin);
const alice = await wire.signIn('alice@example.com');

const fileId = await wire.upload(alice, { name: 'kept.txt', bytes: BYTES });

function pidNow(name: ProcessName): number {
  return notedProcesses(server.dataDir)[name]?.pid ?? 0;
}

/** @returns undefined while the proxy does not listen */
async function statusNow(target: string): Promise<number | undefined> {
  const answer = await fetch(`${server.origin}${target}`).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.status;
}

/** Kills a process and waits until another one of its name serves. */
async function killAndWait(name: ProcessName): Promise<void> {
  const before = pidNow(name);
  const proxyBefore = pidNow('proxy');
  const runtimeBefore = pidNow('workerd');
  process.kill(before, 'SIGKILL');
  await vi.waitUntil(() => pidNow(name) !== before && markOf(pidNow(name)) !== undefined, { timeout: 60_000 });
  await vi.waitUntil(async () => (await statusNow('/drive/v1/about')) === 401, { timeout: 60_000 });
  if (name === 'proxy') expect(pidNow('workerd')).toBe(runtimeBefore);
  else expect(pidNow('proxy')).toBe(proxyBefore);
}

test.each(['proxy', 'runtime', 'workerd'] as const)(
  'a server answers again after SIGKILL of its %s process, and its files are there',
  async (name) => {
    await killAndWait(name);
    const url = await contentUrl(wire, alice, fileId);
    expect(Buffer.from((await wire.download(url)).bytes).equals(BYTES)).toBe(true);
    expect(server.output()).toMatch(
      /error: the (?:proxy|runtime) process ended \(pid \d+, (?:signal SIGKILL|exit code 75)\) and starts again in \d/,
    );
  },
);

test('the log names the signal that ended workerd', () => {
  expect(server.output()).toMatch(/error: workerd \(pid \d+\) ended: SIGKILL/);
});

test('the proxy answers 503 with Retry-After while the runtime restarts', async () => {
  const before = pidNow('workerd');
  process.kill(pidNow('runtime'), 'SIGKILL');
  const seen = new Set<number>();
  let retryAfter: string | null = null;
  await vi.waitUntil(
    async () => {
      const answer = await fetch(`${server.origin}/drive/v1/about`);
      seen.add(answer.status);
      if (answer.status === 503) retryAfter = answer.headers.get('retry-after');
      return pidNow('workerd') !== before && answer.status === 401;
    },
    { timeout: 60_000, interval: 20 },
  );
  expect(seen).toEqual(new Set([503, 401]));
  expect(retryAfter).toBe('2');
});

test('the folder stays locked while restarts of the runtime fail', async () => {
  const secretsFile = path.join(server.dataDir, 'secrets.json');
  const secrets = readFileSync(secretsFile);
  const before = pidNow('runtime');
  writeFileSync(secretsFile, '{}');
  process.kill(before, 'SIGKILL');
  // The start after a failed one has begun.
  const failed = /the runtime process ended \(pid \d+, exit code 1: /g;
  await vi.waitUntil(() => [...server.output().matchAll(failed)].length >= 2, { timeout: 60_000 });
  const isLocked = existsSync(path.join(server.dataDir, 'lock'));
  writeFileSync(secretsFile, secrets);
  await vi.waitUntil(async () => (await statusNow('/drive/v1/about')) === 401, { timeout: 60_000 });
  expect(isLocked).toBe(true);
});

test('a stopped server leaves no process and no lock behind', async () => {
  const marks = Object.values(notedProcesses(server.dataDir));
  expect(marks).toHaveLength(3);
  const { dataDir } = server;
  const secretsFile = path.join(dataDir, 'secrets.json');
  expect(readFileSync(secretsFile, 'utf8')).toContain('SECRET_ROOT');
  process.kill(server.pids.supervisor, 'SIGTERM');
  await vi.waitUntil(() => marks.every((mark) => !isAlive(mark)) && !existsSync(path.join(dataDir, 'lock')), {
    timeout: 60_000,
  });
  for (const name of ['processes.json', 'inner-door.json', 'runtime.pid'])
    expect(existsSync(path.join(dataDir, name))).toBe(false);
});
