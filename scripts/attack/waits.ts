/** How long another visitor waits for a page, from an address that attacks nothing. */
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const FROM = '127.0.0.3';
const WAIT_MS = 60_000;
/** A visitor reads between two requests. */
const PAUSE_MS = 25;

/** Asks for the sign-in page once. @returns ms; the whole limit for no answer or a refusal */
function ask(port: number): Promise<number> {
  const beganMs = performance.now();
  return new Promise((resolve) => {
    const request = http.get(
      {
        host: '127.0.0.1',
        port,
        path: '/auth',
        localAddress: FROM,
        agent: false,
        headers: { host: `localhost:${port}` },
      },
      (answer) => {
        answer.resume();
        answer.once('close', () => {
          clearTimeout(timer);
          resolve(answer.statusCode === 200 ? performance.now() - beganMs : WAIT_MS);
        });
      },
    );
    const timer = setTimeout(() => request.destroy(), WAIT_MS);
    request.once('error', () => {
      clearTimeout(timer);
      resolve(WAIT_MS);
    });
  });
}

/** Sorted waits, ms. */
export type Waits = readonly number[];

/** The wait that this share of all do not exceed; `share` is 0.5 for the median. */
export function quantile(waits: Waits, share: number): number {
  return waits[Math.max(0, Math.ceil(waits.length * share) - 1)] ?? 0;
}

/** Asks again and again until `isOver`, and at least `least` times. */
export async function measureWaits(port: number, isOver: () => boolean, least = 1): Promise<Waits> {
  const waits: number[] = [];
  while (!isOver() || waits.length < least) {
    waits.push(await ask(port));
    await delay(PAUSE_MS);
  }
  return waits.sort((a, b) => a - b);
}
