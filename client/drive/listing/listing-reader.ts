/** Reads the open listing into the state. Only the newest request may write; an answer to an older one is dropped. */
import { batch } from '@preact/signals-react';
import type { DriveRow } from '#shared/drive/rows.ts';
import { messageOf } from '#shared/error-message.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { BrowserApi } from '../browser-api.ts';
import type { DriveApi, ListPage } from '../drive.api.ts';
import type { DriveState } from '../drive.state.ts';
import { pruneSelection } from '../selection/selection.rules.ts';
import { type ListingGrowth, makeListingGrowth } from './listing-growth.ts';
import { statusOf } from './listing-status.ts';

/** An answer within 180 ms needs no loading state: the old rows stay that long. */
const LOADING_AFTER_MS = 180;
const RETRY_MS = 5_000;
/** Rows of the first page. */
export const PAGE_ROWS = 100;
/** First page of a search, which is sent with each letter: more than a window shows. */
export const SEARCH_ROWS = 60;
/** Most rows of one request. */
const REFRESH_ROWS = 1_000;

export interface ReloadOptions {
  /** Rows to read, where the listing has as many. */
  readonly wanted: number;
  /** Shows no loading state and keeps the rows when the request fails. */
  readonly isQuiet: boolean;
}

export interface ListingReader {
  /** Reads the open listing from its beginning. The promise ends when the newest request has ended. */
  reload(options: ReloadOptions): Promise<void>;
  /** Shows rows. @param isNew  the rows belong to another listing than the ones before */
  put(page: ListPage, isNew: boolean): void;
  more: ListingGrowth['more'];
}

export interface ListingReaderDeps {
  readonly state: DriveState;
  readonly api: DriveApi;
  readonly browser: BrowserApi;
  readonly translator: () => Translator;
  /** A scroll position is being restored: all rows up to it must be drawn at once. */
  readonly isRestoring: () => boolean;
}

export function makeListingReader({ state, api, browser, translator, isRestoring }: ListingReaderDeps): ListingReader {
  let turn = 0;
  /** The turn whose loading state is shown; -1: none. */
  let awaitedTurn = -1;
  let control: AbortController | null = null;
  /** Callers of an older request wait for this one. */
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
      if (statusOf(error, browser.isOnline()) === 'ended') putFailure(error);
    },
  });

  function put(page: ListPage, isNew: boolean): void {
    const photos = state.photoRows.peek();
    if (photos) {
      photos.replace(page);
      return;
    }
    batch(() => {
      state.rows.value = page.rows;
      state.shownListing.value = {
        turn: state.shownListing.value.turn + (isNew ? 1 : 0),
        query: page.marked ?? state.query.value,
      };
      state.nextPageToken.value = page.nextPageToken;
      state.months.value = page.months ?? [];
      state.status.value = 'ready';
      state.more.value = 'idle';
      state.selection.value = pruneSelection(
        state.selection.value,
        page.rows.map((row) => row.id),
      );
    });
  }

  function putFailure(error: unknown): void {
    batch(() => {
      state.status.value = statusOf(error, browser.isOnline());
      state.problem.value = messageOf(error, (key) => translator().text(key));
    });
  }

  async function load(wanted: number, isPatient: boolean, signal: AbortSignal): Promise<ListPage> {
    const rows: DriveRow[] = [];
    let pageToken = '';
    let first: ListPage | undefined;
    do {
      const least = state.place.value === 'search' ? SEARCH_ROWS : PAGE_ROWS;
      const limit = Math.min(REFRESH_ROWS, Math.max(least, wanted - rows.length));
      const page = await (state.photoRows.peek()?.first() ??
        api.list({ ...request(), pageToken, limit, isPatient }, signal));
      rows.push(...page.rows);
      pageToken = page.nextPageToken;
      first ??= page;
    } while (pageToken !== '' && rows.length < wanted);
    // The server answers an unknown folder with an empty list: only the detail call fails when the folder is gone.
    if (rows.length === 0 && state.place.value === 'all' && state.folderId.value !== '')
      await api.detail(state.folderId.value);
    return { ...first, rows, nextPageToken: pageToken };
  }

  function reload(options: ReloadOptions): Promise<void> {
    newest = run(options);
    return newest;
  }

  async function run(options: ReloadOptions): Promise<void> {
    control?.abort();
    control = new AbortController();
    // A quiet request that replaces an awaited one is awaited too.
    const isQuiet = options.isQuiet && awaitedTurn !== turn;
    turn += 1;
    const mine = turn;
    if (!isQuiet) awaitedTurn = mine;
    const isMine = () => mine === turn;
    const cancelLoading = isQuiet
      ? () => undefined
      : browser.after(LOADING_AFTER_MS, () => {
          if (isMine()) state.status.value = 'loading';
        });
    try {
      const page = await load(options.wanted, !isQuiet, control.signal);
      cancelLoading();
      if (!isMine()) return newest;
      awaitedTurn = -1;
      // The list grew during the request: its new rows must not disappear.
      const { length } = state.rows.value;
      if (isQuiet && page.nextPageToken !== '' && page.rows.length < length) return reload({ wanted: length, isQuiet });
      put(page, !isQuiet && !isRestoring());
    } catch (error) {
      cancelLoading();
      if (!isMine()) return newest;
      awaitedTurn = -1;
      const status = statusOf(error, browser.isOnline());
      // A quiet refresh keeps the rows unless the session has ended or the folder is gone.
      if (!isQuiet || status === 'ended' || status === 'gone') putFailure(error);
      // The list is stale and no other trigger will refresh it.
      else browser.after(RETRY_MS, () => void (isMine() && reload(options)));
    }
  }

  return { reload, put, more: growth.more };
}
