/** The browser of the drive, alive: state to view, presses to actions. Its first rendering is the view with the page's props. */
import type { ComponentType, ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { scope } from '#client/scope.ts';
import { useT } from '#client/ui/i18n.tsx';
import type { DriveBrowserProps } from '#shared/islands.ts';
import { href } from '#shared/routes.ts';
import type { BrowserLive } from './browser.ts';
import { BrowserView } from './browser.view.tsx';
import type { DriveRoom } from './drive.room.ts';
import { answerKey } from './listing-keys.ts';
import type { VirtualListProps } from './virtual-list.tsx';

/** More things than this are drawn only near the window. */
const PLAIN_ROWS = 200;
/** How far below the window the end of the list may be when the next page is asked for. */
const MORE_MARGIN = '1200px';

/** Loads a part of the page once it is wanted; until then there is nothing. */
function useLate<P>(isWanted: boolean, load: () => Promise<ComponentType<P>>): ComponentType<P> | null {
  const [late, setLate] = useState<{ Part: ComponentType<P> } | null>(null);
  useEffect(() => {
    if (!isWanted || late) return;
    load().then(
      (Part) => setLate({ Part }),
      (error: unknown) => console.error('a part of the page did not load', error),
    );
  }, [isWanted, late, load]);
  return late?.Part ?? null;
}

const loadOverlay = () => import('./overlay.tsx').then(({ Overlay }): ComponentType<{ room: DriveRoom }> => Overlay);
const loadVirtualList = () =>
  import('./virtual-list.tsx').then(({ VirtualList }): ComponentType<VirtualListProps> => VirtualList);

/** Asks for the next page when the end of the list comes near. */
function useMore(token: string, more: () => void): void {
  useEffect(() => {
    const end = token === '' ? null : document.querySelector('[data-more]');
    if (!end) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more();
      },
      { rootMargin: MORE_MARGIN },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [token, more]);
}

function useKeys(room: DriveRoom): void {
  useEffect(() => {
    const { state, actions } = room;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || state.dialog.value || state.menu.value) return;
      const rows = state.rows.value;
      const list = { count: rows.length, idAt: (index: number) => rows[index]?.id, on: actions.handlers };
      if (answerKey(event, list)) event.preventDefault();
      else if (event.key === 'Escape') actions.handlers.clear();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [room]);
}

export default function BrowserIsland(props: DriveBrowserProps): ReactNode {
  const translator = useT();
  const [room] = useState(() => {
    const made = scope().drive();
    made.speak(translator);
    made.state.startBrowser(props);
    return made;
  });
  const [isMounted, setMounted] = useState(false);
  const { state, actions } = room;
  const rows = state.rows.value;
  const view = state.view.value;
  const isLong = isMounted && rows.length > PLAIN_ROWS;
  const Overlay = useLate(isMounted, loadOverlay);
  const VirtualList = useLate(isLong, loadVirtualList);
  useEffect(() => {
    actions.listing.settle();
    setMounted(true);
  }, [actions]);
  useMore(isMounted && state.status.value === 'ready' ? state.nextPageToken.value : '', actions.handlers.more);
  useKeys(room);

  const selected = state.selection.value.ids;
  const busy = state.busy.value;
  const live: BrowserLive = {
    status: state.status.value,
    problem: state.problem.value,
    more: state.more.value,
    selected,
    busy,
    allowed: state.allowed.value,
    on: actions.handlers,
    signInHref: isMounted
      ? `${href('auth.sign-in')}?next=${encodeURIComponent(location.pathname)}`
      : href('auth.sign-in'),
    list:
      isLong && VirtualList ? (
        <VirtualList
          rows={rows}
          view={view}
          place={state.place.value}
          selected={selected}
          busy={busy}
          on={actions.handlers}
        />
      ) : null,
    overlay: Overlay ? <Overlay room={room} /> : null,
  };
  return (
    <BrowserView
      place={state.place.value}
      folderId={state.folderId.value}
      path={state.path.value}
      rows={rows}
      nextPageToken={state.nextPageToken.value}
      order={state.order.value}
      view={view}
      serverTimeMs={state.serverTimeMs.value}
      live={live}
    />
  );
}
