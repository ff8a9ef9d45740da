/**
 * Programs that people own: a walk over a drive of 100,000 files by PROPFIND, as `find` makes it in a mount, and 1,000 small files that a sync
 * client sends, beside as many by the call of our own that takes one file.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findProgram } from '#test/flow/outside-programs.ts';
import { makeProgramPassword } from '#test/flow/program-password.ts';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { makeFilesIn } from './fill.ts';
import type { Bench } from './harness/bench.ts';
import { makeFiles } from './harness/bytes.ts';
import { type BenchPerson, signIn } from './harness/client.ts';
import { costOf, inLanes, interleave, medianOf, type ServerPids } from './harness/measure.ts';
import { atMost, type Check, printTable, type ScenarioReport } from './harness/report.ts';

const PERSON = 'carla@example.com';
const LEAF_FILES = 100;
const MAX_WALK_SECONDS = 30;
/** Of the 100,000 files of a whole run. */
const WHOLE_FILES = 100_000;
const SMALL_FILES = 1_000;
const SMALL_BYTES = 700;
/** Transfers that the client has under way at once. */
const LANES = 6;
const MAX_TIMES = 1.5;

interface Access {
  readonly address: string;
  readonly password: string;
}

/** A tree of folders with 100 files each: half of it is a copy of the other half, and so on. @returns its name and how many files it has */
async function makeTree(person: BenchPerson, least: number): Promise<{ name: string; files: number }> {
  let top = await person.makeFolder('leaf', '');
  await makeFilesIn(person, top, LEAF_FILES, 'txt');
  let files = LEAF_FILES;
  for (; files < least; files *= 2) {
    const above = await person.makeFolder(`tree of ${files * 2}`, '');
    const aside = await person.makeFolder('copy', above);
    const { task_id: taskId } = await person.call<{ task_id: string }>('POST', '/drive/v1/files:batchCopy', {
      ids: [top],
      to: { parent_id: aside },
    });
    await person.untilDone({ taskId });
    const moved = await person.call<{ task_id: string }>('POST', '/drive/v1/files:batchMove', {
      ids: [top],
      to: { parent_id: above },
    });
    await person.untilDone({ taskId: moved.task_id });
    top = above;
  }
  return { name: `tree of ${files}`, files };
}

/** Reads one folder after the other. @returns files that it found */
async function walk({ address, password }: Access, name: string): Promise<number> {
  const headers = { authorization: `Basic ${Buffer.from(`carla:${password}`).toString('base64')}`, depth: '1' };
  const top = `${new URL(address).pathname}${encodeURIComponent(name)}/`;
  let files = 0;
  for (const folders = [top]; folders.length > 0; ) {
    const folder = folders.pop() ?? '';
    const answer = await fetch(new URL(folder, address), { method: 'PROPFIND', headers });
    const text = await answer.text();
    if (answer.status !== 207) throw new Error(`${folder} answered ${answer.status}`);
    for (const [, href = ''] of text.matchAll(/<d:href>([^<]+)<\/d:href>/g))
      if (!href.endsWith('/')) files += 1;
      else if (href !== folder) folders.push(href);
  }
  return files;
}

async function sendByClient(program: string, { address, password }: Access, folder: string): Promise<void> {
  const env = { PATH: process.env['PATH'], HOME: `${folder}-home`, LC_ALL: 'C.UTF-8' };
  mkdirSync(env.HOME, { recursive: true });
  const args = ['--non-interactive', '--silent', '-u', 'carla', '-p', password, folder, new URL(address).origin];
  const [code] = await once(spawn(program, args, { env, stdio: 'ignore' }), 'close');
  if (code !== 0) throw new Error(`the sync client ended with ${code}`);
}

/** @returns seconds of the client and of our own call, and processor time of the server for each */
async function benchSending(
  bench: Bench,
  { origin, pids }: { origin: string; pids: ServerPids },
  person: BenchPerson,
  program: string,
) {
  const wire = await makeWireClient(origin).signIn(PERSON);
  let round = 0;
  return interleave([{ name: 'sync client' }, { name: 'own call' }], bench.options.rounds, async ({ name }) => {
    const parentId = await person.makeFolder(`${name} ${++round}`, '');
    const { text: password, address } = await makeProgramPassword(wire, { folder_id: parentId });
    const folder = path.join(bench.dir, `sent ${round}`);
    mkdirSync(folder);
    for (let at = 0; at < SMALL_FILES; at += 1)
      writeFileSync(path.join(folder, `file ${at}.bin`), `${name} ${round} ${at}`.padEnd(SMALL_BYTES, '.'));
    const files = makeFiles(SMALL_FILES, SMALL_BYTES);
    const { cost } = await costOf(pids, async () => {
      if (name === 'sync client') await sendByClient(program, { address, password }, folder);
      else
        await inLanes(LANES, SMALL_FILES, async (at) => {
          const file = files[at];
          if (file) await person.send(file, `file ${at}.bin`, parentId, 1);
        });
    });
    return { seconds: cost.wallSeconds, cpuSeconds: cost.cpuSeconds };
  });
}

export async function benchPrograms(bench: Bench): Promise<ScenarioReport> {
  const server = await bench.product({
    LIMITS: JSON.stringify({ nodesPerDrive: 1_000_000, nodesPerCopy: 1_000_000 }),
  });
  const { origin } = server;
  const person = await signIn(origin, PERSON);
  const { text: password, address } = await makeProgramPassword(await makeWireClient(origin).signIn(PERSON));
  const program = findProgram('nextcloud-desktop-cmd');
  const sent = program === undefined ? undefined : await benchSending(bench, server, person, program);
  const { name, files } = await makeTree(person, bench.options.files);
  const startedMs = performance.now();
  const found = await walk({ address, password }, name);
  const walkSeconds = (performance.now() - startedMs) / 1_000;
  if (found !== files) throw new Error(`the walk found ${found} of ${files} files`);
  const checks: Check[] = [
    atMost(`walk over ${files} files`, walkSeconds, (MAX_WALK_SECONDS * files) / WHOLE_FILES, 's'),
  ];
  const figures: Record<string, number> = { walkSeconds };
  if (sent !== undefined) {
    const [client, own] = [medianOf(sent, 'sync client', 'seconds'), medianOf(sent, 'own call', 'seconds')];
    const [clientCpu, ownCpu] = ['sync client', 'own call'].map((each) => medianOf(sent, each, 'cpuSeconds'));
    Object.assign(figures, {
      clientSeconds: client,
      ownSeconds: own,
      serverForClient: clientCpu,
      serverForOwn: ownCpu,
    });
    checks.push(atMost(`${SMALL_FILES} small files by a sync client`, client / own, MAX_TIMES, 'times our own call'));
  }
  printTable(
    'Programs',
    ['figure', 'seconds'],
    Object.entries(figures).map(([name, value]) => [name, value.toFixed(1)]),
  );
  return { figures, checks };
}
