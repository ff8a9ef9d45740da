/**
 * Tells accounts, once an isolate and beside the call that shows it, that the answer of a renewal has arrived: something of its
 * generation came back. A word that fails is said again at the next call; until then the account forgives a lost answer.
 */
import { waitUntil } from 'cloudflare:workers';
import { logError } from '#worker/platform/log.ts';
import type { AccountObject } from '../account.object.ts';
import { COOKIE_CLIENT } from './cookie.ts';

export interface Arrivals {
  note(shown: { userId: string; clientId: string; familyId: string; generation: number }): void;
}

/** Generations this isolate need not tell again, at most: 100 KB. */
const KEPT_WORDS = 1_000;

/** @param later  keeps the isolate until the work is done; default: the call's own `waitUntil` */
export function makeArrivals(
  accounts: DurableObjectNamespace<AccountObject>,
  later: (work: Promise<unknown>) => void = waitUntil,
): Arrivals {
  const told = new Set<string>();

  async function tell(userId: string, word: { familyId: string; generation: number }, key: string): Promise<void> {
    try {
      const heard = await accounts.getByName(userId).noteArrival(word);
      if (!heard.ok) told.delete(key);
    } catch (error) {
      told.delete(key);
      logError('auth.arrival-untold', error);
    }
  }

  return {
    note({ userId, clientId, familyId, generation }) {
      // The first was given for no token, and those of programs are not forgiven a lost answer.
      if (clientId !== COOKIE_CLIENT || generation <= 1) return;
      const key = `${familyId}:${generation}`;
      if (told.has(key)) return;
      if (told.size >= KEPT_WORDS) told.clear();
      told.add(key);
      later(tell(userId, { familyId, generation }, key));
    },
  };
}
