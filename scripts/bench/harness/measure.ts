/** Figures of a bench: processor time and memory of servers, load on addresses, and rounds over several targets in turn. */
import http from 'node:http';
import { type ProcessUsage, usageOf } from '#scripts/start/watch/process-usage.ts';

const SAMPLE_MS = 40;
const NONE: ProcessUsage = { cpuSeconds: 0, residentBytes: 0 };

/** Proxy and runtime of one server, measured apart, and its other processes. A pid of 0 stands for no process. */
export interface ServerPids {
  readonly front: number;
  readonly runtime: number;
  readonly others: readonly number[];
}

export function usageOfAll(pids: readonly number[]): ProcessUsage {
  return pids
    .map((pid) => (pid === 0 ? NONE : (usageOf(pid) ?? NONE)))
    .reduce(
      (sum, one) => ({
        cpuSeconds: sum.cpuSeconds + one.cpuSeconds,
        residentBytes: sum.residentBytes + one.residentBytes,
      }),
      NONE,
    );
}

export function allPids({ front, runtime, others }: ServerPids): readonly number[] {
  return [front, runtime, ...others];
}

export interface Cost {
  readonly frontCpuSeconds: number;
  readonly runtimeCpuSeconds: number;
  /** Of these and the processes beside them, which flush and digest. */
  readonly cpuSeconds: number;
  /** Largest sum of all that was seen. */
  readonly peakRssBytes: number;
  readonly wallSeconds: number;
}

/** Watches a server while `work` runs. The peak is sampled, so a spike shorter than the sampling may be missed. */
export async function costOf<T>(pids: ServerPids, work: () => Promise<T>): Promise<{ result: T; cost: Cost }> {
  let peakRssBytes = 0;
  const sample = (): void => {
    const { residentBytes } = usageOfAll(allPids(pids));
    peakRssBytes = Math.max(peakRssBytes, residentBytes);
  };
  const cpu = () =>
    [[pids.front], [pids.runtime], allPids(pids)].map((all) => usageOfAll(all).cpuSeconds) as [number, number, number];
  sample();
  const timer = setInterval(sample, SAMPLE_MS);
  const [front, runtime, all] = cpu();
  const startedMs = performance.now();
  try {
    const result = await work();
    const wallSeconds = (performance.now() - startedMs) / 1000;
    sample();
    const [frontAfter, runtimeAfter, allAfter] = cpu();
    const used = {
      frontCpuSeconds: frontAfter - front,
      runtimeCpuSeconds: runtimeAfter - runtime,
      cpuSeconds: allAfter - all,
    };
    return { result, cost: { ...used, peakRssBytes, wallSeconds } };
  } finally {
    clearInterval(timer);
  }
}

/** Median with its range over the rounds. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** @param values  at least one */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  const median = sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
  return { median, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/** The value that this share of the values is below. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Figures of one target by name, one spread each. */
export type Figures = Readonly<Record<string, Spread>>;
/** Of each target by its name. */
export type Table = ReadonlyMap<string, Figures>;

export function medianOf(table: Table, target: string, figure: string): number {
  return table.get(target)?.[figure]?.median ?? Number.NaN;
}

/**
 * Runs every target once per round, so that a slow minute of the machine meets all of them. A first round warms up and is not counted.
 * @param run  one run of one target; the figures it answers must have the same names each time
 */
export async function interleave<T extends { readonly name: string }>(
  targets: readonly T[],
  rounds: number,
  run: (target: T, isWarmUp: boolean) => Promise<Record<string, number>>,
): Promise<Table> {
  for (const target of targets) await run(target, true);
  const gathered = new Map<string, Record<string, number[]>>(targets.map(({ name }) => [name, {}]));
  for (let round = 0; round < rounds; round++)
    for (const target of targets) {
      const lists = gathered.get(target.name) ?? {};
      for (const [figure, value] of Object.entries(await run(target, false))) {
        lists[figure] ??= [];
        lists[figure].push(value);
      }
    }
  const spreads = (lists: Record<string, number[]>) =>
    Object.fromEntries(Object.entries(lists).map(([figure, values]) => [figure, spreadOf(values)]));
  return new Map([...gathered].map(([name, lists]) => [name, spreads(lists)]));
}

/** Does so much work, a few at a time. */
export async function inLanes(lanes: number, count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++) await work(at);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, count) }, lane));
}

/** Milliseconds that one piece of work takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

export interface LoadPlan {
  readonly name: string;
  /** Asked by turns. */
  readonly urls: readonly string[];
  /** Of each request. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  /** Requests that are made even when the time has ended. */
  readonly atLeast?: number;
}

/**
 * Makes load by a loop of Node. It is slower than the server, so its rates are lower bounds; processor time per request is exact.
 * @returns the time of each request. @throws Error after an answer of 400 and above, or a broken connection
 */
export async function makeLoad(plan: LoadPlan): Promise<number[]> {
  const { urls, headers, connections, atLeast = 0 } = plan;
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const endMs = performance.now() + plan.seconds * 1000;
  const timesMs: number[] = [];
  let asked = 0;
  const ask = (): Promise<void> =>
    new Promise((resolve, reject) => {
      asked += 1;
      const url = urls[asked % urls.length] ?? '';
      const request = http.get(url, { agent, headers: headers() }, (answer) => {
        answer.resume();
        answer.once('error', reject);
        answer.once('end', () =>
          (answer.statusCode ?? 500) < 400
            ? resolve()
            : reject(new Error(`${plan.name}: answered ${answer.statusCode}`)),
        );
      });
      request.once('error', reject);
    });
  const lane = async (): Promise<void> => {
    while (performance.now() < endMs || asked < atLeast) timesMs.push(await timeOf(ask));
  };
  try {
    await Promise.all(Array.from({ length: connections }, lane));
  } finally {
    agent.destroy();
  }
  return timesMs;
}
