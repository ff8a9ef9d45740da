/**
 * Reports to accounts, once an isolate and beside the call, that the answer of a renewal has arrived: a token of its generation came
 * back. A failed report is repeated at the next call; until then the account forgives a lost answer.
 */
import { waitUntil } from 'cloudflare:workers';
import type { Result } from '#shared/errors.ts';
import { logError } from '#worker/platform/log.ts';
import { COOKIE_CLIENT } from './cookie.ts';

/** A generation of a session whose token came back. */
export interface Arrival {
  readonly sessionId: string;
  readonly generation: number;
}

export interface Arrivals {
  note(shown: Arrival & { userId: string; clientId: string }): void;
}

/** Reported generations held at most: 100 KB. */
const MAX_REPORTED = 1_000;

/**
 * @param send  reports to the account of a person
 * @param later  keeps the isolate until the work is done; default: the call's own `waitUntil`
 */
export function makeArrivals(
  send: (userId: string, arrival: Arrival) => Promise<Result<unknown>>,
  later: (work: Promise<unknown>) => void = waitUntil,
): Arrivals {
  const reported = new Set<string>();

  async function report(userId: string, arrival: Arrival, key: string): Promise<void> {
    try {
      const received = await send(userId, arrival);
      if (!received.ok) reported.delete(key);
    } catch (error) {
      reported.delete(key);
      logError('auth.arrival-untold', error);
    }
  }

  return {
    note({ userId, clientId, sessionId, generation }) {
      // The first was issued for no token, and programs are not forgiven a lost answer.
      if (clientId !== COOKIE_CLIENT || generation <= 1) return;
      const key = `${sessionId}:${generation}`;
      if (reported.has(key)) return;
      if (reported.size >= MAX_REPORTED) reported.clear();
      reported.add(key);
      later(report(userId, { sessionId, generation }, key));
    },
  };
}
