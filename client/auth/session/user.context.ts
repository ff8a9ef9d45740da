/** State and actions of the signed-in user of one document, made once by client/scope.ts. */
import type { ApiClient } from '#client/api/client.ts';
import { makeUserSource } from '#client/api/user.api.ts';
import { makeCookieJar } from '#client/browser-storage/cookies.ts';
import type { LocalStore } from '#client/browser-storage/local.ts';
import { makeUserActions, type UserActions } from './user.actions.ts';
import { makeUserState, type UserState } from './user.state.ts';

export interface UserContext {
  readonly state: UserState;
  readonly actions: UserActions;
}

export interface UserContextParts {
  readonly api: ApiClient;
  readonly store: LocalStore;
  readonly clientId: string;
}

export function makeUserContext({ api, store, clientId }: UserContextParts): UserContext {
  const state = makeUserState();
  const actions = makeUserActions({
    state,
    source: makeUserSource(api),
    store,
    cookies: makeCookieJar(document),
    clientId,
  });
  return { state, actions };
}
