/** What is kept of a hand-off that worked: who and until when, and for this tab that it is news. Never a token. */

import type { LocalKey } from '#client/browser-storage/key-kinds.ts';
import { makeLocalStore, type TextStorage } from '#client/browser-storage/local.ts';
import { credentialsKey } from '#client/browser-storage/page-keys.ts';

export interface SignedInMark {
  readonly storage: () => TextStorage;
  /** This tab's. */
  readonly session: () => TextStorage;
  readonly clientId: string;
}

/** User id of who has just signed in; taken by the first page that can tell the rest of the product. */
const FRESH: LocalKey<string> = {
  name: 'pp_bridge_fresh',
  read: (text) => (/^[A-Za-z0-9_-]{1,64}$/.test(text) ? text : null),
  write: (value) => value,
};

export function keepSignedIn(mark: SignedInMark, sub: string, expiresAtMs: number): void {
  makeLocalStore(mark.storage).set(credentialsKey(mark.clientId), { sub, expiresAtMs });
  makeLocalStore(mark.session).set(FRESH, sub);
}

/** Whether some page of this browser believes somebody to be signed in. */
export function wasSignedIn(mark: SignedInMark): boolean {
  return makeLocalStore(mark.storage).get(credentialsKey(mark.clientId)) !== null;
}

/** Who has just signed in by a hand-off in this tab; '' for nobody. Told once. */
export function takeFresh(mark: Pick<SignedInMark, 'session'>): string {
  const store = makeLocalStore(mark.session);
  const sub = store.get(FRESH) ?? '';
  if (sub !== '') store.remove(FRESH);
  return sub;
}
