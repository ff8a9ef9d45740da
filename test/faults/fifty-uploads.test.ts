/**
 * Fifty uploads under way while the server is killed twice, the session ends and the plan shrinks: every one of them
 * continues from its acknowledged parts, nothing is lost, and reservations fall back to those of open uploads.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { auditFolder } from '#scripts/audit/audit.ts';
import { copyState, rowsOf } from '#scripts/audit/state-copy.ts';
import { inLanes } from '#test/flow/lanes.ts';
import { type Answer, makeWireClient, type Person, sha256, type WireClient } from '#test/flow/wire-client.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { contentUrl, randomFile, sendPart } from './upload-client.ts';

const FILES = 50;
const LANES = 10;
const PART_BYTES = 65_536;
/** Acknowledged parts at which the server is killed, and at which the session ends. */
const KILLS = [30, 90];
const SESSION_END = 60;

let server: TestServer;
let wire: WireClient;
let bob: Person;

function start(freeStorageBytes: number, old?: TestServer): Promise<TestServer> {
  return startServer({
    ...(old && { dataDir: old.dataDir, port: old.port }),
    env: { LIMITS: JSON.stringify({ partBytes: PART_BYTES, freeStorageBytes }) },
  });
}

beforeAll(async () => {
  server = await start(20_000_000);
  wire = makeWireClient(server.origin);
  bob = await wire.signIn('bob@example.com');
});

afterEach(async () => {
  expect((await auditFolder(server.dataDir, Date.now)).findings).toEqual([]);
});

afterAll(() => server?.stop());

/** The server's state between requests: it is down, or about to be. */
let standing: Promise<unknown> = Promise.resolve();
/** The first worker to find the session ended signs in for all. */
let signingIn: Promise<unknown> | null = null;

function signInAgain(): Promise<unknown> {
  signingIn ??= wire.signIn('bob@example.com').then(
    (person) => {
      bob = person;
      signingIn = null;
    },
    () => {
      signingIn = null;
    },
  );
  return signingIn;
}

