/**
 * A storm of sign-ins with wrong passwords, a thousand a second from 300 addresses, and their effect on others: how long
 * the list of a drive takes, before and during, and whether a right password from a quiet address still gets in.
 */
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Bench } from './harness/bench.ts';
import { addressOf, type BenchPerson, requestFrom, signIn, trySignIn } from './harness/client.ts';
import { percentile, timeOf } from './harness/measure.ts';
import { atLeast, atMost, printTable, type ScenarioReport } from './harness/report.ts';

const PER_SECOND = 1_000;
const ADDRESSES = 300;
const NAMES = 997;
const IDLE_SECONDS = 10;
const STORM_SECONDS = 30;
const QUICK_STORM_SECONDS = 10;
const TICK_MS = 10;
/** How long answers under way are waited for at the end. */
const LAST_ANSWERS_MS = 3_000;
const PROBE_GAP_MS = 50;
const SIGN_IN_GAP_MS = 2_000;
const SIGN_IN_PATIENCE_MS = 20_000;
const MOST_TIMES_IDLE = 3;
const MOST_P99_MS = 150;
const MOST_SIGN_IN_MS = 5_000;
/** Second bytes of the addresses of the storm and of those with the right password. */
const STORM_NET = 8;
const QUIET_NET = 9;

interface StormPlan {
  readonly origin: string;
  readonly seconds: number;
}

interface StormCounts {
  sent: number;
  /** By status and name of the error. */
  readonly answers: Record<string, number>;
  /** 429 and 503 that did not say when to come again. */
  withoutRetryAfter: number;
  /** Broken connections, and answers that had not come when the storm ended. */
  unanswered: number;
}

/** Sends at a steady rate, whether answers come or not. */
async function storm({ origin, seconds }: StormPlan): Promise<StormCounts> {
  const counts: StormCounts = { sent: 0, answers: {}, withoutRetryAfter: 0, unanswered: 0 };
  const agent = new http.Agent({ keepAlive: true, maxSockets: 10 });
  const send = async (number: number): Promise<void> => {
    counts.sent += 1;
    counts.unanswered += 1;
    const body = { client_id: 'cli', username: `user-${number % NAMES}@example.com`, password: 'wrong' };
    const from = addressOf(STORM_NET, number % ADDRESSES);
    const { status, error, retryAfterSeconds } = await requestFrom(origin, from, '/v1/auth/signin', body, agent);
    counts.unanswered -= 1;
    const key = `${status} ${error}`;
    counts.answers[key] = (counts.answers[key] ?? 0) + 1;
    if ((status === 429 || status === 503) && !(retryAfterSeconds >= 1)) counts.withoutRetryAfter += 1;
  };
  const startedMs = performance.now();
  for (let elapsedMs = 0; elapsedMs < seconds * 1_000; elapsedMs = performance.now() - startedMs) {
    while (counts.sent < (elapsedMs / 1_000) * PER_SECOND) void send(counts.sent).catch(() => undefined);
    await delay(TICK_MS);
  }
  await delay(LAST_ANSWERS_MS);
  agent.destroy();
  return counts;
}

/** In a thread of its own, so that its work does not show in the times of the probe. */
function startStorm(plan: StormPlan): Promise<StormCounts> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: plan });
    thread.once('message', resolve);
    thread.once('error', reject);
  });
}

/** Times of listings, one after another with a pause, until `endMs`. */
async function probe(person: BenchPerson, endMs: number): Promise<number[]> {
  const timesMs: number[] = [];
  while (performance.now() < endMs) {
    timesMs.push(await timeOf(() => person.call('GET', '/drive/v1/files?limit=100')));
    await delay(PROBE_GAP_MS);
  }
  return timesMs;
}

/** Signs in again and again from new addresses, each time waiting as long as the server asks. */
async function signInNowAndThen(origin: string, endMs: number) {
  const found = { timesMs: [] as number[], retries: 0, failures: [] as string[] };
  for (let number = 1; performance.now() < endMs; number += 1) {
    const startedMs = performance.now();
    for (;;) {
      const { status, error, retryAfterSeconds } = await trySignIn(origin, addressOf(QUIET_NET, number));
      const tookMs = performance.now() - startedMs;
      if (status === 200) found.timesMs.push(tookMs);
      // A page would do the human check. This client has none and signs in when the rush has ended.
      else if (!(status === 429 || status === 503 || error === 'captcha_required') || tookMs > SIGN_IN_PATIENCE_MS)
        found.failures.push(`${status} ${error}`);
      else {
        found.retries += 1;
        await delay(Math.max(1, retryAfterSeconds) * 1_000);
        continue;
      }
      break;
    }
    await delay(SIGN_IN_GAP_MS);
  }
  return found;
}

export async function benchSignInStorm(bench: Bench): Promise<ScenarioReport> {
  const { origin } = await bench.product();
  const seconds = bench.options.quick ? QUICK_STORM_SECONDS : STORM_SECONDS;
  const person = await signIn(origin, 'carla@example.com');
  await person.call('GET', '/drive/v1/files?limit=100');
  const idle = await probe(person, performance.now() + IDLE_SECONDS * 1_000);
  const endMs = performance.now() + seconds * 1_000;
  const [counts, during, signIns] = await Promise.all([
    startStorm({ origin, seconds }),
    probe(person, endMs),
    signInNowAndThen(origin, endMs),
  ]);
  printTable(
    `${counts.sent} sign-ins in ${seconds} s from ${ADDRESSES} addresses`,
    ['', 'n', 'p50 ms', 'p99 ms', 'max ms'],
    Object.entries({ 'list, idle': idle, 'list, storm': during, 'right password, storm': signIns.timesMs }).map(
      ([name, times]) => {
        const figures = [percentile(times, 0.5), percentile(times, 0.99), Math.max(...times)];
        return [name, String(times.length), ...figures.map((each) => each.toFixed(1))];
      },
    ),
  );
  const answers = Object.entries(counts.answers).map(([key, count]) => `${key}: ${count}`);
  process.stdout.write(`answers to the storm: ${answers.join(', ')}; none: ${counts.unanswered}\n`);
  process.stdout.write(`right passwords: ${signIns.timesMs.length} let in, ${signIns.retries} told to wait\n`);
  const isKnown = /^(?:429|503) |^400 (?:invalid_account_or_password|captcha_required)$/;
  const others = Object.entries(counts.answers).reduce((all, [key, count]) => all + (isKnown.test(key) ? 0 : count), 0);
  return {
    figures: { idle: percentile(idle, 0.5), during: percentile(during, 0.99), storm: counts, signIns },
    checks: [
      atLeast('sign-ins sent', counts.sent / seconds, PER_SECOND * 0.9, 'a second'),
      atMost('list of a drive, median', percentile(during, 0.5), percentile(idle, 0.5) * MOST_TIMES_IDLE, 'ms'),
      atMost('list of a drive, p99', percentile(during, 0.99), MOST_P99_MS, 'ms'),
      atMost('refusals without Retry-After', counts.withoutRetryAfter, 0, 'answers'),
      atMost('other answers', others, 0, 'answers'),
      atMost('right passwords refused', signIns.failures.length, 0, 'sign-ins'),
      atMost('right password, slowest', Math.max(...signIns.timesMs), MOST_SIGN_IN_MS, 'ms'),
    ],
  };
}

if (!isMainThread) parentPort?.postMessage(await storm(workerData as StormPlan));
