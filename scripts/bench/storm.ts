/** Sends sign-ins with wrong passwords at a steady rate, whether answers come or not: a thread for sign-in-storm.ts. */
import http from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

export interface StormPlan {
  readonly port: number;
  readonly perSecond: number;
  readonly addresses: number;
  readonly seconds: number;
}

export interface StormCounts {
  sent: number;
  /** By status and name of the error. */
  answers: Record<string, number>;
  /** 429 and 503 that did not say when to come again. */
  withoutRetryAfter: number;
  /** How long 429 and 503 took. */
  refusalsMs: number[];
  /** Broken connections, and answers that had not come when the storm ended. */
  broken: number;
}

const TICK_MS = 10;
/** How long answers under way are waited for at the end. */
const LAST_ANSWERS_MS = 3_000;

function addressOf(number: number): string {
  return `127.8.${Math.floor(number / 250)}.${(number % 250) + 1}`;
}

async function run(plan: StormPlan): Promise<StormCounts> {
  const counts: StormCounts = { sent: 0, answers: {}, withoutRetryAfter: 0, refusalsMs: [], broken: 0 };
  const agent = new http.Agent({ keepAlive: true, maxSockets: 10 });
  let open = 0;

  function send(number: number): void {
    const localAddress = addressOf(number % plan.addresses);
    const body = JSON.stringify({ client_id: 'cli', username: `user-${number % 997}@example.com`, password: 'wrong' });
    const headers = {
      host: `localhost:${plan.port}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const target = { host: '127.0.0.1', port: plan.port, path: '/v1/auth/signin', method: 'POST' };
    const startedMs = performance.now();
    counts.sent += 1;
    open += 1;
    const request = http.request({ ...target, localAddress, headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      answer.once('end', () => {
        open -= 1;
        const error = /"error":"(\w+)"/.exec(text)?.[1] ?? '';
        const key = `${answer.statusCode} ${error}`;
        counts.answers[key] = (counts.answers[key] ?? 0) + 1;
        if (answer.statusCode !== 429 && answer.statusCode !== 503) return;
        counts.refusalsMs.push(performance.now() - startedMs);
        if (!(Number(answer.headers['retry-after']) >= 1)) counts.withoutRetryAfter += 1;
      });
    });
    request.once('error', () => {
      open -= 1;
      counts.broken += 1;
    });
    request.end(body);
  }

  const startedMs = performance.now();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsedMs = performance.now() - startedMs;
      const due = Math.min(elapsedMs / 1_000, plan.seconds) * plan.perSecond;
      while (counts.sent < due) send(counts.sent);
      if (elapsedMs < plan.seconds * 1_000) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  await new Promise((resolve) => setTimeout(resolve, LAST_ANSWERS_MS));
  counts.broken += open;
  agent.destroy();
  return counts;
}

parentPort?.postMessage(await run(workerData as StormPlan));
