/** Backups of a server under load: nothing acknowledged before is missing, and a full disk of the backup does not end the service. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditFolder } from '#scripts/audit/audit.ts';
import { untilRecovered } from '#scripts/crash-test/recovery.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { makeWireClient, type Person, sha256, type WireClient } from '#test/flow/wire-client.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { makeSmallDisk } from './disk-double.ts';
import { contentUrl, randomFile, walkDrive } from './upload-client.ts';

const COMMANDS = path.resolve(import.meta.dirname, '../../scripts/backup/main.ts');
const scratch = scratchFolder();
const dataDir = path.join(scratch, 'data');
const backups = path.join(scratch, 'backups');
const PEOPLE = ['alice@example.com', 'bob@example.com', 'carla@example.com'];
/** Acknowledged changes: SHA-256 of each file by its name, and '' for a folder. */
const acknowledged = new Map<string, Map<string, string>>(PEOPLE.map((email) => [email, new Map()]));

let server: TestServer;
let wire: WireClient;

async function run(args: readonly string[], env = {}): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [COMMANDS, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number | null, said: out + err };
}

function backUp(folder: string) {
  return run(['backup', '--data', dataDir, '--to', folder]);
}

/** Writes and deletes until it is stopped. */
async function work(email: string, isOver: () => boolean): Promise<void> {
  const person = await wire.signIn(email);
  const done = acknowledged.get(email);
  for (let round = 0; !isOver(); round++) {
    const name = `${round}.bin`;
    const bytes = randomFile(2_000 + round);
    const id = await wire.upload(person, { name, bytes });
    done?.set(name, sha256(bytes));
    const folder = await person.post('/drive/v1/files', { kind: 'drive#folder', name: `folder ${round}` });
    if (folder.status === 200) done?.set(`folder ${round}`, '');
    if (round % 3 !== 2) continue;
    // Not acknowledged any more from here on: the bytes may go at any moment of the backup.
    done?.delete(name);
    await person.post('/drive/v1/files:batchDelete', { ids: [id] });
  }
}

async function expectAll(person: Person, wanted: ReadonlyMap<string, string>): Promise<void> {
  const rows = new Map((await walkDrive(wire, person)).map((row) => [row.name, row]));
  expect([...wanted.keys()].filter((name) => !rows.has(name))).toEqual([]);
  for (const [name, digest] of wanted) {
    if (digest === '') continue;
    const { bytes } = await wire.download(await contentUrl(wire, person, rows.get(name)?.id ?? ''));
    expect([name, sha256(bytes)]).toEqual([name, digest]);
  }
}

/** The operators' first page asks every object of letters: those that never sent one are databases without an object. */
async function lookAtDesk(): Promise<void> {
  const { origin } = server;
  const body = new URLSearchParams({ username: 'olga@example.com', password: 'magpie-demo' });
  const signedIn = await fetch(`${origin}/auth`, { method: 'POST', headers: { origin }, body, redirect: 'manual' });
  const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  expect((await fetch(`${origin}/ops`, { headers: { cookie } })).status).toBe(200);
}

beforeAll(async () => {
  server = await startServer({ dataDir });
  wire = makeWireClient(server.origin);
  await lookAtDesk();
});

afterAll(() => server?.stop());

it('everything acknowledged before a backup under load is in it, and the audit finds no violation', {
  timeout: 240_000,
}, async () => {
  let isOver = false;
  const working = Promise.all(PEOPLE.map((email) => work(email, () => isOver)));
  const grown = () => [...acknowledged.values()].every((done) => done.size >= 5);
  await expect.poll(grown, { timeout: 60_000 }).toBe(true);
  expect(await backUp(backups)).toMatchObject({ code: 0 });
  const before = new Map([...acknowledged].map(([email, done]) => [email, new Map(done)]));
  const second = await backUp(backups);
  const after = new Map([...acknowledged].map(([email, done]) => [email, new Map(done)]));
  isOver = true;
  await working;
  expect(second).toMatchObject({ code: 0, said: expect.stringMatching(/^Backup \d{8}T\d{6}Z\+?: \d+ databases/) });
  expect([...after.values()].some((done, at) => done.size > ([...before.values()][at]?.size ?? 0))).toBe(true);
  await server.stop();

  const restored = path.join(scratch, 'restored');
  expect(await run(['restore', '--from', backups, '--data', restored])).toMatchObject({ code: 0 });
  server = await startServer({ dataDir: restored });
  wire = makeWireClient(server.origin);
  expect(await untilRecovered(restored)).toEqual([]);
  expect((await auditFolder(restored, Date.now)).findings).toEqual([]);
  for (const [email, done] of before) {
    // Deleted since, while the backup was made.
    const wanted = new Map([...done].filter(([name]) => after.get(email)?.has(name)));
    await expectAll(await wire.signIn(email), wanted);
  }
  await server.stop();
  expect((await auditFolder(restored, Date.now)).findings).toEqual([]);
});

it('a full disk of the backup leaves the server serving, and the next run completes it', async () => {
  server = await startServer({ dataDir });
  wire = makeWireClient(server.origin);
  const disk = makeSmallDisk(48);
  const folder = disk?.folder ?? path.join(scratch, 'other');
  // 2^20 MiB: more than a disk of this machine has free.
  const env = disk ? {} : { MAGPIE_DISK_RESERVE_MB: '1048576' };
  try {
    const alice = await wire.signIn(PEOPLE[0] ?? '');
    await wire.upload(alice, { name: 'more.bin', bytes: randomFile(40_000_000) });
    const full = await run(['backup', '--data', dataDir, '--to', folder], env);
    expect(full).toMatchObject({ code: 1, said: expect.stringMatching(/has too little space|is full/) });
    expect(readdirSync(folder)).not.toContain('made');
    await wire.upload(alice, { name: 'after.bin', bytes: randomFile(1_000) });
    disk?.setSize(256);
    expect(await backUp(folder)).toMatchObject({ code: 0 });
  } finally {
    disk?.remove();
  }
});

it('a rehearsal restores, starts and audits a backup', { timeout: 240_000 }, async () => {
  const { code, said } = await run(['rehearse', '--from', backups, '--scratch', scratch]);
  expect([code, said]).toEqual([0, expect.stringMatching(/started and stopped; the audit found \d+ objects and no/)]);
  expect(readdirSync(scratch).filter((name) => name.startsWith('magpie-rehearsal'))).toEqual([]);
});
