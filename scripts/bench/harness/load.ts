/**
 * Makes load on one address by a loop of Node. The loop is slower than the server, so its rates are lower bounds; processor time
 * per request is exact.
 */
import http from 'node:http';
import { percentile } from './rounds.ts';

export interface LoadPlan {
  /** Asked by turns. */
  urls: readonly string[];
  /** Of each request. */
  headers: () => Readonly<Record<string, string>>;
  connections: number;
  seconds: number;
  /** Requests that are made even when the time has ended. */
  atLeast?: number;
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers of 400 and above, and broken connections. */
  failures: number;
}

function ask(plan: LoadPlan, agent: http.Agent, number: number): Promise<boolean> {
  return new Promise((resolve) => {
    const url = plan.urls[number % plan.urls.length] ?? '';
    const request = http.get(url, { agent, headers: plan.headers() }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve((answer.statusCode ?? 500) < 400));
      answer.once('error', () => resolve(false));
    });
    request.once('error', () => resolve(false));
  });
}

/** Runs one plan to its end. */
export async function makeLoad(plan: LoadPlan): Promise<LoadResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: plan.connections });
  const startedMs = performance.now();
  const endMs = startedMs + plan.seconds * 1000;
  const timesMs: number[] = [];
  let failures = 0;
  let asked = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < endMs || asked < (plan.atLeast ?? 0)) {
      const beganMs = performance.now();
      asked += 1;
      if (!(await ask(plan, agent, asked))) failures += 1;
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
