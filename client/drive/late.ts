/** Parts of a page that come when they are wanted. */
import type { ComponentType } from 'react';
import { useEffect, useState } from 'react';

function report(error: unknown): void {
  console.error('a part of the page did not load', error);
}

/** Loads a part of the page once it is wanted; until then there is nothing. */
export function useLate<P>(
  isWanted: boolean,
  load: () => Promise<ComponentType<P>>,
  onFailure: (error: unknown) => void = report,
): ComponentType<P> | null {
  const [late, setLate] = useState<{ Part: ComponentType<P> } | null>(null);
  useEffect(() => {
    if (!isWanted || late) return;
    load().then((Part) => setLate({ Part }), onFailure);
  }, [isWanted, late, load, onFailure]);
  return late?.Part ?? null;
}
