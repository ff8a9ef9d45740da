/** Region check of the drive, made again at each of its navigations. Pages without access rules make none. */
import { type ReactNode, useEffect, useState } from 'react';
import type { PageFacts } from '#shared/islands.ts';
import type { AccessContext } from './access.context.ts';

export interface VisitScope {
  readonly facts: Pick<PageFacts, 'access'>;
  /** Loads the region check; null where there is nothing to check. */
  readonly access: () => Promise<AccessContext | null>;
}

/**
 * @param place  changes with each navigation
 * @param scopeOf  read in the effect, because the server renders without a scope
 * @returns the screen that replaces the page once the visit is closed; null until then
 */
export function useVisit(place: string, scopeOf: () => VisitScope): ReactNode {
  const [screen, setScreen] = useState<ReactNode>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place is the reason to check again
  useEffect(() => {
    let isMounted = true;
    async function check(isFresh: boolean): Promise<void> {
      const { access, facts } = scopeOf();
      const context = await access();
      if (!context || !facts.access) return;
      const isOpen = await context.actions.check(isFresh);
      // No domain answered a fresh check in time: loading the page asks the server.
      if (isOpen === null) return location.reload();
      const block = context.state.block.value;
      const { BlockScreen } = block ? await import('./block-screen.tsx') : { BlockScreen: null };
      if (!isMounted) return;
      const onRetry = () => run(true);
      const { contactHref } = facts.access;
      setScreen(
        block && BlockScreen ? <BlockScreen block={block} contactHref={contactHref} onRetry={onRetry} /> : null,
      );
    }
    function run(isFresh: boolean): void {
      // An unknown result lets the visitor in: the server itself refuses a closed region.
      check(isFresh).catch((error: unknown) => console.warn('region check', error));
    }
    run(false);
    return () => {
      isMounted = false;
    };
  }, [place]);
  return screen;
}
