/** Where the person is and what is listed: opening folders, going back, sorting, viewing, the next page, asking again. */

import { batch } from '@preact/signals-react';
import { sentenceOf } from '#client/api/errors.ts';
import type { KindChoice } from '#shared/drive/kinds.ts';
import type { SortOrder } from '#shared/drive/model.ts';
import { isGathered, PLACE_WORDS } from '#shared/drive/places.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import { shownPath } from '#shared/drive/shown-name.ts';
import { isLarge, type ViewType } from '#shared/islands.ts';
import { isolated } from '#shared/locale/isolated.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { DrivePage } from '../browser-api.ts';
import type { Spot } from '../browser-model.ts';
import type { DriveApi } from '../drive.api.ts';
import type { Crumb, DriveState } from '../drive.state.ts';
import { keptIn, NOTHING_SELECTED } from '../selection/selection.rules.ts';
import type { DisplayActions } from './display.actions.ts';
import { entryOf, hrefOf, isFolderEntry, isOfHere, isTravelled, TOP } from './listing-entry.ts';
import { type ListingGrowth, makeListingGrowth } from './listing-growth.ts';
import { statusOf } from './listing-status.ts';

/** A quicker answer needs no sign of waiting: the old rows stay that long. */
const PATIENCE_MS = 180;
const RETRY_MS = 5_000;
/** Rows of the first page, and the most one refresh asks for at once. */
const PAGE_ROWS = 100;
/** Of a search, which is asked for again with each letter: more than a window shows. */
const FOUND_ROWS = 60;
const REFRESH_ROWS = 1_000;
/** A place in a list is noted once nobody has moved for this long: browsers count such notes. */
const NOTE_MS = 250;

interface Kept {
  readonly rows: readonly DriveRow[];
  readonly nextPageToken: string;
}

export interface ListingActions {
  /** After the first rendering: history, and the record kept on this device. */
  settle(): void;
  /**
   * @param way  to the folder, where neither the path nor the rows tell it
   * @returns false when the way to the folder is not known here: its link must be followed
   */
  openFolder(folderId: string, way?: readonly Crumb[]): boolean;
  /** Goes into a folder by its way, from a folder or a search; done when it is shown, or why it is not. */
  visit(folderId: string, way: readonly Crumb[]): Promise<void>;
  /** Shows what has the words in its name; '' goes back to where the search began. */
  search(query: string): void;
  sort(order: SortOrder): void;
  /** Null leaves the large views. */
  show(view: ViewType | null): void;
  /** Shows one kind, or all. */
  narrow(kind: KindChoice): void;
  pinFolders(isOn: boolean): void;
  /** Keeps with the history where somebody is in the list: once they rest, or now. */
  note(when?: 'now'): void;
  more: ListingGrowth['more'];
  /** Asks for what is shown once more, keeping selection and place. @param atLeast  rows to read, where there are so many */
  refresh(atLeast?: number): Promise<void>;
  /** After a failure: with a sign of waiting. */
  retry(): Promise<void>;
  /** Changes made elsewhere: listings kept for going back are stale. */
  forget(): void;
}

export interface ListingDeps {
  readonly state: DriveState;
  readonly api: DriveApi;
  readonly page: DrivePage;
  readonly words: () => Translator;
  readonly display: DisplayActions;
}

