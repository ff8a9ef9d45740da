/**
 * Loads the facts of the signed-in user, and clears them after signing out.
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
  readonly log?: (...parts: readonly unknown[]) => void;
}

export interface UserActions {
  /**
   * Loads profile, storage and the limit of fetches. Concurrent calls share one result.
   * @returns false without a user or when the profile cannot be read
   */
  refreshUser(): Promise<boolean>;
  /** Deletes the facts of the user in this browser. */
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
  /** Incremented by every sign-out, so that an answer to an earlier request is ignored. */
  let generation = 0;

  function dropUserId(): void {
    state.clear();
    cookies.remove(COOKIE.userId);
    store.remove(LOCAL.userId);
  }

  /** A part that cannot be read stays as it was. */
  async function part<T>(name: string, ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      log('user info', name, error);
      return null;
    }
  }

  async function refresh(): Promise<boolean> {
    const mine = generation;
    if (store.get(credentialsKey(clientId)) === null) {
      dropUserId();
      return false;
    }
    const space = part('space', async () => {
      const { limit, usage } = await source.space();
      return { limit, usage, overStorageLimit: limit > 0 && usage > limit };
    });
    const tasks = part('tasks', async () => ({ overFreeTaskLimit: await source.isOverTaskLimit() }));
    const profile = await part('profile', () => source.profile());
    const [storage, taskLimit] = await Promise.all([space, tasks]);
    if (mine !== generation) return false;
    if (profile === null) {
      dropUserId();
      return false;
    }
    // Another user: clear the facts of the one before, in case a part cannot be read.
    if (state.userId.value !== profile.sub) state.clear();
    state.merge({ ...factsOf(profile), ...storage, ...taskLimit });
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
      generation += 1;
      underway = null;
      store.remove(credentialsKey(clientId));
      dropUserId();
    },
  };
}
