/**
 * Signs out from any page: ends the session on the server, deletes the user's records in this browser, notifies other tabs.
 * For the page scripts: without React and without the fetch helper, a chunk that may be missing after a deployment.
 */

import { type BrowserStores, forgetPerson } from '#client/browser-storage/personal.ts';
import { withoutExtension } from '#shared/bridge/requests.ts';
import { ROUTES } from '#shared/routes.ts';
import { publishSession } from './session.events.ts';

export interface SignOutPorts {
  readonly fetch: typeof fetch;
  /** Language tag of the page, for the server's messages. */
  readonly locale: string;
  /** The storage of this browser. */
  readonly stores: BrowserStores;
  readonly place: Pick<Location, 'href'>;
  readonly past: Pick<History, 'replaceState' | 'state'>;
}

/** After this the form posts without script, and the browser shows its progress. */
const TIMEOUT_MS = 15_000;

/** @returns false when the server did not end the session; nothing has changed then */
async function endSession({ fetch, locale }: Pick<SignOutPorts, 'fetch' | 'locale'>): Promise<boolean> {
  try {
    // The answer of a success is a redirect to the sign-in page.
    const answer = await fetch(ROUTES['auth.sign-out'], {
      method: 'POST',
      redirect: 'manual',
      cache: 'no-store',
      headers: { 'accept-language': locale },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return answer.type === 'opaqueredirect' || answer.ok;
  } catch (error) {
    console.warn('sign-out', error);
    return false;
  }
}

/** @returns false when the user is still signed in */
export async function signOut(ports: SignOutPorts): Promise<boolean> {
  const { past, place, stores } = ports;
  if (!(await endSession(ports))) return false;
  forgetPerson(stores);
  past.replaceState(past.state, '', withoutExtension(new URL(place.href)));
  publishSession({ kind: 'signed-out' });
  return true;
}
