/**
 * A disk that fills up under a server: people read that it is the server's, and free space themselves. On a disk of its own
 * where this machine lets tests mount one; else the watermark is above the free space, and only the really full disk is left out.
 */
import { existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditFolder } from '#scripts/audit/audit.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { makeWireClient, type Person, sha256, type WireClient } from '#test/flow/wire-client.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { fillDisk, makeSmallDisk } from './disk-double.ts';
import { contentUrl, randomFile, walkDrive } from './upload-client.ts';

const MIB = 1024 * 1024;
const disk = makeSmallDisk(120);
const folder = disk?.folder ?? scratchFolder();
const dataDir = path.join(folder, 'data');
/** 2^20 MiB: more than a disk of this machine has free. */
const env = { MAGPIE_DISK_RESERVE_MB: disk ? '24' : '1048576', MAGPIE_HEAP_MB: '512' };
const storedBytes = randomFile(2 * MIB);

let server: TestServer;
let wire: WireClient;
let alice: Person;
let storedId: string;

async function begin(options: { port?: number; env?: Record<string, string> }): Promise<void> {
  server = await startServer({ dataDir, ...options });
  wire = makeWireClient(server.origin);
}

beforeAll(async () => {
  await begin({ env: disk ? env : {} });
  alice = await wire.signIn('alice@example.com');
  storedId = await wire.upload(alice, { name: 'kept.bin', bytes: storedBytes });
  for (const name of ['a.bin', 'b.bin', 'c.bin', 'd.bin']) await wire.upload(alice, { name, bytes: randomFile(MIB) });
});

afterAll(async () => {
  await server?.stop();
  disk?.remove();
  rmSync(folder, { recursive: true, force: true });
});

function makeFolder(name: string) {
  return alice.post('/drive/v1/files', { kind: 'drive#folder', name });
}

async function put(name: string, sizeBytes: number): Promise<number> {
  const answer = await fetch(`${server.origin}/drive/v1/uploads?name=${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${alice.token}` },
    body: Uint8Array.from(randomFile(sizeBytes)),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Everything a person can do on a full disk: sign in, list, download, trash, delete forever. */
async function expectClearing(names: readonly [string, string]): Promise<void> {
  const refused = await makeFolder('one more');
  expect([refused.status, refused.body.error]).toEqual([507, 'storage_full']);
  expect(refused.body.error_description).toMatch(/^The server’s disk is full/);
  // Until the server has seen that something else took the last byte.
  await expect.poll(() => wire.signIn('alice@example.com').catch(() => null)).not.toBeNull();
  alice = await wire.signIn('alice@example.com');
  const rows = await walkDrive(wire, alice);
  const [trashed, deleted] = names.map((name) => rows.find((row) => row.name === name)?.id ?? '');
  const { bytes } = await wire.download(await contentUrl(wire, alice, storedId));
  expect(sha256(bytes)).toBe(sha256(storedBytes));
  for (const [call, ids] of [
    ['batchTrash', [trashed]],
    ['batchDelete', [deleted]],
  ] as const) {
    const done = await alice.post(`/drive/v1/files:${call}`, { ids });
    expect([call, done.status]).toEqual([call, 200]);
    expect((await wire.waitTask(alice, done.body.task_id)).body.phase).toBe('PHASE_TYPE_COMPLETE');
  }
  const emptied = await wire.call('PATCH', '/drive/v1/files/trash:empty', { token: alice.token });
  expect(emptied.status).toBe(200);
  expect((await wire.waitTask(alice, emptied.body.task_id)).body.phase).toBe('PHASE_TYPE_COMPLETE');
  const left = (await walkDrive(wire, alice)).map(({ name }) => name);
  expect(left).toContain('kept.bin');
  expect(left).not.toEqual(expect.arrayContaining([names[0]]));
  expect(left).not.toEqual(expect.arrayContaining([names[1]]));
}

function linesAbout(text: RegExp): number {
  return server
    .output()
    .split('\n')
    .filter((line) => text.test(line)).length;
}

it('uploads are refused before the disk is full, and deletions continue', async () => {
  if (disk) {
    let status = 200;
    for (let n = 0; status === 200 && n < 40; n++) status = await put(`filler-${n}.bin`, 4 * MIB);
    expect(status).toBe(507);
    // In one moment for the server, or the other program would take the reserve too.
    process.kill(server.pids.runtime, 'SIGSTOP');
    const rest = fillDisk(folder);
    process.kill(server.pids.runtime, 'SIGCONT');
    expect(statSync(rest).size).toBeGreaterThan(10 * MIB);
  } else {
    await server.stop();
    await begin({ port: server.port, env });
  }
  // The server looks at its disk four times a second.
  await expect.poll(async () => (await makeFolder('probe')).status).toBe(507);
  await expectClearing(['a.bin', 'b.bin']);
  expect(linesAbout(/^error: the disk of .* (is nearly full|is full)/)).toBeGreaterThan(0);
  expect(linesAbout(/^error: the disk of/)).toBeLessThanOrEqual(2);
  expect(linesAbout(/^\s+at /)).toBe(0);
});

it('takes files again when there is space, and starts on a full disk to serve and delete', async () => {
  if (disk) {
    disk.setSize(220);
    await expect.poll(() => put('after.bin', 1_000)).toBe(200);
    await expect.poll(() => existsSync(path.join(dataDir, 'reserve'))).toBe(true);
    await expect.poll(() => linesAbout(/^info: the disk of .* has enough space again/)).toBe(1);
  }
  await server.kill9();
  if (disk) fillDisk(path.join(folder, 'more'));
  await begin({ port: server.port, env });
  expect(linesAbout(/^\s+at /)).toBe(0);
  expect(linesAbout(/^error: the disk of/)).toBe(1);
  await expectClearing(['c.bin', 'd.bin']);
  await server.stop();
  expect((await auditFolder(dataDir, Date.now)).findings).toEqual([]);
});
