/** Components that are loaded at first use. */
import type { ComponentType } from 'react';
import { useEffect, useState } from 'react';
import { laterStyles } from '#client/ui/whole-styles.ts';

function report(error: unknown): void {
  console.error('a part of the page did not load', error);
}

/** Loads a component, and the styles of the page in use, once it is wanted. @returns null until then */
export function useLate<P>(
  isWanted: boolean,
  load: () => Promise<ComponentType<P>>,
  onFailure: (error: unknown) => void = report,
): ComponentType<P> | null {
  const [late, setLate] = useState<{ Part: ComponentType<P> } | null>(null);
  useEffect(() => {
    if (!isWanted || late) return;
    Promise.all([load(), laterStyles(document)]).then(([Part]) => setLate({ Part }), onFailure);
  }, [isWanted, late, load, onFailure]);
  return late?.Part ?? null;
}
