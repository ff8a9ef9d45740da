/**
 * Browser of the drive: passes state to the view and its events to the actions. Its first rendering is the view with the page's
 * props.
 */
import type { ComponentType, ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useVisit } from '#client/access/index.ts';
import { onFirstTouch } from '#client/ui/first-touch.ts';
import { useT } from '#client/ui/i18n.tsx';
import { withTexts } from '#client/ui/later-texts.ts';
import { type DriveBrowserProps, isLarge } from '#shared/islands.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import { BrowserView } from './browser.view.tsx';
import type { BrowserLive, LargeView } from './browser-model.ts';
import { type DriveContext, driveContext } from './drive.context.ts';
import { useLate } from './late.ts';
import { markCurrentPlace } from './listing/current-place.ts';
import { MAX_PLAIN_ROWS } from './listing/listing.view.tsx';
import type { VirtualListProps } from './listing/virtual-list.view.tsx';
import { OverList } from './overlay/over-list.tsx';
import type { ChipsProps } from './search/chips.view.tsx';
import type { InsideProps } from './search/inside.view.tsx';
import { answerKey, isTyping, letterOf } from './selection/listing-keys.ts';
import { askForFiles } from './upload/ask-for-files.ts';

/** Distance from the window to the end of the list at which the next page is loaded. */
const MORE_MARGIN = '1200px';

const loadVirtualList = () =>
  import('./listing/virtual-list.view.tsx').then(({ VirtualList }): ComponentType<VirtualListProps> => VirtualList);

const loadLarge = () => import('./preview/large.view.tsx').then(({ Large }): LargeView => Large);

const loadChips = () =>
  withTexts(import('./search/chips.view.tsx')).then(({ SearchChips }): ComponentType<ChipsProps> => SearchChips);

const loadInside = () =>
  withTexts(import('./search/inside.view.tsx')).then(({ InsideFiles }): ComponentType<InsideProps> => InsideFiles);

const loadPanel = () =>
  withTexts(import('./panel/details.tsx')).then(
    ({ DetailsPanel }): ComponentType<{ drive: DriveContext }> => DetailsPanel,
  );

/** Loads the next page when the end of the list is near. */
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

/** Ctrl+Z undoes the last change, `i` shows details; not while the user types. */
function answerLetter(event: KeyboardEvent, { actions }: DriveContext): boolean {
  if (event.shiftKey || event.altKey || isTyping(event.target)) return false;
  const isCommand = event.ctrlKey || event.metaKey;
  const letter = letterOf(event);
  if (letter === 'z' && isCommand) return actions.undo.undo();
  if (letter !== 'i' || isCommand) return false;
  actions.handlers.togglePanel();
  return true;
}

/** Images that this browser makes, and ticks of the first steps: a page at rest loads none of their code. */
function useAfterTouch(drive: DriveContext): void {
  useEffect(() => {
    let hasLeft = false;
    let stop = onFirstTouch(document, () => {
      import('./after-touch.ts').then(
        ({ startAfterTouch }) => {
          if (!hasLeft) stop = startAfterTouch(document, drive);
        },
        // Rows keep the icons of their kinds; the next page has the ticks.
        () => undefined,
      );
    });
    return () => {
      hasLeft = true;
      stop();
    };
  }, [drive]);
}

/** Later than everything that the first look needs. */
const STORING_AFTER_MS = 9_000;

/** Stores the open list for the offline page. */
function useStoredListings(drive: DriveContext, translator: Translator): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let hasLeft = false;
    const timer = setTimeout(() => {
      import('./offline/stored-listing.ts').then(
        ({ storeListings }) => {
          if (!hasLeft) stop = storeListings({ state: drive.state, userId: drive.userId, translator });
        },
        // Without it the offline page has no list.
        () => undefined,
      );
    }, STORING_AFTER_MS);
    return () => {
      hasLeft = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [drive, translator]);
}

