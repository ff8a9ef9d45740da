/**
 * What follows a sign-in, a failed one and a sign-out in a document with islands: facts of the person, events, other tabs.
 * The record of credentials says who and until when, never a token. Source: spec sections 3, 4 and 8 ("not login").
 */
import { ApiError } from '#client/api/errors.ts';
import type { EventHub } from '#client/api/events.ts';
import type { LocalStore } from '#client/browser-storage/local.ts';
import { credentialsKey } from '#client/browser-storage/page-keys.ts';
import type { SessionNews } from './session-channel.ts';
import type { UserActions } from './user.actions.ts';

export interface SessionDeps {
  readonly clientId: string;
  readonly store: LocalStore;
  readonly events: EventHub;
  readonly user: () => Promise<{ readonly actions: UserActions }>;
  /** Who has just signed in by a hand-off in this tab; '' for nobody. Told once. */
  readonly takeFresh: () => string;
  /** Whether the server made this page for somebody. */
  readonly showsPerson: () => boolean;
  /** Makes one call that needs a session. */
  readonly wake: () => Promise<unknown>;
  readonly hear: (onNews: (news: SessionNews) => void) => void;
  readonly nowMs?: () => number;
  readonly log?: (...words: readonly unknown[]) => void;
}

export interface RenewedSession {
  readonly sub: string;
  readonly expiresInSeconds: number;
}

export interface SessionActions {
  /** Hears what other tabs tell, and follows up a sign-in that happened before this page. */
  start(): void;
  /** The request client has renewed the session, or found it over (null). */
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
      const { actions } = await deps.user();
      if (await actions.refreshUser()) events.fire('after-login', { userId: sub });
      else loginFailed(new ApiError({ error: 'unauthenticated', error_code: NOT_LOGIN }, 'session'));
    } catch (error) {
      loginFailed(error);
    }
  }

  async function forget(): Promise<void> {
    const { actions } = await deps.user();
    // Whoever has signed in while it was loaded stays.
    if (userId === '') actions.forgetUser();
  }

  function loggedOut(): void {
    const left = userId;
    userId = '';
    void forget().catch((error: unknown) => log('session', error));
    events.fire('logout-success', { userId: left });
  }

  return {
    start() {
      deps.hear((news) => {
        if (news.kind === 'signed-out') loggedOut();
      });
      fresh = deps.takeFresh();
      // A sign-in that no script saw: the page is somebody's, and nothing is known of them here.
      const isNew = deps.showsPerson() && store.get(credentials) === null;
      if (isNew || fresh !== '') deps.wake().catch(loginFailed);
    },
    onSession(session) {
      if (!session) {
        store.remove(credentials);
        userId = '';
        // Not signed in: the cookie of the user id goes too (spec section 4).
        void forget().catch((error: unknown) => log('session', error));
        return;
      }
      const before = store.get(credentials)?.sub ?? '';
      userId = session.sub;
      store.set(credentials, { sub: session.sub, expiresAtMs: nowMs() + session.expiresInSeconds * 1_000 });
      const isNews = fresh === session.sub || before !== session.sub;
      fresh = '';
      if (isNews) void loggedIn(session.sub);
    },
    loginFailed,
  };
}
