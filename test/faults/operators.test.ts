/**
 * A server killed while operators publish and people write to them: every acknowledged act is live and in the inbox, and the
 * log has no act twice.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditFolder } from '#scripts/audit/audit.ts';
import { ROOT } from '#scripts/build/ensure.ts';
import { callServerOf } from '#scripts/start/state/internal-endpoint.ts';
import { makeWireClient, type WireClient } from '#test/flow/wire-client.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { banContent } from './banned-content.ts';
import { randomFile } from './upload-client.ts';

let server: TestServer;
let wire: WireClient;

beforeAll(async () => {
  server = await startServer();
  wire = makeWireClient(server.origin);
});

afterAll(() => server?.stop());

async function operate<T>(verb: string, body: object): Promise<T> {
  const { status, text } = await callServerOf(server.dataDir, `/_internal/config/${verb}`, body);
  if (status !== 200) throw new Error(`${verb} answers ${status} ${text}`);
  return JSON.parse(text) as T;
}

interface Act {
  readonly seq: number;
  readonly act: string;
  readonly afterVersion: number;
}

/** Publishes rule after rule until it is stopped or the server is gone. @returns the last acknowledged version */
async function publishOn(from: number, isOver: () => boolean, onAcknowledged: () => void): Promise<number> {
  let version = from;
  while (!isOver()) {
    const next = version + 1;
    try {
      const answer = await operate<{ version?: number }>('publish', {
        name: 'redirects',
        text: `/killed /en-US/faq?v=${next} 302\n`,
        base_version: version,
        note: `rule ${next}`,
      });
      version = answer.version ?? version;
      onAcknowledged();
    } catch {
      return version;
    }
  }
  return version;
}

