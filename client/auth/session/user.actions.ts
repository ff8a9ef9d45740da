/**
 * Keeps the person's facts fresh, and takes them away when nobody is signed in.
 * Source: spec section 4, "Login on page entry".
 */
import type { UserSource } from '#client/api/user.api.ts';
import { COOKIE, type CookieJar } from '#client/browser-storage/cookies.ts';
import type { LocalStore } from '#client/browser-storage/local.ts';
import { credentialsKey, LOCAL } from '#client/browser-storage/local-keys.ts';
import type { Profile } from '#shared/auth/contract.ts';
import type { UserFacts, UserState } from './user.state.ts';

export interface UserDeps {
  readonly state: UserState;
  readonly source: UserSource;
  readonly store: LocalStore;
  readonly cookies: CookieJar;
  readonly clientId: string;
  readonly log?: (...words: readonly unknown[]) => void;
}

export interface UserActions {
  /**
   * Asks who is signed in and what they have. Callers at the same moment share one answer.
   * @returns false when nobody is, or when it could not be learnt
   */
  refreshUser(): Promise<boolean>;
  /** Signed out: nothing of the person stays in this browser. */
  forgetUser(): void;
}

function factsOf(profile: Profile): Partial<UserFacts> {
  return {
    userId: profile.sub,
    username: profile.name || profile.username,
    email: profile.email,
    phone: profile.phone_number,
    avatar: profile.picture,
    haveSetPassword: profile.password.toLowerCase() === 'set',
  };
}

export function makeUserActions(deps: UserDeps): UserActions {
  const { state, source, store, cookies, clientId, log = console.warn } = deps;
  let underway: Promise<boolean> | null = null;
  /** Raised by every sign-out: an answer that was asked for before it says nothing any more. */
  let era = 0;

  function dropUserId(): void {
    state.clear();
    cookies.remove(COOKIE.userId);
    store.remove(LOCAL.userId);
  }

  /** A part that is missing leaves what was known of it. */
  async function part<T>(what: string, ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      log('user info', what, error);
      return null;
    }
  }

  async function refresh(): Promise<boolean> {
    const mine = era;
    if (store.get(credentialsKey(clientId)) === null) {
      dropUserId();
      return false;
    }
    const space = part('space', async () => {
      const { limit, usage } = await source.space();
      return { limit, usage, overStorageLimit: limit > 0 && usage > limit };
    });
    const profile = await part('profile', () => source.profile());
    const room = await space;
    if (mine !== era) return false;
    if (profile === null) {
      dropUserId();
      return false;
    }
    // Somebody else than before: nothing of the one before may shine through a part that is missing.
    if (state.userId.value !== profile.sub) state.clear();
    state.merge({ ...factsOf(profile), ...room });
    cookies.set(COOKIE.userId, profile.sub);
    store.set(LOCAL.userId, profile.sub);
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
      era += 1;
      underway = null;
      store.remove(credentialsKey(clientId));
      dropUserId();
    },
  };
}
