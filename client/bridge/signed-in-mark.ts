/** Records of a successful hand-off: user id and expiry, and for this tab that the sign-in is new. Never a token. */

import type { LocalKey } from '#client/browser-storage/key-kinds.ts';
import { makeLocalStore, type TextStorage } from '#client/browser-storage/local.ts';
import { credentialsKey } from '#client/browser-storage/page-keys.ts';

export interface SignedInMark {
  readonly storage: () => TextStorage;
  /** This tab's. */
  readonly session: () => TextStorage;
  readonly clientId: string;
}

/** User id of a new sign-in; taken by the next page with islands. */
const FRESH: LocalKey<string> = {
  name: 'pp_bridge_fresh',
  read: (text) => (/^[A-Za-z0-9_-]{1,64}$/.test(text) ? text : null),
  write: (value) => value,
};

export function storeSignIn(mark: SignedInMark, sub: string, expiresAtMs: number): void {
  makeLocalStore(mark.storage).set(credentialsKey(mark.clientId), { sub, expiresAtMs });
  makeLocalStore(mark.session).set(FRESH, sub);
}

/** Whether this browser has a record of a signed-in user. */
export function wasSignedIn(mark: SignedInMark): boolean {
  return makeLocalStore(mark.storage).get(credentialsKey(mark.clientId)) !== null;
}

/** User id of a hand-off in this tab; '' for none. Returned once. */
export function takeFresh(mark: Pick<SignedInMark, 'session'>): string {
  const store = makeLocalStore(mark.session);
  const sub = store.get(FRESH) ?? '';
  if (sub !== '') store.remove(FRESH);
  return sub;
}