async function liveVersion(): Promise<number> {
  const answer = await fetch(`${server.origin}/killed`, { redirect: 'manual' });
  return Number(/[?]v=(\d+)/.exec(answer.headers.get('location') ?? '')?.[1] ?? 0);
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const endMs = Date.now() + 90_000;
  while (!(await isTrue())) {
    if (Date.now() > endMs) throw new Error('it never came true');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

test('rules that were published before a kill are the live ones after it', async () => {
  let version = 0;
  for (let kill = 0; kill < 3; kill += 1) {
    let isOver = false;
    const first = Promise.withResolvers<void>();
    const publishing = publishOn(version, () => isOver, first.resolve);
    // Something has to be there that could be lost; the moment after it is another one each time.
    await first.promise;
    await new Promise((resolve) => setTimeout(resolve, 200 + kill * 300));
    await server.kill9();
    isOver = true;
    const acknowledged = await publishing;
    server = await startServer({ dataDir: server.dataDir, port: server.port });
    const stored = (await operate<{ version: number }>('read', { name: 'redirects' })).version;
    // The one under way may have happened: all of it or nothing.
    expect([acknowledged, acknowledged + 1]).toContain(stored);
    expect(stored).toBeGreaterThan(version);
    version = stored;
    await until(async () => (await liveVersion()) === stored);
  }
  const { acts } = await operate<{ acts: Act[] }>('log', { name: 'redirects', limit: 200 });
  const published = acts.filter(({ act }) => act === 'publish').map(({ afterVersion }) => afterVersion);
  // A fast machine publishes more than one page of the log: of the newest none is missing or listed twice.
  const { length } = published;
  expect(length).toBeGreaterThan(0);
  expect(published.toSorted((a, b) => a - b)).toEqual(Array.from({ length }, (_, at) => version - length + 1 + at));
  expect((await auditFolder(server.dataDir, Date.now)).findings).toEqual([]);
});

test("an accepted message is in the operators' inbox once, also when its sender repeats it after the kill", async () => {
  const alice = await wire.signIn('alice@example.com');
  const operator = await wire.signIn('olga@example.com');
  const say = (message: string) => alice.post('/v1/user/feedback', { topic: 'question', message });
  const messages = Array.from({ length: 4 }, (_, at) => `What about kill number ${at}?`);
  const answers = await Promise.all(messages.map(say));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await server.kill9();
  server = await startServer({ dataDir: server.dataDir, port: server.port });
  await Promise.all(messages.map(say));
  const { body } = await operator.get('/v1/ops/messages');
  const stored = (body.messages as { message: string }[]).map(({ message }) => message);
  expect(stored.filter((message) => messages.includes(message)).toSorted()).toEqual(messages);
  expect((await auditFolder(server.dataDir, Date.now)).findings).toEqual([]);
});

test('a decision on a reported link that was acknowledged before a kill closes the link after it', async () => {
  const link = await banContent(server.origin, server.dataDir, wire);
  await server.kill9();
  server = await startServer({ dataDir: server.dataDir, port: server.port });
  expect((await fetch(`${server.origin}/s/${link}`)).status).toBe(451);
  expect((await auditFolder(server.dataDir, Date.now)).findings).toEqual([]);
});

test('a folder in which a person was blocked and signed in again is whole', async () => {
  await wire.upload(await wire.signIn('bob@example.com'), { name: 'before.bin', bytes: randomFile(1_000) });
  for (const act of ['block', 'unblock']) {
    const body = { person: 'bob@example.com', act, reason: 'by a test' };
    expect((await callServerOf(server.dataDir, '/_internal/people/act', body)).status).toBe(200);
  }
  const again = await wire.signIn('bob@example.com');
  expect((await again.get('/drive/v1/files')).status).toBe(200);
  expect((await auditFolder(server.dataDir, Date.now)).findings).toEqual([]);
});

/** `npm run ops` on the machine itself. @returns what it prints, or the sentence of its refusal */
function ops(...args: string[]): Promise<string> {
  const env = { ...process.env, MAGPIE_DATA: server.dataDir, MAGPIE_URL: '' };
  return promisify(execFile)(process.execPath, [path.join(ROOT, 'scripts/ops/main.ts'), ...args], { env }).then(
    ({ stdout }) => stdout,
    ({ code, stderr }: { code: number; stderr: string }) => `exit ${code}: ${stderr}`,
  );
}

test('the commands of an operator delete, keep, reset and endow a person, and leave the last operator', async () => {
  const person = 'carla@example.com';
  const because = ['--reason', 'by a test'];
  const until = (year: number) => ['--until', `${new Date().getUTCFullYear() + year}-12-31`];
  expect(await ops('people', 'delete', person, ...because)).toMatch(/is deleted in seven days/);
  expect(await ops('people', 'show', person)).toMatch(/CLOSING.*\ndeleted 20/);
  await expect(wire.signIn(person)).rejects.toThrow('account_freeze');
  expect(await ops('people', 'keep', person, ...because)).toMatch(/is not deleted/);
  expect(await ops('people', 'keep', person, ...because)).toMatch(/^exit 1: refused: The account is not being deleted/);
  const { token } = await wire.signIn(person);
  expect(await ops('people', 'premium', person, ...until(2), ...because)).toMatch(/exit 1: .* has premium until 20/);
  expect(await ops('people', 'premium', person, ...until(12), ...because)).toMatch(/has premium until 20/);
  expect(await ops('people', 'storage', person, '--gib', '9', ...until(2), ...because)).toMatch(/has more storage/);
  expect(await ops('people', 'show', person)).toContain(
    `premium until ${new Date().getUTCFullYear() + 13}-01-01T00:00:00.000Z`,
  );
  expect(await ops('member', 'ledger', person)).toMatch(/by a test/);
  expect(await ops('people', 'storage', person, ...until(2), ...because)).toMatch(
    /^exit 2: --gib NUMBER is missing\nbin\/magpie people/,
  );
  expect(await ops('people', 'storage', person, '--gib', '-5', ...until(2), ...because)).toMatch(/^exit 1: .*gib has/);
  expect(await ops('people', 'premium', person, '--until', 'tomorrow', ...because)).toMatch(/^exit 2: --until takes/);
  expect(await ops('people', 'invite', 'notanaddress', ...because)).toMatch(/^exit 2: notanaddress is neither/);
  expect(await ops('people', 'show', 'none@example.com')).toMatch(/^exit 1: refused: No account has this address/);
  expect(await ops('people', 'reset', person)).toMatch(/^exit 2: --reason TEXT is missing/);
  expect(await ops('people', 'reset', person, ...because)).toMatch(/has to choose another password/);
  expect((await wire.call('GET', '/drive/v1/files', { token })).status).toBe(401);
  await expect(wire.signIn(person)).rejects.toThrow('cannot_unlock');

  expect(await ops('people', 'block', 'olga@example.com', ...because)).toMatch(/^exit 1: refused: An operator is/);
  expect(await ops('operator', 'remove', 'olga@example.com')).toMatch(/^exit 1: refused: .*no other operator/);
  expect(await ops('operator', 'add', 'bob@example.com')).toMatch(/is an operator/);
  expect(await ops('operator', 'remove', 'bob@example.com')).toMatch(/is no operator/);
  expect(await ops('jobs', 'retry', person, 'none', ...because)).toMatch(
    /^exit 1: refused: The job is no longer there/,
  );
  expect(await ops('log', 'people')).toMatch(
    /^\d+ {2}20\S+ {2}console {2}operator_removed people {2}.*\n.*operator_added/,
  );
  const { acts } = await operate<{ acts: { act: string }[] }>('log', { limit: 8 });
  expect(acts.map(({ act }) => act).slice(0, 7)).toEqual([
    'operator_removed',
    'operator_added',
    'person_reset',
    'member_granted',
    'member_granted',
    'person_kept',
    'person_deleted',
  ]);
  expect((await auditFolder(server.dataDir, Date.now)).findings).toEqual([]);
});
