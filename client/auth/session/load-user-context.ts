/** Loads the user's state and actions. */
import type { UserContext, UserContextParts } from './user.context.ts';

export type { UserContext };

export async function loadUserContext(parts: UserContextParts): Promise<UserContext> {
  const { makeUserContext } = await import('./user.context.ts');
  return makeUserContext(parts);
}
