/** Loads the actions of the signed-in user with the first sign-in or sign-out of a document. */
import type { UserActions, UserDeps } from './user.actions.ts';

export async function loadUserActions(deps: UserDeps): Promise<UserActions> {
  const { makeUserActions } = await import('./user.actions.ts');
  return makeUserActions(deps);
}
