/** Bytes moved from one store to the other are the same bytes, also when the move was killed on its way. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { makeWireClient, sha256 } from '#test/flow/wire-client.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { beginUpload, completeUpload, contentUrl, partOf, randomFile, sendPart } from './upload-client.ts';

const STORE = path.resolve(import.meta.dirname, '../../scripts/store/main.ts');
const SCRATCH = scratchFolder();
const DATA = path.join(SCRATCH, 'data');
const JOURNAL = path.join(DATA, 'store-move.log');
const FILES = new Map([
  ['small.bin', randomFile(12_345)],
  ['large.bin', randomFile(20_000_000)],
]);
const ids = new Map<string, string>();

function moveArgs(to: string, ...more: string[]): string[] {
  return [STORE, 'move', '--data', DATA, '--to', to, ...more];
}

function move(to: string, ...more: string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, moveArgs(to, ...more), { encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

function countFiles(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}

async function uploadParts(server: TestServer): Promise<void> {
  const wire = makeWireClient(server.origin);
  const alice = await wire.signIn('alice@example.com');
  for (const [name, bytes] of FILES) {
    const upload = await beginUpload(wire, alice, name, bytes.length);
    for (let part = 1; part <= upload.partCount; part++)
      expect(await sendPart(server.origin, upload, part, partOf(bytes, upload, part))).toBe(200);
    const done = await completeUpload(wire, alice, upload.uploadId);
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    await wire.waitTask(alice, upload.taskId);
    ids.set(name, upload.fileId);
  }
}

async function expectFiles(env: Record<string, string>): Promise<void> {
  const server = await startServer({ dataDir: DATA, env });
  try {
    const wire = makeWireClient(server.origin);
    const alice = await wire.signIn('alice@example.com');
    for (const [name, bytes] of FILES) {
      const url = await contentUrl(wire, alice, ids.get(name) ?? '');
      const got = await wire.download(url);
      expect([name, got.status, got.bytes.length, sha256(got.bytes)]).toEqual([name, 200, bytes.length, sha256(bytes)]);
      if (bytes.length < 9_000_000) continue;
      const range = await wire.download(url, 'bytes=8388600-8388700');
      expect([range.status, sha256(range.bytes)]).toEqual([206, sha256(bytes.subarray(8_388_600, 8_388_701))]);
    }
  } finally {
    await server.stop();
  }
}

/** Resolves when the move has written down at least `lines` objects, or has ended. */
async function untilCarried(child: ChildProcess, lines: number): Promise<void> {
  while (child.exitCode === null) {
    if (existsSync(JOURNAL) && readFileSync(JOURNAL, 'utf8').split('\n').length > lines + 1) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** Unreferenced objects, so that a move takes long enough to be killed midway. */
function addObjects(count: number): void {
  for (let made = 0; made < count; made++) {
    const key = randomBytes(16).toString('hex');
    const folder = path.join(DATA, 'blobs', key.slice(0, 2), key.slice(2, 4));
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, key), randomBytes(made === 0 ? 0 : 2_000));
  }
}

beforeAll(async () => {
  const server = await startServer({ dataDir: DATA });
  try {
    expect(move('r2')).toMatchObject({ status: 1, text: expect.stringContaining('is in use by another') });
    await uploadParts(server);
  } finally {
    await server.stop();
  }
});

it('a move refuses arguments that it cannot read', () => {
  expect(move('tape').status).toBe(2);
  expect(spawnSync(process.execPath, [STORE, 'move', '--data', SCRATCH, '--to', 'r2']).status).toBe(2);
});

it('serves the same bytes from the bucket, after a move that was killed on its way', async () => {
  addObjects(300);
  const objects = countFiles(path.join(DATA, 'blobs'));
  const child = spawn(process.execPath, moveArgs('r2'), { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await untilCarried(child, 5);
  child.kill('SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');
  expect(move('disk')).toMatchObject({ status: 1, text: expect.stringContaining('A move to r2 was broken off') });

  const again = move('r2', '--delete-source');
  expect(again.text).toMatch(new RegExp(`${objects} objects of \\d+ bytes are in r2, \\d+ of them by a run before`));
  expect(again.status).toBe(0);
  expect(countFiles(path.join(DATA, 'blobs'))).toBe(0);
  expect(existsSync(JOURNAL)).toBe(false);
  await expectFiles({ BLOB_STORE: 'r2' });
});

it('the server reads bytes from the store that the folder names, and from no other', async () => {
  await expectFiles({});
  await expect(startServer({ dataDir: DATA, env: { BLOB_STORE: 'disk' } })).rejects.toThrow(/keeps its files in r2/);
});

it('brings the same bytes back to the disk', async () => {
  const back = move('disk', '--delete-source');
  expect([back.status, back.text]).toEqual([0, expect.stringMatching(/objects were removed from the source/)]);
  await expectFiles({ BLOB_STORE: 'disk' });
});
