/** The signed-in person of one document: state and actions, made once by client/scope.ts. */
import type { ApiClient } from '#client/api/client.ts';
import { makeUserSource } from '#client/api/user.api.ts';
import { makeCookieJar } from '#client/browser-storage/cookies.ts';
import type { LocalStore } from '#client/browser-storage/local.ts';
import { makeUserActions, type UserActions } from './user.actions.ts';
import { makeUserState, type UserState } from './user.state.ts';

export interface UserRoom {
  readonly state: UserState;
  readonly actions: UserActions;
}

export function makeUserRoom(parts: { api: ApiClient; store: LocalStore; clientId: string }): UserRoom {
  const { api, store, clientId } = parts;
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
