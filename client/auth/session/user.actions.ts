/**
 * The stored id of the signed-in user, in a cookie. The pages hold name, picture and space as the server rendered them. Source: spec section 4, "Login on page entry".
 */
import type { ApiClient } from '#client/api/client.ts';
import { COOKIE, type CookieJar, makeCookieJar } from '#client/browser-storage/cookies.ts';
import type { LocalStore } from '#client/browser-storage/local.ts';
import { credentialsKey } from '#client/browser-storage/local-keys.ts';
import { sessionEndpoints } from '#shared/auth/session.contract.ts';

export interface UserDeps {
  readonly api: ApiClient;
  readonly store: LocalStore;
  readonly clientId: string;
  readonly cookies?: CookieJar;
  readonly log?: (...parts: readonly unknown[]) => void;
}

export interface UserActions {
  /**
   * Asks the server who is signed in, by one call, and stores the id. Concurrent calls share one result.
   * @returns false without a user or when the profile cannot be read
   */
  refreshUser(): Promise<boolean>;
  /** Deletes the id of the user in this browser. */
  forgetUser(): void;
}

export function makeUserActions(deps: UserDeps): UserActions {
  const { api, store, clientId, cookies = makeCookieJar(document), log = console.warn } = deps;
  let underway: Promise<boolean> | null = null;
  /** Incremented by every sign-out, so that an answer to an earlier request is ignored. */
  let generation = 0;

  function dropUserId(): void {
    cookies.remove(COOKIE.userId);
  }

  async function refresh(): Promise<boolean> {
    const mine = generation;
    if (store.get(credentialsKey(clientId)) === null) {
      dropUserId();
      return false;
    }
    const sub = await api.call(sessionEndpoints.me).then(
      (profile) => profile.sub,
      (error: unknown) => {
        log('user info', error);
        return '';
      },
    );
    if (mine !== generation) return false;
    if (sub === '') {
      dropUserId();
      return false;
    }
    cookies.set(COOKIE.userId, sub);
    return true;
  }

  return {
    refreshUser() {
      if (underway) return underway;
      const mine = refresh().finally(() => {
        if (underway === mine) underway = null;
      });
      underway = mine;
      return mine;
    },
    forgetUser() {
      generation += 1;
      underway = null;
      store.remove(credentialsKey(clientId));
      dropUserId();
    },
  };
}
