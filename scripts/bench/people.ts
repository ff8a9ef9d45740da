/**
 * People at work on one machine, in a closed loop: each looks, downloads, uploads or opens a link, waits, and goes on. Times, acts a
 * second, and the cores that proxy and runtime take.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { href } from '#shared/routes.ts';
import { makeFilesIn } from './fill.ts';
import type { Bench, BenchServer } from './harness/bench.ts';
import { getBytes, makeFile } from './harness/bytes.ts';
import { type BenchPerson, signIn } from './harness/client.ts';
import { costOf, makeLoad, percentile } from './harness/measure.ts';
import { atMost, printTable, type ScenarioReport } from './harness/report.ts';

const ACCOUNTS = ['alice@example.com', 'bob@example.com', 'carla@example.com', 'olga@example.com'];
const FILES = 100;
const FILE_BYTES = 100_000;
/** Seconds of one round. */
const SECONDS = 12;
const QUICK_SECONDS = 4;
/** People, and their pause between two acts. */
const ROUNDS = [
  { people: 50, pauseMs: 1_000 },
  { people: 100, pauseMs: 1_000 },
  { people: 200, pauseMs: 1_000 },
  { people: 50, pauseMs: 0 },
] as const;
/** Hundredths of all acts. */
const SHARES = { list: 60, down: 20, up: 10, share: 10 } as const;
type Act = keyof typeof SHARES;
const ACTS = Object.keys(SHARES) as Act[];
const DECK = ACTS.flatMap((act) => Array.from({ length: SHARES[act] }, () => act));
/** Of 100 people who wait a second between two acts. */
const MOST_P99_MS = 150;
const ENV = { SERVER_LIMITS: JSON.stringify({ requestsPerAddress: 1_000, connectionsPerAddress: 1_000 }) };

/** An account with a folder of files, one file to download and a link to the folder. */
interface Account {
  readonly person: BenchPerson;
  readonly folderId: string;
  readonly uploadsId: string;
  readonly content: string;
  readonly link: string;
}

interface Round {
  readonly people: number;
  readonly pauseMs: number;
}

async function makeAccount({ origin }: BenchServer, email: string): Promise<Account> {
  const person = await signIn(origin, email);
  const folderId = await person.makeFolder('people', '');
  await makeFilesIn(person, folderId, FILES);
  const content = await person.contentLink(await person.sendWhole(makeFile(FILE_BYTES), 'people.bin', ''));
  const link = origin + href('share.open', { shareId: await person.share([folderId]) });
  return { person, folderId, uploadsId: await person.makeFolder('uploads', ''), content, link };
}

/** The act of a person, by the number of acts that this one has done and their own number: the same in each run. */
function actOf(person: number, turn: number): Act {
  return DECK[(person * 37 + turn * 61) % DECK.length] ?? 'list';
}

async function doAct(act: Act, account: Account, base: Buffer, name: string): Promise<void> {
  const { person, folderId, uploadsId, content, link } = account;
  if (act === 'list') {
    await person.call('GET', `/drive/v1/files?${new URLSearchParams({ parent_id: folderId, limit: '100' })}`);
  } else if (act === 'down') await getBytes(content);
  else if (act === 'up') await person.send(makeFile(FILE_BYTES, base), name, uploadsId, 1);
  else {
    const headers = () => ({ accept: 'text/html', 'accept-language': 'en-US', 'accept-encoding': 'zstd' });
    await makeLoad({ name: act, urls: [link], headers, connections: 1, seconds: 0, atLeast: 1 });
  }
}

async function work(accounts: readonly Account[], { people, pauseMs }: Round, seconds: number) {
  const times = new Map<Act, number[]>(ACTS.map((act) => [act, []]));
  const base = randomBytes(2 ** 20);
  let failed = 0;
  const endMs = performance.now() + seconds * 1_000;
  const live = async (number: number): Promise<void> => {
    const account = accounts[number % accounts.length];
    if (!account) return;
    // They do not begin at the same moment.
    await delay((pauseMs * number) / people);
    for (let turn = 0; performance.now() < endMs; turn += 1) {
      const act = actOf(number, turn);
      const startedMs = performance.now();
      try {
        await doAct(act, account, base, `${people} ${pauseMs} ${number} ${turn}.bin`);
        times.get(act)?.push(performance.now() - startedMs);
      } catch {
        failed += 1;
      }
      if (pauseMs > 0) await delay(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: people }, (_, number) => live(number)));
  return { times, failed };
}

export async function benchPeople(bench: Bench): Promise<ScenarioReport> {
  const { quick } = bench.options;
  const seconds = quick ? QUICK_SECONDS : SECONDS;
  const server = await bench.product(ENV);
  const accounts: Account[] = [];
  for (const email of ACCOUNTS) accounts.push(await makeAccount(server, email));
  await work(accounts, { people: 10, pauseMs: 0 }, 2);
  const figures: Record<string, object> = {};
  const rows: string[][] = [];
  let failed = 0;
  let p99OfHundred = 0;
  for (const round of ROUNDS) {
    const { result, cost } = await costOf(server.pids, () => work(accounts, round, seconds));
    const all = [...result.times.values()].flat();
    const cores = [cost.runtimeCpuSeconds, cost.frontCpuSeconds].map((cpu) => cpu / cost.wallSeconds);
    const spread = (times: readonly number[]) => [0.5, 0.99].map((share) => percentile(times, share).toFixed(0));
    const name = `${round.people} people, ${round.pauseMs === 0 ? 'no pause' : `${round.pauseMs / 1_000} s`}`;
    rows.push([
      name,
      (all.length / cost.wallSeconds).toFixed(0),
      [...spread(all), Math.max(...all).toFixed(0)].join(' / '),
      ...ACTS.map((act) => spread(result.times.get(act) ?? []).join(' / ')),
      cores.map((one) => one.toFixed(2)).join(', '),
    ]);
    const timesMs = Object.fromEntries(
      [...result.times].map(([act, times]) => [act, { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }]),
    );
    figures[name] = { perSecond: all.length / cost.wallSeconds, cores, timesMs, failed: result.failed };
    failed += result.failed;
    if (round.people === 100) p99OfHundred = percentile(all, 0.99);
  }
  printTable(
    'People on one machine, ms',
    [
      'people, pause',
      'a second',
      'p50 / p99 / most',
      ...ACTS.map((act) => `${act} p50 / p99`),
      'cores: runtime, proxy',
    ],
    rows,
  );
  return {
    figures,
    checks: [
      atMost('acts that failed', failed, 0, ''),
      atMost('99 of 100 acts of 100 people', p99OfHundred, MOST_P99_MS, 'ms'),
    ],
  };
}
