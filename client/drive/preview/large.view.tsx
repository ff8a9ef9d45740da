/** Shared parts of the preview views. Loaded at first use. */
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { isPopoverOpen } from '#client/ui/popover.ts';
import type { DriveBrowserProps } from '#shared/islands.ts';
import type { BrowserLive } from '../browser-model.ts';
import { isTyping } from '../selection/listing-keys.ts';
import { FlowView } from './flow.view.tsx';
import { SingleView } from './single.view.tsx';

/** Rows left before the end of the loaded ones when the next page is loaded. */
const MORE_BEFORE = 30;

export function Large(props: DriveBrowserProps & { live?: BrowserLive }): ReactNode {
  const { rows, view, live, nextPageToken } = props;
  const on = live?.on;
  const found = live?.at ? rows.findIndex((row) => row.id === live.at) : 0;
  // When the current file is gone, the next one replaces it.
  const before = useRef(0);
  const index = Math.max(0, found < 0 ? Math.min(before.current, rows.length - 1) : found);
  const row = rows[index];
  const taken = found < 0 ? row?.id : undefined;
  useEffect(() => {
    before.current = index;
    if (taken !== undefined) on?.lookAt(taken);
  }, [index, taken, on]);
  const go = (to: number) => {
    const wanted = rows[Math.min(rows.length - 1, Math.max(0, to))];
    if (wanted) on?.lookAt(wanted.id);
  };
  const isEndNear = nextPageToken !== '' && index >= rows.length - MORE_BEFORE;
  useEffect(() => {
    if (isEndNear) on?.more();
  }, [isEndNear, on]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const { target } = event;
      // Elements with keys of their own keep them: menus, dialogs, open details.
      if (isTyping(target) || document.querySelector('dialog[open], details[data-menu][open]')) return;
      if ([...document.querySelectorAll('[popover]')].some(isPopoverOpen)) return;
      const steps: Readonly<Record<string, number>> = {
        ArrowLeft: index - 1,
        ArrowRight: index + 1,
        PageUp: index - 10,
        PageDown: index + 10,
        Home: 0,
        End: rows.length - 1,
      };
      const to = steps[event.key];
      if (to !== undefined) go(to);
      else if (event.key === 'Delete' && row) on?.rowAction(row.id, 'trash');
      else if (event.key === 'F2' && row) on?.rowAction(row.id, 'rename');
      else if (event.key === 'Escape' && live?.selected.size === 0) on?.show(null);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  });
  if (!row) return null;
  const shared = { ...props, row, index, go };
  return view === 'flow' ? <FlowView {...shared} /> : <SingleView {...shared} />;
}
