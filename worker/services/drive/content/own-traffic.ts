/**
 * Bytes of people's own short downloads: gathered in this isolate for a second, so that many small files cost their drive one call and
 * one row. The last second may be lost with the isolate; nothing is counted twice.
 */
import { SECOND_MS } from '#shared/units.ts';
import { type Clock, sleep } from '#worker/platform/clock.ts';
import { logError } from '#worker/platform/log.ts';

const GATHER_MS = SECOND_MS;
/** A timer of a call that the platform ended is not waited for any longer. */
const TIMER_GRACE_MS = SECOND_MS;

export interface OwnTraffic {
  /** Adds to what a person was sent. @returns a promise that the call which began to gather waits for after its answer */
  add(userId: string, sizeBytes: number): Promise<void>;
}

/** @param count  adds to what the drive of a person has counted */
export function makeOwnTraffic(
  clock: Clock,
  count: (userId: string, sizeBytes: number) => Promise<unknown>,
  wait: (ms: number) => Promise<void> = sleep,
): OwnTraffic {
  let gathered = new Map<string, number>();
  let timedUntilMs = 0;

  async function flush(): Promise<void> {
    const taken = [...gathered];
    gathered = new Map();
    timedUntilMs = 0;
    const sent = await Promise.allSettled(taken.map(([userId, sizeBytes]) => count(userId, sizeBytes)));
    for (const one of sent) if (one.status === 'rejected') logError('content.count', one.reason);
  }

  return {
    async add(userId, sizeBytes) {
      gathered.set(userId, (gathered.get(userId) ?? 0) + sizeBytes);
      const nowMs = clock.nowMs();
      if (nowMs < timedUntilMs) return;
      timedUntilMs = nowMs + GATHER_MS + TIMER_GRACE_MS;
      await wait(GATHER_MS);
      await flush();
    },
  };
}
