/**
 * Tells accounts, once an isolate and beside the call that shows it, that the answer of a renewal has arrived: something of its
 * generation came back. A word that fails is said again at the next call; until then the account forgives a lost answer.
 */
import { waitUntil } from 'cloudflare:workers';
import { logError } from '#worker/platform/log.ts';
import type { AccountObject } from '../account.object.ts';
import { COOKIE_CLIENT } from './cookie.ts';

export interface Arrivals {
  note(shown: { userId: string; clientId: string; sessionId: string; generation: number }): void;
}

/** Generations this isolate need not tell again, at most: 100 KB. */
const MAX_REPORTED = 1_000;

/** @param later  keeps the isolate until the work is done; default: the call's own `waitUntil` */
export function makeArrivals(
  accounts: DurableObjectNamespace<AccountObject>,
  later: (work: Promise<unknown>) => void = waitUntil,
): Arrivals {
  const told = new Set<string>();

  async function tell(userId: string, word: { sessionId: string; generation: number }, key: string): Promise<void> {
    try {
      const received = await accounts.getByName(userId).noteArrival(word);
      if (!received.ok) told.delete(key);
    } catch (error) {
      told.delete(key);
      logError('auth.arrival-untold', error);
    }
  }

  return {
    note({ userId, clientId, sessionId, generation }) {
      // The first was given for no token, and those of programs are not forgiven a lost answer.
      if (clientId !== COOKIE_CLIENT || generation <= 1) return;
      const key = `${sessionId}:${generation}`;
      if (told.has(key)) return;
      if (told.size >= MAX_REPORTED) told.clear();
      told.add(key);
      later(tell(userId, { sessionId, generation }, key));
    },
  };
}