/** Repeats until the product answers: waits for a dead server and an ended session. */
async function insist<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    await standing;
    try {
      const answer = await ask();
      if (answer.status === 401) await signInAgain();
      else if (answer.status < 500) return answer;
    } catch {
      // The connection broke: a repeat finds out whether the call took effect.
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const asked = (method: string, path: string, options: { body?: unknown; key?: string } = {}): Promise<Answer> =>
  insist(() =>
    wire.call(method, path, {
      token: bob.token,
      ...(options.body === undefined ? {} : { body: options.body }),
      ...(options.key ? { headers: { 'idempotency-key': options.key } } : {}),
    }),
  );

interface Sent {
  readonly fileId: string;
  readonly uploadId: string;
  readonly acknowledged: Set<number>;
}

function begin(name: string, sizeBytes: number): Promise<Answer> {
  const body = {
    kind: 'drive#file',
    name,
    size: String(sizeBytes),
    resumable: { provider: 'PROVIDER_MAGPIE' },
  };
  return asked('POST', '/drive/v1/files', { body, key: `begin ${name}` });
}

async function numberIn(sql: string): Promise<number> {
  const state = await copyState(server.dataDir);
  const drive = state.objects.find(({ className, name }) => className === 'DriveObject' && name === bob.userId);
  const found = drive ? rowsOf<{ n: number }>(drive.db, sql)[0]?.n : undefined;
  state.close();
  return found ?? -1;
}

test('fifty uploads outlive two kills, an ended session and a smaller plan', async () => {
  const files = Array.from({ length: FILES }, (_, at) => ({
    name: `upload ${at}.bin`,
    bytes: randomFile(2 * PART_BYTES + 1 + at * 997),
  }));
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const sent = await inLanes(files, LANES, async ({ name, bytes }): Promise<Sent> => {
    const begun = await begin(name, bytes.length);
    expect([name, begun.status]).toEqual([name, 200]);
    return { fileId: begun.body.file.id, uploadId: begun.body.upload.upload_id, acknowledged: new Set() };
  });
  expect(await numberIn('SELECT reserved_bytes AS n FROM space')).toBe(totalBytes);

  let acknowledged = 0;
  const lostParts: string[] = [];
  /** Each number is given to exactly one sender. */
  async function onAcknowledged(): Promise<void> {
    acknowledged += 1;
    if (acknowledged === SESSION_END)
      await wire.call('POST', '/v1/auth/revoke', {
        body: `client_id=cli&token=${encodeURIComponent(bob.refreshToken)}`,
      });
    if (!KILLS.includes(acknowledged)) return;
    // Parts that were on their way are acknowledged while it dies.
    const isSecond = acknowledged === KILLS[1];
    standing = (async () => {
      await server.kill9();
      // Existing reservations remain; no new one is given.
      server = await start(isSecond ? totalBytes - 1 : 20_000_000, server);
    })();
    await standing;
  }

  await inLanes(files, LANES, async ({ name, bytes }, at) => {
    const mine = sent[at];
    if (!mine) throw new Error('nothing has begun');
    // The first sign of a client that has lost all it knew: beginning again is the same upload.
    expect((await begin(name, bytes.length)).body.upload.upload_id).toBe(mine.uploadId);
    for (;;) {
      const state = await asked('GET', `/drive/v1/uploads/${mine.uploadId}`);
      const stored: number[] = state.body.parts;
      for (const part of mine.acknowledged) if (!stored.includes(part)) lostParts.push(`${name} ${part}`);
      const missing = [1, 2, 3].find((part) => !stored.includes(part) && !mine.acknowledged.has(part));
      if (missing === undefined) break;
      const piece = bytes.subarray((missing - 1) * PART_BYTES, missing * PART_BYTES);
      const session = { uploadId: mine.uploadId, token: state.body.upload_token };
      const put = await sendPart(server.origin, session, missing, piece).catch(() => 0);
      if (put !== 200) continue;
      mine.acknowledged.add(missing);
      await onAcknowledged();
    }
    const done = await asked('POST', `/drive/v1/uploads/${mine.uploadId}/complete`);
    expect([name, done.status, done.body.file?.phase]).toEqual([name, 200, 'PHASE_TYPE_COMPLETE']);
  });
  expect(acknowledged).toBeGreaterThan(KILLS[1] ?? 0);
  expect(lostParts).toEqual([]);

  const listed = await asked('GET', '/drive/v1/files?limit=1000');
  expect(listed.body.files.map((file: { name: string }) => file.name).sort()).toEqual(files.map((f) => f.name).sort());
  await inLanes(files, LANES, async ({ name, bytes }, at) => {
    const { bytes: back } = await wire.download(await contentUrl(wire, bob, sent[at]?.fileId ?? ''));
    expect([name, sha256(back)]).toEqual([name, sha256(bytes)]);
  });
  expect(await numberIn('SELECT usage_bytes AS n FROM space')).toBe(totalBytes);
  expect(await numberIn('SELECT reserved_bytes AS n FROM space')).toBe(0);
});

test('uploads beyond the smaller plan are refused, and freed space is reserved only once', async () => {
  const full = await begin('one more.bin', PART_BYTES);
  expect([full.status, full.body.error]).toEqual([400, 'file_space_not_enough']);
  const listed = await asked('GET', '/drive/v1/files?limit=1000');
  const ids = listed.body.files.slice(0, 10).map((file: { id: string }) => file.id);
  const freed = listed.body.files
    .slice(0, 10)
    .reduce((sum: number, file: { size: string }) => sum + Number(file.size), 0);
  const removed = await asked('POST', '/drive/v1/files:batchDelete', { body: { ids } });
  await wire.waitTask(bob, removed.body.task_id);
  const begun = await inLanes([...Array(FILES).keys()], LANES, (at) => begin(`after ${at}.bin`, PART_BYTES));
  const open = begun.filter((answer) => answer.status === 200);
  expect(open.length).toBe(Math.floor((freed - 1) / PART_BYTES));
  expect(await numberIn('SELECT reserved_bytes AS n FROM space')).toBe(open.length * PART_BYTES);
  await inLanes(open, LANES, (answer) => asked('DELETE', `/drive/v1/uploads/${answer.body.upload.upload_id}`));
  expect(await numberIn('SELECT reserved_bytes AS n FROM space')).toBe(0);
});
