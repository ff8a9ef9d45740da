/** Search box: searches while the user types. `/` focuses it, the arrow key down goes to the results. */
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { DriveSearchProps } from '#shared/islands.ts';
import { driveContext, isPhone } from '../drive.context.ts';
import { focusIndex, isTyping, letterOf } from '../selection/listing-keys.ts';
import { SEARCH_ID, SearchView } from './search.view.tsx';

/** A pause this long ends a word, ms. */
const PAUSE_MS = 120;

export default function SearchIsland(props: DriveSearchProps): ReactNode {
  const [drive] = useState(driveContext);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const find = (text: string): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    drive.actions.listing.search(text.trim());
  };
  // The box follows the query when the user goes back or forward.
  const shown = drive.state.query.value;
  const isFirst = useRef(true);
  useEffect(() => {
    const box = document.getElementById(SEARCH_ID);
    const isTypingOn = timer.current !== undefined;
    // The server wrote the first value; text that the user is typing is not replaced, nor is a space at its end.
    if (!isFirst.current && !isTypingOn && box instanceof HTMLInputElement && box.value.trim() !== shown)
      box.value = shown;
    isFirst.current = false;
  }, [shown]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown' && !event.isComposing && document.activeElement?.id === SEARCH_ID) {
        const list = document.querySelector<HTMLElement>('[data-listing="list"], [data-listing="grid"]');
        if (list) focusIndex(list, 0);
        return;
      }
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && letterOf(event) === 'k') {
        event.preventDefault();
        if (drive.state.dialog.value === null) drive.actions.ask({ kind: 'palette', text: '' });
        return;
      }
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      document.getElementById(SEARCH_ID)?.focus();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [drive]);
  return (
    <SearchView
      {...props}
      // On a phone the row opens the box for everything, which takes the focus once it is there.
      onPress={() => {
        if (isPhone()) drive.actions.ask({ kind: 'palette', text: drive.state.query.value });
      }}
      onInput={(text) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => find(text), PAUSE_MS);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const box = document.getElementById(SEARCH_ID);
        if (!(box instanceof HTMLInputElement)) return;
        find(box.value);
        const text = box.value.trim();
        // Without the code the search itself still works.
        import('./memory.ts').then(
          ({ makeSearchMemory }) => makeSearchMemory(drive.document.store).noteSearch(text),
          () => undefined,
        );
      }}
    />
  );
}