function useKeys(drive: DriveContext): void {
  useEffect(() => {
    const { state, actions } = drive;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || state.dialog.value || state.menu.value) return;
      const rows = state.rows.value;
      const { count = rows.length, idAt = (index: number) => rows[index]?.id } = state.photoRows.value ?? {};
      const list = { count, idAt, on: actions.handlers };
      if (answerKey(event, list) || answerLetter(event, drive)) event.preventDefault();
      else if (event.key === 'Escape') actions.handlers.clear();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [drive]);
}

export default function BrowserIsland(props: DriveBrowserProps): ReactNode {
  const translator = useT();
  const [drive] = useState(() => {
    const made = driveContext();
    made.setTranslator(translator);
    made.state.startBrowser(props);
    return made;
  });
  const [isMounted, setMounted] = useState(false);
  const { state, actions } = drive;
  const rows = state.rows.value;
  const view = state.view.value;
  const isLong = isMounted && rows.length > MAX_PLAIN_ROWS && !isLarge(view) && state.place.value !== 'photos';
  const Panel = useLate(state.panel.value, loadPanel);
  const VirtualList = useLate(isLong, loadVirtualList);
  const Large = useLate(isLarge(view), loadLarge);
  const isSearch = state.place.value === 'search' && state.query.value !== '';
  const Chips = useLate(isMounted && isSearch, loadChips);
  const Inside = useLate(isMounted && isSearch, loadInside);
  useEffect(() => {
    actions.listing.settle();
    actions.details.settle();
    actions.warmCalls();
    setMounted(true);
  }, [actions]);
  useMore(
    isMounted && state.status.value === 'ready' && !isLarge(view) ? state.nextPageToken.value : '',
    actions.handlers.more,
  );
  useKeys(drive);
  useAfterTouch(drive);
  useStoredListings(drive, translator);
  useEffect(() => drive.watch(), [drive]);
  useEffect(() => markCurrentPlace(state.place.value), [state.place.value]);
  const closed = useVisit(`${state.place.value}/${state.folderId.value}`, () => drive.document);

  const selected = state.selection.value.ids;
  const busy = state.busy.value;
  const cut = state.cut.value;
  const marks = state.marks.value;
  const live: BrowserLive = {
    status: state.hasLeft.value ? 'left' : state.status.value,
    problem: state.problem.value,
    more: state.more.value,
    shownListing: state.shownListing.value,
    selected,
    selecting: state.selecting.value,
    busy,
    cut,
    marks,
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
          query={state.shownListing.value.query}
          selected={selected}
          busy={busy}
          cut={cut}
          marks={marks}
          nowMs={state.serverTimeMs.value}
          isCompact={state.isCompact.value}
          columns={state.shownColumns.value}
          on={actions.handlers}
        />
      ) : null,
    pickFiles: () => askForFiles('files', drive.upload),
    at: state.at.value,
    columns: state.shownColumns.value,
    isPanelOpen: state.panel.value,
    panel: state.panel.value && Panel ? <Panel drive={drive} /> : null,
    chips: isSearch && Chips ? <Chips drive={drive} /> : null,
    inside: isSearch && Inside ? <Inside drive={drive} /> : null,
    overlay: isMounted ? <OverList drive={drive} /> : null,
  };
  // The visit is closed: nothing of the drive is drawn.
  if (closed) return closed;
  return (
    <BrowserView
      place={state.place.value}
      folderId={state.folderId.value}
      path={state.path.value}
      query={state.query.value}
      rows={rows}
      nextPageToken={state.nextPageToken.value}
      order={state.order.value}
      view={view}
      kind={state.kind.value}
      foldersFirst={state.foldersFirst.value}
      isOrderGlobal={state.isOrderGlobal.value}
      isViewGlobal={state.isViewGlobal.value}
      isCompact={state.isCompact.value}
      columns={state.columns.value}
      large={state.large.value ?? Large}
      months={state.months.value}
      serverTimeMs={state.serverTimeMs.value}
      trashDays={props.trashDays}
      live={live}
    />
  );
}
