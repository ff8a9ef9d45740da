/** Databases that are emptied, deleted or damaged: no person gets a new empty drive, and the operator learns which object it is. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { auditFolder } from '#scripts/audit/audit.ts';
import { copyState } from '#scripts/audit/state-copy.ts';
import { callServerOf } from '#scripts/start/state/internal-endpoint.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { makeWireClient, type Person, type WireClient } from '#test/flow/wire-client.ts';
import { startServer, type TestServer } from '#test/server.ts';
import type { MachineHealth } from '#worker/platform/machine/health.ts';
import { walkDrive } from './upload-client.ts';

const AUDIT = path.resolve(import.meta.dirname, '../../scripts/audit/main.ts');
const PAGE = 4_096;

const scratch = scratchFolder();
const sound = path.join(scratch, 'sound');
const dataDir = path.join(scratch, 'data');
let alice: Person;
let bob: Person;
/** Alice's drive, as a path in the state folder. */
let driveFile = '';
let server: TestServer | undefined;
let wire: WireClient;

async function begin(): Promise<TestServer> {
  server = await startServer({ dataDir });
  wire = makeWireClient(server.origin);
  return server;
}

function makeFolder(person: Person, name: string) {
  return wire.call('POST', '/drive/v1/files', { token: person.token, body: { kind: 'drive#folder', name } });
}

beforeAll(async () => {
  const first = await startServer({ dataDir: sound });
  wire = makeWireClient(first.origin);
  alice = await wire.signIn('alice@example.com');
  bob = await wire.signIn('bob@example.com');
  for (let n = 0; n < 120; n++) await makeFolder(alice, `folder ${n}`);
  await makeFolder(bob, 'of bob');
  await first.stop();
  const state = await copyState(sound);
  const drive = state.objects.find(({ className, name }) => className === 'DriveObject' && name === alice.userId);
  driveFile = path.relative(sound, drive?.file ?? '');
  state.close();
});

afterEach(() => server?.stop());

function renew(): void {
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(sound, dataDir, { recursive: true });
}

const DAMAGE: Readonly<Record<string, (whole: Buffer) => Buffer | null>> = {
  'an emptied file': () => Buffer.alloc(0),
  'a missing file': () => null,
  'a file of other bytes': (whole) => randomBytes(whole.length),
  'half a file': (whole) => whole.subarray(0, whole.length >> 1),
  'zeroed pages': (whole) => {
    const bytes = Buffer.from(whole);
    for (let at = PAGE; at < bytes.length; at += 3 * PAGE) bytes.fill(0, at, at + PAGE);
    return bytes;
  },
  'flipped bytes': (whole) => {
    const bytes = Buffer.from(whole);
    for (let at = PAGE + 10; at < bytes.length; at += 97) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    return bytes;
  },
};

function writeVersion(change: string): void {
  const db = new DatabaseSync(path.join(dataDir, driveFile));
  db.exec(`UPDATE _self SET version = version ${change}`);
  db.close();
}

/** Ends the damage test of one object: every other person is served, the owner sees the error, and nothing was written. */
async function expectRefusal(running: TestServer): Promise<void> {
  for (const answer of [
    await wire.call('GET', '/drive/v1/files', { token: alice.token }),
    await makeFolder(alice, 'into nothing'),
    await wire.call('GET', '/drive/v1/about', { token: alice.token }),
  ]) {
    expect([answer.status, answer.body.error], `${JSON.stringify(answer.body)}\n${running.output()}`).toEqual([
      500,
      'data_loss',
    ]);
    expect(answer.body.error_description).toMatch(/^This data is damaged .* Contact the operator/);
  }
  const lines = running.output().split('\n');
  const named = lines.filter((line) => line.startsWith(`error: DriveObject ${alice.userId} (`));
  expect(named).toHaveLength(1);
  expect(running.output()).not.toMatch(/\n\s+at |stack: /);
  expect(named[0]).toMatch(/its database .*; stop the server and restore the state folder from a backup/);
  expect((await walkDrive(wire, bob)).map(({ name }) => name)).toContain('of bob');
  const health = JSON.parse((await callServerOf(dataDir, '/_internal/health', {})).text) as MachineHealth;
  expect(health.damaged).toMatchObject([{ className: 'DriveObject', name: alice.userId }]);
}

it.each(Object.entries(DAMAGE))(
  'the owner of a lost drive sees the error, and no new drive begins: %s',
  async (_kind, damage) => {
    renew();
    const file = path.join(dataDir, driveFile);
    const after = damage(readFileSync(file));
    if (after) writeFileSync(file, after);
    else rmSync(file);
    const running = await begin();
    await expectRefusal(running);
    await running.stop();
    const left = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
    // The runtime may make an empty database with its own tables; nothing of a drive is in it.
    if (after === null || after.length === 0) expect(left.includes('nodes')).toBe(false);
    else expect(left.equals(after)).toBe(true);

    const { status, stdout } = spawnSync(process.execPath, [AUDIT, '--data', dataDir], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stdout).toContain(`${path.basename(driveFile)}`);
    expect(stdout).toMatch(/\d+ objects, \d+ blobs of \d+ bytes, \d+ violations$/m);
    writeFileSync(file, readFileSync(path.join(sound, driveFile)));
    expect((await auditFolder(dataDir, Date.now)).findings).toEqual([]);
  },
);

it('a file that is emptied while the server runs', async () => {
  renew();
  let running = await begin();
  expect((await wire.call('GET', '/drive/v1/files', { token: alice.token })).status).toBe(200);
  const before = statSync(path.join(dataDir, driveFile)).size;
  expect(before).toBeGreaterThan(0);
  for (const suffix of ['', '-wal', '-shm']) rmSync(path.join(dataDir, driveFile + suffix), { force: true });
  // A process with the open file continues with the deleted file; the next start finds none.
  await running.kill9();
  running = await begin();
  await expectRefusal(running);
  await running.stop();
});

it('a drive that a newer version has written waits for that version; others are served', async () => {
  renew();
  writeVersion('+ 1');
  const older = await begin();
  for (const answer of [
    await wire.call('GET', '/drive/v1/files', { token: alice.token }),
    await makeFolder(alice, 'by the older version'),
  ])
    expect([answer.status, answer.body.error]).toEqual([503, 'unavailable']);
  expect(older.output()).toContain('deploy the newer version again, or go back in time first (docs/upgrade.md)');
  expect((await walkDrive(wire, bob)).map(({ name }) => name)).toContain('of bob');
  await older.stop();
  writeVersion('- 1');
  const newer = await begin();
  const names = (await walkDrive(wire, alice)).map(({ name }) => name);
  expect(names).toContain('folder 7');
  expect(names).not.toContain('by the older version');
  await newer.stop();
});
