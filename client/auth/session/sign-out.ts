/**
 * Leaving, from any page: the session ends on the server, what this browser remembers of the person goes, other tabs are told.
 * No request client and no React, so that the plain script can use it.
 */

import { COOKIE, makeCookieJar } from '#client/browser-storage/cookies.ts';
import { PERSONAL_DATABASES } from '#client/browser-storage/databases.ts';
import { withoutExtension } from '#shared/bridge/ask.ts';
import { ROUTES } from '#shared/routes.ts';
import { tellSession } from './session-channel.ts';

export interface SignOutPorts {
  readonly fetch: typeof fetch;
  readonly page: { cookie: string };
  readonly storage: () => Pick<Storage, 'removeItem'>;
  /** Where the memory of transfers lies. */
  readonly databases: () => Pick<IDBFactory, 'deleteDatabase'>;
  readonly place: Pick<Location, 'href'>;
  readonly past: Pick<History, 'replaceState' | 'state'>;
  readonly clientId: string;
}

/** Past this the form posts by itself, and the browser shows that it waits. */
const TIMEOUT_MS = 15_000;

/** @returns false when the server did not end the session; then nothing here has changed */
export async function endSession(fetch: SignOutPorts['fetch']): Promise<boolean> {
  try {
    // The answer leads to the sign-in page: being led there is the success.
    const answer = await fetch(ROUTES['auth.sign-out'], {
      method: 'POST',
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return answer.type === 'opaqueredirect' || answer.ok;
  } catch (error) {
    console.warn('sign-out', error);
    return false;
  }
}

/** Who was here is forgotten: the user id cookie, the record of credentials, names of folders, the mark of the extension in the address. */
export function forgetPerson({ page, storage, databases, place, past, clientId }: Omit<SignOutPorts, 'fetch'>): void {
  makeCookieJar(page).remove(COOKIE.userId);
  try {
    for (const name of [`credentials_${clientId}`, 'pp_user_id', 'pp_navigation_folders']) storage().removeItem(name);
  } catch (error) {
    console.warn('local storage', error);
  }
  try {
    // Memory of transfers. Whoever has one open lets go of it; what was sent waits on the server.
    for (const name of PERSONAL_DATABASES) databases().deleteDatabase(name);
  } catch (error) {
    console.warn('databases', error);
  }
  past.replaceState(past.state, '', withoutExtension(new URL(place.href)));
}

/** @returns false when the person is still signed in */
export async function signOut(ports: SignOutPorts): Promise<boolean> {
  if (!(await endSession(ports.fetch))) return false;
  forgetPerson(ports);
  tellSession({ kind: 'signed-out' });
  return true;
}