export function makeListingActions({ state, api, page, words, display }: ListingDeps): ListingActions {
  const kept = new Map<string, Kept>();
  /** Number of the way back that somebody is being brought to now; 0 while none. */
  let returning = 0;
  let returns = 0;
  let cancelNote: () => void = () => undefined;
  let turn = 0;
  /** The turn somebody waits for; -1: none. */
  let waited = -1;
  let underway: AbortController | null = null;
  /** The newest question: who asked before it waits for its answer, to find there what was asked for. */
  let newest: Promise<void> = Promise.resolve();
  const request = () => ({
    place: state.place.value,
    query: state.query.value,
    folderId: state.folderId.value,
    order: state.order.value,
    foldersFirst: state.foldersFirst.value,
    kind: state.kind.value,
  });

  const growth = makeListingGrowth({
    state,
    list: (pageToken, limit) => api.list({ ...request(), pageToken, limit, isPatient: true }),
    turn: () => turn,
    newest: () => newest,
    onFailure: (error) => {
      if (statusOf(error, page.isOnline()) === 'ended') putFailure(error);
    },
  });
  const entry = (spot: Spot) => entryOf(state, spot);
  const keptKey = (folderId: string, kind: KindChoice) => `${folderId}?${kind}`;

  function title(): void {
    const place = state.place.value;
    const root =
      place === 'search'
        ? words().t('drive.search.title', { query: state.query.value })
        : words().t(PLACE_WORDS[place]);
    page.setTitle(`${isolated(shownPath(state.path.value, words()).at(-1)?.name ?? root)} · Magpie`);
  }

  function put(found: Kept, isNew: boolean): void {
    batch(() => {
      state.rows.value = found.rows;
      state.listed.value = { turn: state.listed.value.turn + (isNew ? 1 : 0), query: state.query.value };
      state.nextPageToken.value = found.nextPageToken;
      state.status.value = 'ready';
      state.more.value = 'idle';
      state.selection.value = keptIn(
        state.selection.value,
        found.rows.map((row) => row.id),
      );
    });
  }

  function putFailure(error: unknown): void {
    batch(() => {
      state.status.value = statusOf(error, page.isOnline());
      state.problem.value = sentenceOf(error, (key) => words().text(key));
    });
  }

  /** Pages until as many rows are there as were. */
  async function load(wanted: number, isPatient: boolean, signal: AbortSignal): Promise<Kept> {
    const rows: DriveRow[] = [];
    let pageToken = '';
    do {
      const least = state.place.value === 'search' ? FOUND_ROWS : PAGE_ROWS;
      const limit = Math.min(REFRESH_ROWS, Math.max(least, wanted - rows.length));
      const found = await api.list({ ...request(), pageToken, limit, isPatient }, signal);
      rows.push(...found.rows);
      pageToken = found.nextPageToken;
    } while (pageToken !== '' && rows.length < wanted);
    // The wire answers an unknown folder with an empty list: only its own detail tells that it is gone.
    if (rows.length === 0 && state.place.value === 'all' && state.folderId.value !== '')
      await api.detail(state.folderId.value);
    return { rows, nextPageToken: pageToken };
  }

  function reload(options: { wanted: number; isQuiet: boolean }): Promise<void> {
    newest = ask(options);
    return newest;
  }

  async function ask(options: { wanted: number; isQuiet: boolean }): Promise<void> {
    underway?.abort();
    const control = new AbortController();
    underway = control;
    // Whoever waits for a listing still waits when news asks for it once more.
    const isQuiet = options.isQuiet && waited !== turn;
    turn += 1;
    const mine = turn;
    if (!isQuiet) waited = mine;
    const isMine = () => mine === turn;
    const calm = isQuiet
      ? () => undefined
      : page.after(PATIENCE_MS, () => {
          if (isMine()) state.status.value = 'loading';
        });
    try {
      const found = await load(options.wanted, !isQuiet, control.signal);
      calm();
      if (!isMine()) return newest;
      waited = -1;
      // Somebody scrolled on meanwhile: what came must not go again.
      const { length } = state.rows.value;
      if (isQuiet && found.nextPageToken !== '' && found.rows.length < length)
        return reload({ wanted: length, isQuiet });
      // Whoever is brought back to a place needs the rows of it.
      put(found, !isQuiet && returning === 0);
    } catch (error) {
      calm();
      // A quiet refresh leaves what is shown, unless it learnt that nothing of it stands any more.
      if (!isMine()) return newest;
      waited = -1;
      const status = statusOf(error, page.isOnline());
      if (!isQuiet || status === 'ended' || status === 'gone') putFailure(error);
      // What is shown is old now, and nobody else says so again.
      else page.after(RETRY_MS, () => void (isMine() && reload(options)));
    }
  }

  /** Back to where somebody was; nothing is noted on the way. */
  async function bringBack(spot: Spot, loading?: Promise<void>): Promise<void> {
    returns += 1;
    const mine = returns;
    returning = mine;
    await loading;
    if (returning === mine) await page.goToSpot(spot);
    if (returning === mine) returning = 0;
  }

  function enter(
    folderId: string,
    path: readonly Crumb[],
    query: string | null = null,
    kind: KindChoice = 'all',
  ): void {
    returning = 0;
    cancelNote();
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
    title();
  }

  /** What is left behind, for going back to it at once. */
  function keep(): void {
    if (state.status.value !== 'ready') return;
    if (state.place.value === 'all')
      kept.set(keptKey(state.folderId.value, state.kind.value), {
        rows: state.rows.value,
        nextPageToken: state.nextPageToken.value,
      });
    page.replace(null, entry(page.spot()));
  }

  function pathTo(folderId: string): readonly Crumb[] | null {
    if (folderId === '') return [];
    const above = state.path.value.findIndex((crumb) => crumb.id === folderId);
    if (above >= 0) return state.path.value.slice(0, above + 1);
    const row = state.rows.value.find((row) => row.id === folderId && row.folder);
    return row ? [...state.path.value, { id: row.id, name: row.name }] : null;
  }

  function travel(to: unknown): void {
    if (!isFolderEntry(to) || !isTravelled(state.place.value)) return;
    const found = to.place === 'search' ? undefined : kept.get(keptKey(to.folderId, to.kind));
    enter(to.folderId, to.path, to.place === 'search' ? to.query : null, to.kind);
    if (isLarge(to.view)) display.chooseView(to.view);
    else if (isLarge(state.view.value)) display.chooseView(null);
    state.at.value = to.at;
    if (found) {
      put(found, false);
      void bringBack(to.spot);
      void reload({ wanted: found.rows.length, isQuiet: true });
    } else {
      void bringBack(to.spot, reload({ wanted: Math.max(PAGE_ROWS, to.rows), isQuiet: false }));
    }
  }

  const hereHref = () => hrefOf(state);

  /** The same place shown in another way, from its beginning. */
  function again(): void {
    returning = 0;
    page.replace(hereHref(), entry(TOP));
    void reload({ wanted: PAGE_ROWS, isQuiet: false });
  }

  function visit(folderId: string, way: readonly Crumb[]): Promise<void> {
    keep();
    enter(folderId, way);
    page.push(hereHref(), entry(TOP));
    page.scrollTo(0);
    page.focusHeading();
    return reload({ wanted: PAGE_ROWS, isQuiet: false });
  }

  /** After a document was loaded: what its entry knows from before. */
  function comeBack(): void {
    const before = page.entry();
    if (!isFolderEntry(before) || !isOfHere(before, state)) return;
    state.at.value = before.at;
    if (before.spot.top === 0 && before.at === '') return;
    const isShort = before.rows > state.rows.value.length && state.nextPageToken.value !== '';
    void bringBack(before.spot, isShort ? reload({ wanted: before.rows, isQuiet: true }) : undefined);
  }

  return {
    settle() {
      if (display.settle() && !isGathered(state.place.value)) void reload({ wanted: PAGE_ROWS, isQuiet: false });
      comeBack();
      if (returning === 0) page.replace(null, entry(page.spot()));
      page.onTravel(travel);
      page.onOnline(() => {
        if (state.status.value === 'offline') void reload({ wanted: PAGE_ROWS, isQuiet: false });
      });
    },
    openFolder(folderId, way) {
      if (state.place.value !== 'all') return false;
      const path = way ?? pathTo(folderId);
      if (path === null) return false;
      if (folderId === state.folderId.value && state.status.value === 'ready') {
        void reload({ wanted: state.rows.value.length, isQuiet: true });
        return true;
      }
      void visit(folderId, path);
      return true;
    },
    visit,
    search(query) {
      const isSearching = state.place.value === 'search';
      if (query === '' && isSearching) {
        const { folderId } = state;
        enter(folderId.value, state.path.value);
        again();
        return;
      }
      if (query === '' || (isSearching && query === state.query.value)) return;
      keep();
      // Where a search began is where it ends; from another listing that is the root.
      const [folderId, path] = isTravelled(state.place.value) ? [state.folderId.value, state.path.value] : ['', []];
      enter(folderId, path, query, isSearching ? state.kind.value : 'all');
      // One entry a search, however many letters it took.
      if (isSearching) page.replace(hereHref(), entry(TOP));
      else page.push(hereHref(), entry(TOP));
      void reload({ wanted: FOUND_ROWS, isQuiet: false });
    },
    sort(order) {
      if (order === state.order.value) return;
      display.chooseOrder(order);
      kept.clear();
      again();
    },
    show(view) {
      display.chooseView(view);
      page.replace(hereHref(), entry(page.spot()));
    },
    narrow(kind) {
      state.kind.value = kind;
      state.at.value = '';
      state.selection.value = NOTHING_SELECTED;
      again();
    },
    pinFolders(isOn) {
      display.pinFolders(isOn);
      kept.clear();
      again();
    },
    note(when) {
      const write = () => {
        if (returning === 0 && state.status.value === 'ready') page.replace(null, entry(page.spot()));
      };
      cancelNote();
      if (when === 'now') write();
      else cancelNote = page.after(NOTE_MS, write);
    },
    more: growth.more,
    refresh: (atLeast = 0) => reload({ wanted: Math.max(state.rows.value.length, atLeast), isQuiet: true }),
    retry: () => reload({ wanted: PAGE_ROWS, isQuiet: false }),
    forget: () => kept.clear(),
  };
}
