/** Opens folders and searches without loading a page: history entries, the title, and cached rows for going back. */
import { batch } from '@preact/signals-react';
import type { KindChoice } from '#shared/drive/kinds.ts';
import { PLACE_LABELS } from '#shared/drive/places.ts';
import { shownPath } from '#shared/drive/shown-name.ts';
import { isLarge } from '#shared/islands.ts';
import { isolated } from '#shared/locale/isolated.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { BrowserApi } from '../browser-api.ts';
import type { ListPage } from '../drive.api.ts';
import type { Crumb, DriveState } from '../drive.state.ts';
import { NOTHING_SELECTED } from '../selection/selection.rules.ts';
import type { DisplayActions } from './display.actions.ts';
import { entryOf, hrefOf, isFolderEntry, isOfHere, opensInPage, positionOf, TOP } from './listing-entry.ts';
import { type ListingReader, PAGE_ROWS, SEARCH_ROWS } from './listing-reader.ts';
import type { ScrollRestoration } from './scroll-restoration.ts';

export interface ListingNavigation {
  /**
   * @param path  to the folder, where neither the open path nor the rows contain it
   * @returns false when the path to the folder is unknown: the browser must follow the link
   */
  openFolder(folderId: string, path?: readonly Crumb[]): boolean;
  /** Opens a folder by its path. The promise ends when the folder is shown, or its failure. */
  visit(folderId: string, path: readonly Crumb[]): Promise<void>;
  /** Shows files whose names contain the words of the query; '' goes back to where the search began. */
  search(query: string): void;
  /** Shows the open listing from its beginning, after its order or filter has changed. */
  restart(): void;
  /** After the first rendering: restores the position of a reloaded page and follows the browser's history. */
  start(): void;
  /** Drops the rows cached for going back. */
  clearCache(): void;
}

export interface ListingNavigationDeps {
  readonly state: DriveState;
  readonly browser: BrowserApi;
  readonly translator: () => Translator;
  readonly display: DisplayActions;
  readonly reader: ListingReader;
  readonly scroll: ScrollRestoration;
}

const cacheKey = (folderId: string, kind: KindChoice) => `${folderId}?${kind}`;

function titleOf({ place, query, path }: DriveState, translator: Translator): string {
  const root =
    place.value === 'search'
      ? translator.t('drive.search.title', { query: query.value })
      : translator.t(PLACE_LABELS[place.value]);
  return isolated(shownPath(path.value, translator).at(-1)?.name ?? root);
}

/** @returns null when neither the open path nor the rows contain the folder */
function pathTo(folderId: string, { path, rows }: DriveState): readonly Crumb[] | null {
  if (folderId === '') return [];
  const above = path.value.findIndex((crumb) => crumb.id === folderId);
  if (above >= 0) return path.value.slice(0, above + 1);
  const row = rows.value.find((row) => row.id === folderId && row.folder);
  return row ? [...path.value, { id: row.id, name: row.name }] : null;
}

export function makeListingNavigation(deps: ListingNavigationDeps): ListingNavigation {
  const { state, browser, display, reader, scroll } = deps;
  const cache = new Map<string, ListPage>();

  function enter(folderId: string, path: readonly Crumb[], query: string | null = null, kind: KindChoice = 'all') {
    scroll.reset();
    batch(() => {
      state.place.value = query === null ? 'all' : 'search';
      state.query.value = query ?? '';
      state.folderId.value = folderId;
      state.path.value = path;
      state.kind.value = kind;
      state.at.value = '';
      state.folders.value = null;
      display.apply();
      state.selection.value = NOTHING_SELECTED;
      state.menu.value = null;
      state.dialog.value = null;
    });
    browser.setTitle(titleOf(state, deps.translator()));
  }

  /** Before the open listing is left: caches its rows and stores its position. */
  function leave(): void {
    if (state.status.value !== 'ready') return;
    if (state.place.value === 'all')
      cache.set(cacheKey(state.folderId.value, state.kind.value), {
        rows: state.rows.value,
        nextPageToken: state.nextPageToken.value,
      });
    scroll.store();
  }

  const pushEntry = () => browser.push(hrefOf(state), entryOf(state, TOP));
  const replaceEntry = () => browser.replace(hrefOf(state), entryOf(state, TOP));

  function onHistoryEntry(to: unknown): void {
    if (!isFolderEntry(to) || !opensInPage(state.place.value)) return;
    if (isOfHere(to, state) && browser.isViewerStep()) return;
    const cached = to.place === 'search' ? undefined : cache.get(cacheKey(to.folderId, to.kind));
    enter(to.folderId, to.path, to.place === 'search' ? to.query : null, to.kind);
    if (isLarge(to.view)) display.chooseView(to.view);
    else if (isLarge(state.view.value)) display.chooseView(null);
    state.at.value = to.at;
    if (cached) {
      reader.put(cached, false);
      void scroll.restore(positionOf(to));
      void reader.reload({ wanted: cached.rows.length, isQuiet: true });
    } else {
      void scroll.restore(positionOf(to), reader.reload({ wanted: Math.max(PAGE_ROWS, to.rows), isQuiet: false }));
    }
  }

  function restart(): void {
    scroll.stop();
    replaceEntry();
    void reader.reload({ wanted: PAGE_ROWS, isQuiet: false });
  }

  function visit(folderId: string, path: readonly Crumb[]): Promise<void> {
    leave();
    enter(folderId, path);
    pushEntry();
    browser.scrollTo(0);
    browser.focusHeading();
    return reader.reload({ wanted: PAGE_ROWS, isQuiet: false });
  }

  /** After a page load: restores the position that the history entry stores. */
  function restorePosition(): void {
    const entry = browser.entry();
    if (!isFolderEntry(entry) || !isOfHere(entry, state)) return;
    state.at.value = entry.at;
    if (positionOf(entry).top === 0 && entry.at === '') return;
    const isShort = entry.rows > state.rows.value.length && state.nextPageToken.value !== '';
    void scroll.restore(positionOf(entry), isShort ? reader.reload({ wanted: entry.rows, isQuiet: true }) : undefined);
  }

  return {
    openFolder(folderId, path = pathTo(folderId, state) ?? undefined) {
      if (state.place.value !== 'all' || path === undefined) return false;
      if (folderId === state.folderId.value && state.status.value === 'ready')
        void reader.reload({ wanted: state.rows.value.length, isQuiet: true });
      else void visit(folderId, path);
      return true;
    },
    visit,
    search(query) {
      const isSearching = state.place.value === 'search';
      if (query === '' && isSearching) {
        enter(state.folderId.value, state.path.value);
        restart();
        return;
      }
      if (query === '' || (isSearching && query === state.query.value)) return;
      leave();
      // The search goes back to the folder it began in; from another listing to the root.
      const [folderId, path] = opensInPage(state.place.value) ? [state.folderId.value, state.path.value] : ['', []];
      enter(folderId, path, query, isSearching ? state.kind.value : 'all');
      // A search makes one history entry, however many letters are typed.
      if (isSearching) replaceEntry();
      else pushEntry();
      void reader.reload({ wanted: SEARCH_ROWS, isQuiet: false });
    },
    restart,
    start() {
      restorePosition();
      if (!scroll.isRestoring()) scroll.store();
      browser.onHistoryEntry(onHistoryEntry);
      browser.onOnline(() => {
        if (state.status.value === 'offline') void reader.reload({ wanted: PAGE_ROWS, isQuiet: false });
      });
    },
    clearCache: () => cache.clear(),
  };
}
