/** Draws a list of uploads after its changes, but not after each: hundreds of files a second would draw it as often. */
import type { ReadonlySignal } from '@preact/signals-react';
import { useEffect, useReducer } from 'react';

/** A press is answered within this time; a first change is drawn at once. */
const DRAW_MS = 100;

/** The component reads what it shows by `peek`. @param version  another value after each change */
export function usePaced(version: ReadonlySignal<number>): void {
  const [, draw] = useReducer((drawn: number) => drawn + 1, 0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let drawnMs = Number.NEGATIVE_INFINITY;
    const stop = version.subscribe(() => {
      timer ??= setTimeout(
        () => {
          timer = null;
          drawnMs = performance.now();
          draw();
        },
        Math.max(0, drawnMs + DRAW_MS - performance.now()),
      );
    });
    return () => {
      stop();
      if (timer) clearTimeout(timer);
    };
  }, [version]);
}
