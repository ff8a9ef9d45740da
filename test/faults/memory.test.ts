/** The runtime's memory levels off: rounds of the same work end with no more of it than the first ones did. Counted, not timed. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { serverOfFile } from '#test/server.ts';

const MIB = 1024 * 1024;
const HEAP_MEBIBYTES = 128;
/** The heap is filled up to its limit within the first half. */
const ROUNDS = 8;
const SOCKETS = 100;
const CALLS = 600;
/** Memory that allocators retain between two rounds of the same work. */
const SLACK_BYTES = 20 * MIB;
/** The binary, the databases' caches and all memory outside of the script's heap. */
const OUTSIDE_BYTES = 256 * MIB;

const server = await serverOfFile({ env: { MAGPIE_HEAP_MB: String(HEAP_MEBIBYTES) } });
const wire = makeWireClient(server.origin);

const people = await Promise.all(['alice', 'bob', 'carla', 'olga'].map((name) => wire.signIn(`${name}@example.com`)));

/** Resident bytes of workerd. */
function residentBytes(): number {
  const status = readFileSync(`/proc/${server.pids.workerd}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1024;
}

/** Opens windows, requests a folder and a page many times, and closes the windows. */
async function work(): Promise<void> {
  const windows = await Promise.all(
    Array.from({ length: SOCKETS }, async (_, n) => {
      const token = people[n % people.length]?.token ?? '';
      const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/drive/v1/live`, [
        'magpie.v1',
        `bearer.${token}`,
      ]);
      await new Promise<void>((resolve, reject) => {
        socket.onopen = () => resolve();
        socket.onerror = () => reject(new Error('a window was refused'));
      });
      return socket;
    }),
  );
  for (let n = 0; n < CALLS; n += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, k) =>
        k % 4 === 0
          ? fetch(server.origin).then((answer) => answer.arrayBuffer())
          : wire.call('GET', '/drive/v1/files', { token: people[k % people.length]?.token ?? '' }),
      ),
    );
  await Promise.all(
    windows.map(
      (socket) =>
        new Promise<void>((resolve) => {
          socket.onclose = () => resolve();
          socket.close();
        }),
    ),
  );
}

it.runIf(process.platform === 'linux')('does not grow from round to round, and stays near its heap', async () => {
  const after: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await work();
    after.push(residentBytes());
  }
  const [first, second] = [Math.max(...after.slice(0, ROUNDS / 2)), Math.max(...after.slice(ROUNDS / 2))];
  console.log(`resident after each round, MiB: ${after.map((bytes) => Math.round(bytes / MIB)).join(' ')}`);
  expect(second - first).toBeLessThan(SLACK_BYTES);
  expect(second).toBeLessThan(HEAP_MEBIBYTES * MIB + OUTSIDE_BYTES);
});
