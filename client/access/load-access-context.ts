/** Loads the region check of a page that has one. */
import type { AccessFacts } from '#shared/islands.ts';
import type { AccessContext } from './access.context.ts';

export type { AccessContext };

export async function loadAccessContext(facts: AccessFacts): Promise<AccessContext> {
  const { makeAccessContext } = await import('./access.context.ts');
  return makeAccessContext(facts);
}
