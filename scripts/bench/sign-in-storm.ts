/**
 * A storm of sign-ins with wrong passwords, a thousand a second from 300 addresses, and their effect on others: how long
 * the list of a drive takes, before and during, and whether a right password from a quiet address still gets in.
 */
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type BenchPerson, callJson, signIn, trySignIn } from './harness/client.ts';
import { costOf } from './harness/processes.ts';
import { atLeast, atMost, printTable, type ScenarioReport } from './harness/report.ts';
import { percentile } from './harness/rounds.ts';
import { makeScratch, startProduct } from './harness/server.ts';
import type { BenchOptions } from './harness/settings.ts';
import type { StormCounts, StormPlan } from './storm.ts';

const PER_SECOND = 1_000;
const ADDRESSES = 300;
const IDLE_SECONDS = 10;
const STORM_SECONDS = 30;
const QUICK_STORM_SECONDS = 10;
/** In its first seconds every address of the storm is new: part of the storm, and shown separately too. */
const ONSET_MS = 3_000;
const PROBE_GAP_MS = 50;
const SIGN_IN_GAP_MS = 2_000;
const SIGN_IN_PATIENCE_MS = 20_000;
const MOST_TIMES_IDLE = 3;
const MOST_P99_MS = 150;
const MOST_SIGN_IN_MS = 5_000;

/** Times of listings, one after another with a pause, until `endMs`. */
async function probe(origin: string, person: BenchPerson, endMs: number): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const timesMs: number[] = [];
  while (performance.now() < endMs) {
    const startedMs = performance.now();
    await new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${person.token}` };
      http
        .get(`${origin}/drive/v1/files?limit=100`, { agent, headers }, (answer) => {
          answer.resume();
          answer.once('end', () =>
            answer.statusCode === 200 ? resolve() : reject(new Error(`the list answered ${answer.statusCode}`)),
          );
        })
        .once('error', reject);
    });
    timesMs.push(performance.now() - startedMs);
    await sleep(PROBE_GAP_MS);
  }
  agent.destroy();
  return timesMs;
}

interface SignIns {
  readonly timesMs: number[];
  readonly retries: number;
  /** How often a human check was asked for. */
  readonly checks: number;
  readonly failures: string[];
}

/** Signs in again and again from new addresses, each time waiting as long as the server asks. */
async function signInNowAndThen(origin: string, endMs: number): Promise<SignIns> {
  const found = { timesMs: [] as number[], retries: 0, checks: 0, failures: [] as string[] };
  for (let number = 1; performance.now() < endMs; number += 1) {
    const startedMs = performance.now();
    for (;;) {
      const answer = await trySignIn(origin, `127.9.0.${number}`);
      if (answer.status === 200) {
        found.timesMs.push(performance.now() - startedMs);
        break;
      }
      // A page would do the check. This client has none and signs in when the rush has ended.
      const isWaiting = answer.status === 429 || answer.status === 503 || answer.error === 'captcha_required';
      if (answer.error === 'captcha_required') found.checks += 1;
      if (!isWaiting || performance.now() - startedMs > SIGN_IN_PATIENCE_MS) {
        found.failures.push(`${answer.status} ${answer.error}`);
        break;
      }
      found.retries += 1;
      await sleep(answer.retryAfterSeconds * 1_000);
    }
    await sleep(SIGN_IN_GAP_MS);
  }
  return found;
}

/** Sends the storm from a thread of its own, so that its work does not show in the times of the probe. */
function startStorm(plan: StormPlan): Promise<StormCounts> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(path.join(import.meta.dirname, 'storm.ts'), { workerData: plan });
    thread.once('message', (counts: StormCounts) => resolve(counts));
    thread.once('error', reject);
  });
}

const sum = (counts: Readonly<Record<string, number>>, isOf: (key: string) => boolean): number =>
  Object.entries(counts).reduce((all, [key, count]) => all + (isOf(key) ? count : 0), 0);

export async function benchSignInStorm(options: BenchOptions): Promise<ScenarioReport> {
  const scratch = makeScratch();
  const product = await startProduct(options.port, path.join(scratch.dir, 'product'));
  const seconds = options.quick ? QUICK_STORM_SECONDS : STORM_SECONDS;
  try {
    const person = await signIn(product.origin, 'carla@example.com');
    await callJson(`${product.origin}/drive/v1/files?limit=100`, 'GET', person.token);
    const idle = await probe(product.origin, person, performance.now() + IDLE_SECONDS * 1_000);
    const startMs = performance.now();
    const endMs = startMs + seconds * 1_000;
    const { cost, result } = await costOf(product.pids, () =>
      Promise.all([
        startStorm({ port: product.port, perSecond: PER_SECOND, addresses: ADDRESSES, seconds }),
        probe(product.origin, person, startMs + ONSET_MS),
        sleep(ONSET_MS).then(() => probe(product.origin, person, endMs)),
        signInNowAndThen(product.origin, endMs),
      ]),
    );
    const [storm, onset, afterOnset, signIns] = result;
    const during = [...onset, ...afterOnset];
    printTable(
      `${storm.sent} sign-ins in ${seconds} s from ${ADDRESSES} addresses`,
      ['', 'n', 'p50 ms', 'p99 ms', 'max ms'],
      [
        ['list of a drive, idle', idle],
        ['list of a drive, first 3 s of storm', onset],
        ['list of a drive, after those', afterOnset],
        ['list of a drive, whole storm', during],
        ['right password, storm', signIns.timesMs],
        ['refusals of the storm', storm.refusalsMs],
      ].map(([name, times]) => {
        const all = times as readonly number[];
        const cells = [percentile(all, 0.5), percentile(all, 0.99), Math.max(...all)].map((each) => each.toFixed(1));
        return [String(name), String(all.length), ...cells];
      }),
    );
    const answers = Object.entries(storm.answers).map(([key, count]) => `${key}: ${count}`);
    process.stdout.write(`answers to the storm: ${answers.join(', ')}; not answered: ${storm.broken}\n`);
    process.stdout.write(
      `right passwords: ${signIns.timesMs.length} let in, ${signIns.retries} told to wait (${signIns.checks} asked for a human check), ${signIns.failures.length} refused ${[...new Set(signIns.failures)].join(', ')}\n`,
    );
    const hashed = storm.answers['400 invalid_account_or_password'] ?? 0;
    const waits = sum(storm.answers, (key) => /^(?:429|503) /.test(key));
    const known = hashed + waits + (storm.answers['400 captcha_required'] ?? 0);
    return {
      figures: {
        idle: percentile(idle, 0.5),
        during: [percentile(during, 0.5), percentile(during, 0.99)],
        storm: storm.answers,
        signIns,
        cost,
      },
      checks: [
        atLeast('sign-ins sent', storm.sent / seconds, PER_SECOND * 0.9, 'a second'),
        atMost('list of a drive, median', percentile(during, 0.5), percentile(idle, 0.5) * MOST_TIMES_IDLE, 'ms'),
        atMost('list of a drive, p99', percentile(during, 0.99), MOST_P99_MS, 'ms'),
        atMost('refusals without Retry-After', storm.withoutRetryAfter, 0, 'answers'),
        atMost('other answers', storm.sent - storm.broken - known, 0, 'answers'),
        atMost('right passwords refused', signIns.failures.length, 0, 'sign-ins'),
        atMost('right password, slowest', Math.max(...signIns.timesMs), MOST_SIGN_IN_MS, 'ms'),
      ],
    };
  } finally {
    await product.stop();
    scratch.remove();
  }
}
