/** The drive's question at each of its navigations: is this visit still open? Costs nothing where there is nothing to check. */
import { type ReactNode, useEffect, useState } from 'react';
import { scope } from '#client/scope.ts';

/**
 * @param place  changes with each navigation
 * @returns what is shown in place of everything else once a visit is closed; null until then
 */
export function useVisit(place: string): ReactNode {
  const [screen, setScreen] = useState<ReactNode>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place is the reason to ask again
  useEffect(() => {
    let isHere = true;
    async function ask(isFresh: boolean): Promise<void> {
      const { access, facts } = scope();
      const room = await access();
      if (!room || !facts.access) return;
      const isOpen = await room.actions.check(isFresh);
      // A fresh question that no domain answers in time: the server is asked, by loading the page.
      if (isOpen === null) return location.reload();
      const block = room.state.block.value;
      const { BlockScreen } = block ? await import('./block-screen.tsx') : { BlockScreen: null };
      if (!isHere) return;
      const onRetry = () => run(true);
      const { contactHref } = facts.access;
      setScreen(block && BlockScreen ? <BlockScreen {...{ block, contactHref, onRetry }} /> : null);
    }
    function run(isFresh: boolean): void {
      // An unknown result lets the visitor in: the server itself refuses what is closed.
      ask(isFresh).catch((error: unknown) => console.warn('region check', error));
    }
    run(false);
    return () => {
      isHere = false;
    };
  }, [place]);
  return screen;
}
