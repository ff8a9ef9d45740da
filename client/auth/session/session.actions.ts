/**
 * Effects of a sign-in, a failed one and a sign-out in a document with islands: the stored id of the user, events, other tabs.
 * The record of credentials holds user id and expiry, never a token. Source: spec sections 3, 4 and 8 ("not login").
 */
import { ApiError } from '#client/api/errors.ts';
import type { EventHub } from '#client/api/events.ts';
import type { LocalStore } from '#client/browser-storage/local.ts';
import { credentialsKey } from '#client/browser-storage/page-keys.ts';
import type { SessionEvent } from './session.events.ts';
import type { UserActions } from './user.actions.ts';

export interface SessionDeps {
  readonly clientId: string;
  readonly store: LocalStore;
  readonly events: EventHub;
  readonly user: () => Promise<UserActions>;
  /** User id of a hand-off in this tab; '' for none. Returned once. */
  readonly takeFresh: () => string;
  /** Whether the server rendered this page for a user. */
  readonly showsPerson: () => boolean;
  /** Renews the session, which fails without one. */
  readonly ensureSession: () => Promise<unknown>;
  readonly subscribe: (onEvent: (event: SessionEvent) => void) => void;
  readonly nowMs?: () => number;
  readonly log?: (...parts: readonly unknown[]) => void;
}

export interface RenewedSession {
  readonly sub: string;
  readonly expiresInSeconds: number;
}

export interface SessionActions {
  /** Subscribes to the events of other tabs, and completes a sign-in that happened before this page. */
  start(): void;
  /** The request client has renewed the session, or the session has ended (null). */
  onSession(session: RenewedSession | null): void;
  loginFailed(error: unknown): void;
}

/** `unauthenticated` of the catalogue. */
const NOT_LOGIN = 16;

export function makeSessionActions(deps: SessionDeps): SessionActions {
  const { clientId, store, events, nowMs = Date.now, log = console.error } = deps;
  const credentials = credentialsKey(clientId);
  let userId = '';
  let fresh = '';

  function loginFailed(error: unknown): void {
    if (error instanceof ApiError && error.code === NOT_LOGIN) log('not login');
    events.fire('login-failed', { error });
  }

  async function loggedIn(sub: string): Promise<void> {
    try {
      const user = await deps.user();
      if (await user.refreshUser()) events.fire('after-login', { userId: sub });
      else loginFailed(new ApiError({ error: 'unauthenticated', error_code: NOT_LOGIN }, 'session'));
    } catch (error) {
      loginFailed(error);
    }
  }

  async function forget(): Promise<void> {
    const user = await deps.user();
    // A user who signed in during the load stays.
    if (userId === '') user.forgetUser();
  }

  function loggedOut(): void {
    const left = userId;
    userId = '';
    void forget().catch((error: unknown) => log('session', error));
    events.fire('logout-success', { userId: left });
  }

  return {
    start() {
      deps.subscribe((event) => {
        if (event.kind === 'signed-out') loggedOut();
      });
      fresh = deps.takeFresh();
      // The user signed in without script: this browser has no record yet.
      const isNew = deps.showsPerson() && store.get(credentials) === null;
      if (isNew || fresh !== '') deps.ensureSession().catch(loginFailed);
    },
    onSession(session) {
      if (!session) {
        store.remove(credentials);
        userId = '';
        // Signed out: the cookie of the user id is removed too (spec section 4).
        void forget().catch((error: unknown) => log('session', error));
        return;
      }
      const before = store.get(credentials)?.sub ?? '';
      userId = session.sub;
      store.set(credentials, { sub: session.sub, expiresAtMs: nowMs() + session.expiresInSeconds * 1_000 });
      const isChanged = fresh === session.sub || before !== session.sub;
      fresh = '';
      if (isChanged) void loggedIn(session.sub);
    },
    loginFailed,
  };
}
