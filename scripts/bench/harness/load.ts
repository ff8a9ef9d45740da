/** Makes load on one address: wrk where it is installed, else a small loop of Node's own, which is slower and says so. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { percentile } from './rounds.ts';

export interface LoadPlan {
  url: string;
  headers: Readonly<Record<string, string>>;
  connections: number;
  seconds: number;
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers that were no 2xx or 3xx, and broken connections. */
  failures: number;
}

const WRK = 'wrk';

/** Whether wrk can be started. */
export function hasWrk(): boolean {
  return (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, WRK)));
}

const UNIT_MS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

function toMs(text: string | undefined): number {
  const [, value = '', unit = ''] = /^([\d.]+)([a-z]+)$/.exec(text ?? '') ?? [];
  return Number(value) * (UNIT_MS[unit] ?? Number.NaN);
}

/** Reads what `wrk --latency` prints. @throws Error when it is something else */
export function parseWrk(output: string): LoadResult {
  const find = (pattern: RegExp): string | undefined => pattern.exec(output)?.[1];
  const requests = find(/(\d+) requests in /);
  const perSecond = find(/Requests\/sec:\s+([\d.]+)/);
  if (requests === undefined || perSecond === undefined) throw new Error(`wrk printed:\n${output}`);
  const socket = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output) ?? [];
  const broken = socket.slice(1).reduce((sum, count) => sum + Number(count), 0);
  return {
    requests: Number(requests),
    perSecond: Number(perSecond),
    p50Ms: toMs(find(/\n\s+50%\s+(\S+)/)),
    p99Ms: toMs(find(/\n\s+99%\s+(\S+)/)),
    failures: Number(find(/Non-2xx or 3xx responses: (\d+)/) ?? 0) + broken,
  };
}

async function runWrk(plan: LoadPlan): Promise<LoadResult> {
  const headers = Object.entries(plan.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const given = ['-t1', `-c${plan.connections}`, `-d${plan.seconds}s`, '--timeout', '10s', '--latency', ...headers];
  const child = spawn(WRK, [...given, plan.url], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  return parseWrk(output);
}

function ask(plan: LoadPlan, agent: http.Agent): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get(plan.url, { agent, headers: plan.headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve((answer.statusCode ?? 500) < 400));
      answer.once('error', () => resolve(false));
    });
    request.once('error', () => resolve(false));
  });
}

async function runNode(plan: LoadPlan): Promise<LoadResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: plan.connections });
  const startedMs = performance.now();
  const endMs = startedMs + plan.seconds * 1000;
  const timesMs: number[] = [];
  let failures = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < endMs) {
      const beganMs = performance.now();
      if (!(await ask(plan, agent))) failures += 1;
      timesMs.push(performance.now() - beganMs);
    }
  };
  await Promise.all(Array.from({ length: plan.connections }, lane));
  agent.destroy();
  return {
    requests: timesMs.length,
    perSecond: (timesMs.length * 1000) / (performance.now() - startedMs),
    p50Ms: percentile(timesMs, 0.5),
    p99Ms: percentile(timesMs, 0.99),
    failures,
  };
}

/** Runs one plan to its end. */
export function makeLoad(plan: LoadPlan, withWrk: boolean): Promise<LoadResult> {
  return withWrk ? runWrk(plan) : runNode(plan);
}
