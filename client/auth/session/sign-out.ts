/**
 * Signs out from any page: ends the session on the server, deletes the user's records in this browser, notifies other tabs.
 * For the page scripts: without React and without the fetch helper, a chunk that may be missing after a deployment.
 */

import { COOKIE, makeCookieJar } from '#client/browser-storage/cookies.ts';
import { PERSONAL_CACHE, PERSONAL_DATABASES } from '#client/browser-storage/databases.ts';
import { withoutExtension } from '#shared/bridge/requests.ts';
import { ROUTES } from '#shared/routes.ts';
import { publishSession } from './session.events.ts';

export interface SignOutPorts {
  readonly fetch: typeof fetch;
  readonly page: { cookie: string };
  /** Language tag of the page, for the server's messages. */
  readonly locale: string;
  readonly storage: () => Pick<Storage, 'removeItem'>;
  /** Holds the records of transfers. */
  readonly databases: () => Pick<IDBFactory, 'deleteDatabase'>;
  /** Holds names for the offline page. */
  readonly caches: () => Pick<CacheStorage, 'delete'>;
  readonly place: Pick<Location, 'href'>;
  readonly past: Pick<History, 'replaceState' | 'state'>;
  readonly clientId: string;
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

/** Deletes the user id cookie, the record of credentials, folder names, and the extension mark of the address. */
function forgetPerson({
  page,
  storage,
  databases,
  caches,
  place,
  past,
  clientId,
}: Omit<SignOutPorts, 'fetch' | 'locale'>): void {
  makeCookieJar(page).remove(COOKIE.userId);
  try {
    for (const name of [`credentials_${clientId}`, 'pp_user_id', 'pp_navigation_folders']) storage().removeItem(name);
  } catch (error) {
    console.warn('local storage', error);
  }
  try {
    // Records of transfers. A page with an open database closes it; sent parts stay on the server.
    for (const name of PERSONAL_DATABASES) databases().deleteDatabase(name);
  } catch (error) {
    console.warn('databases', error);
  }
  try {
    caches()
      .delete(PERSONAL_CACHE)
      .catch((error: unknown) => console.warn('caches', error));
  } catch (error) {
    console.warn('caches', error);
  }
  past.replaceState(past.state, '', withoutExtension(new URL(place.href)));
}

/** @returns false when the user is still signed in */
export async function signOut(ports: SignOutPorts): Promise<boolean> {
  if (!(await endSession(ports))) return false;
  forgetPerson(ports);
  publishSession({ kind: 'signed-out' });
  return true;
}
