/**
 * PROPFIND of a folder of 10,000 files, as sync clients and mounts ask for it: processor time and memory of the server, and how long another
 * person's look at a small folder waits beside it.
 */
import { makeLargeFolder } from './fill.ts';
import type { Bench } from './harness/bench.ts';
import { signIn } from './harness/client.ts';
import { allPids, costOf, interleave, medianOf, percentile, timeOf, usageOfAll } from './harness/measure.ts';
import { atMost, printFigures, type ScenarioReport } from './harness/report.ts';

const PERSON = 'carla@example.com';
const OTHER = 'bob@example.com';
const PASSWORD = 'magpie-demo';
const ENTRIES = 10_000;
/** PROPFINDs of one measurement: processor time is counted in hundredths of a second. */
const CALLS = 5;
const LOOKS = 50;
const MAX_CPU_MS = 250;
const MAX_MEMORY_MIB = 16;
const MAX_WAIT_MS = 100;

/** The properties that rclone asks for. */
const BODY =
  '<?xml version="1.0"?><d:propfind xmlns:d="DAV:"><d:prop><d:displayname/><d:getlastmodified/><d:getcontentlength/><d:resourcetype/><d:getcontenttype/><d:getetag/></d:prop></d:propfind>';

interface Made {
  readonly sudo_token: string;
  readonly password: string;
  readonly address: string;
}

export async function benchPropfind(bench: Bench): Promise<ScenarioReport> {
  const { origin, pids } = await bench.product();
  const person = await signIn(origin, PERSON);
  await makeLargeFolder(person, 'Propfind', ENTRIES);
  const { sudo_token: sudoToken } = await person.call<Made>('POST', '/v1/user/sudo', { password: PASSWORD });
  const { password, address } = await person.call<Made>('POST', '/v1/user/app_passwords', {
    sudo_token: sudoToken,
    name: 'bench',
    scope: 'read',
    folder_id: '',
    ends_in_days: 1,
  });
  const authorization = `Basic ${Buffer.from(`carla:${password}`).toString('base64')}`;
  const propfind = async (): Promise<void> => {
    const headers = { authorization, depth: '1', 'content-type': 'application/xml' };
    const answer = await fetch(`${address}Propfind/`, { method: 'PROPFIND', headers, body: BODY });
    // Read piece by piece: a text of megabytes would cost this process, which shares the processor.
    let bytes = 0;
    for await (const piece of answer.body ?? []) bytes += piece.length;
    if (answer.status !== 207 || bytes < ENTRIES * 200)
      throw new Error(`answered ${answer.status} with ${bytes} bytes`);
  };
  const other = await signIn(origin, OTHER);
  const look = () => other.call('GET', '/drive/v1/files?limit=20');
  const table = await interleave([{ name: 'PROPFIND' }], bench.options.rounds, async () => {
    const idleBytes = usageOfAll(allPids(pids)).residentBytes;
    const { cost } = await costOf(pids, async () => {
      for (let at = 0; at < CALLS; at += 1) await propfind();
    });
    return {
      cpuMs: (cost.cpuSeconds * 1_000) / CALLS,
      wallMs: (cost.wallSeconds * 1_000) / CALLS,
      memoryMiB: (cost.peakRssBytes - idleBytes) / 2 ** 20,
    };
  });
  const waits = await interleave(
    [{ name: 'look, idle' }, { name: 'look, beside' }],
    bench.options.rounds,
    async ({ name }) => {
      let isOver = name === 'look, idle';
      const busy = (async () => {
        while (!isOver) await propfind();
      })();
      const timesMs: number[] = [];
      for (let at = 0; at < LOOKS; at += 1) timesMs.push(await timeOf(look));
      isOver = true;
      await busy;
      return { p99Ms: percentile(timesMs, 0.99) };
    },
  );
  printFigures(`PROPFIND of ${ENTRIES} entries`, new Map([...table]), [
    ['CPU ms of the server', 'cpuMs', 0],
    ['ms', 'wallMs', 0],
    ['MiB more', 'memoryMiB', 1],
  ]);
  printFigures('Look of another person', new Map([...waits]), [['p99 ms', 'p99Ms', 1]]);
  const wait = medianOf(waits, 'look, beside', 'p99Ms') - medianOf(waits, 'look, idle', 'p99Ms');
  return {
    figures: Object.fromEntries([...table, ...waits]),
    checks: [
      atMost(`PROPFIND of ${ENTRIES}`, medianOf(table, 'PROPFIND', 'cpuMs'), MAX_CPU_MS, 'ms of CPU'),
      atMost(`PROPFIND of ${ENTRIES}`, medianOf(table, 'PROPFIND', 'memoryMiB'), MAX_MEMORY_MIB, 'MiB more'),
      atMost('look of another person waits', wait, MAX_WAIT_MS, 'ms'),
    ],
  };
}
