/** The published client of tus, through a kill of the server amid an upload. */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIB } from '#shared/units.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { makeWireClient, type Person, type WireClient } from './wire-client.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-tus-'));
const dataDir = path.join(folder, 'data');
let server: TestServer;
let client: WireClient;
let alice: Person;
let password = '';
let folderId = '';

beforeAll(async () => {
  mkdirSync(dataDir);
  server = await startServer({ dataDir });
  client = makeWireClient(server.origin);
  alice = await client.signIn('alice@example.com');
  const sudo = await alice.post('/v1/user/sudo', { password: 'magpie-demo' });
  const body = { sudo_token: sudo.body.sudo_token, name: 'tus', scope: 'write', folder_id: '', ends_in_days: 0 };
  const made = await alice.post('/v1/user/app_passwords', body);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  password = made.body.password;
  folderId = await alice.makeFolder('sent by tus');
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Step = { url?: string; sent?: number; accepted?: number; error?: string; done?: boolean };

/** @param onStep  called with each line of the program */
async function send(file: string, pieceBytes: number, onStep: (step: Step) => void = () => undefined): Promise<Step[]> {
  const script = path.join(import.meta.dirname, 'tus-client.mjs');
  const args = [script, `${server.contentOrigin}/tus/`, password, file, String(pieceBytes)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const steps: Step[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const step = JSON.parse(line) as Step;
      steps.push(step);
      onStep(step);
    }
  });
  await once(child, 'close');
  return steps;
}

async function storedSha(name: string): Promise<string> {
  const listed = await alice.get('/drive/v1/files', { parent_id: folderId });
  const found = listed.body.files.filter((file: { name: string; phase: string }) => file.name === name);
  expect(found.map((file: { phase: string }) => file.phase)).toEqual(['PHASE_TYPE_COMPLETE']);
  const detail = await alice.get(`/drive/v1/files/${found[0].id}`);
  const { bytes } = await client.download(detail.body.links['application/octet-stream'].url);
  return createHash('sha256').update(bytes).digest('hex');
}

test.each([0, 5 * MIB + 1])('the client of tus sends a file in pieces of %i bytes', async (pieceBytes) => {
  const file = path.join(folder, `pieces of ${pieceBytes}.bin`);
  const bytes = randomBytes(20 * MIB + 3);
  writeFileSync(file, bytes);
  const steps = await send(file, pieceBytes);
  expect(steps.at(-1)).toEqual({ done: true });
  expect(await storedSha(path.basename(file))).toBe(createHash('sha256').update(bytes).digest('hex'));
});

test('an upload goes on after the server was killed, from the bytes that it had stored', async () => {
  const file = path.join(folder, 'through a kill.bin');
  const bytes = randomBytes(96 * MIB);
  writeFileSync(file, bytes);
  let killing: Promise<void> | undefined;
  const { port } = server;
  async function killAndStart(): Promise<void> {
    await server.kill9();
    server = await startServer({ dataDir, port });
  }
  const steps = await send(file, 0, ({ sent = 0 }) => {
    if (sent > 40 * MIB) killing ??= killAndStart();
  });
  await killing;
  expect(killing).toBeDefined();
  expect(steps.at(-1)).toEqual({ done: true });
  // It fell back to what the server had, and not to the beginning.
  const sent = steps.flatMap(({ sent: at }) => (at === undefined ? [] : [at]));
  const fellTo = sent.find((at, index) => at < (sent[index - 1] ?? 0));
  expect(fellTo).toBeGreaterThan(0);
  expect(new Set(steps.flatMap(({ url }) => url ?? [])).size).toBe(1);
  expect(await storedSha('through a kill.bin')).toBe(createHash('sha256').update(bytes).digest('hex'));
});
