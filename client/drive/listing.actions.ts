/** Where the person is and what is listed: opening folders, going back, sorting, viewing, the next page, asking again. */
import { batch } from '@preact/signals-react';
import { ApiError, sentenceOf } from '#client/api/errors.ts';
import { DEFAULT_DISPLAY, type DisplayMode } from '#shared/drive/display.ts';
import type { SortOrder } from '#shared/drive/model.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { ViewType } from '#shared/islands.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import type { ListingStatus } from './browser.ts';
import type { DriveApi } from './drive.api.ts';
import type { Crumb, DriveState } from './drive.state.ts';
import type { DrivePage } from './page-port.ts';
import { keptIn, NOTHING_SELECTED } from './selection.ts';

/** A quicker answer needs no sign of waiting: the old rows stay that long. */
const PATIENCE_MS = 180;
/** Rows of a page that is loaded while scrolling, and the most one refresh asks for at once. */
const PAGE_ROWS = 100;
const REFRESH_ROWS = 1_000;

/** What a history entry keeps, so that going back needs no question about the path. */
export interface FolderEntry {
  readonly magpie: 'folder';
  readonly folderId: string;
  readonly path: readonly Crumb[];
  readonly scrollY: number;
}

interface Kept {
  readonly rows: readonly DriveRow[];
  readonly nextPageToken: string;
}

export interface ListingActions {
  /** After the first rendering: history, and the record kept on this device. */
  settle(): void;
  /** @returns false when the way to the folder is not known here: its link must be followed */
  openFolder(folderId: string): boolean;
  sort(order: SortOrder): void;
  show(view: ViewType): void;
  more(): Promise<void>;
  /** Asks for what is shown once more, keeping selection and place. */
  refresh(): Promise<void>;
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
}

function isFolderEntry(entry: unknown): entry is FolderEntry {
  return typeof entry === 'object' && entry !== null && (entry as { magpie?: unknown }).magpie === 'folder';
}

function addressOf(folderId: string): string {
  return folderId === '' ? href('drive.all') : href('drive.folder', { folderId });
}

/** What a failed listing shows in its place. */
export function statusOf(error: unknown, isOnline: boolean): ListingStatus {
  const name = error instanceof ApiError ? error.errorName : 'unknown';
  if (name === 'unauthenticated') return 'ended';
  if (name === 'permission_denied') return 'forbidden';
  if (name === 'file_not_found' || name === 'not_found' || name === 'file_in_recycle_bin') return 'gone';
  return name === 'unreachable' && !isOnline ? 'offline' : 'failed';
}

export function makeListingActions({ state, api, page, words }: ListingDeps): ListingActions {
  const kept = new Map<string, Kept>();
  let display: DisplayMode = DEFAULT_DISPLAY;
  let turn = 0;
  let underway: AbortController | null = null;

  const request = () => ({
    place: state.place.value,
    folderId: state.folderId.value,
    order: state.order.value,
    foldersFirst: display.pinFoldersTop,
  });

  function entry(scrollY: number): FolderEntry {
    return { magpie: 'folder', folderId: state.folderId.value, path: state.path.value, scrollY };
  }

  function title(): void {
    const root = words().t(state.place.value === 'trash' ? 'ui.sidebar.trash' : 'ui.sidebar.all_files');
    page.setTitle(`${state.path.value.at(-1)?.name ?? root} · Magpie`);
  }

  function put(found: Kept): void {
    batch(() => {
      state.rows.value = found.rows;
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
      const limit = Math.min(REFRESH_ROWS, Math.max(PAGE_ROWS, wanted - rows.length));
      const found = await api.list({ ...request(), pageToken, limit, isPatient }, signal);
      rows.push(...found.rows);
      pageToken = found.nextPageToken;
    } while (pageToken !== '' && rows.length < wanted);
    // The wire answers an unknown folder with an empty list: only its own detail tells that it is gone.
    if (rows.length === 0 && state.folderId.value !== '') await api.detail(state.folderId.value);
    return { rows, nextPageToken: pageToken };
  }

  async function reload(options: { wanted: number; isQuiet: boolean }): Promise<void> {
    underway?.abort();
    const control = new AbortController();
    underway = control;
    turn += 1;
    const mine = turn;
    const isMine = () => mine === turn;
    const calm = options.isQuiet
      ? () => undefined
      : page.after(PATIENCE_MS, () => {
          if (isMine()) state.status.value = 'loading';
        });
    try {
      const found = await load(options.wanted, !options.isQuiet, control.signal);
      calm();
      if (isMine()) put(found);
    } catch (error) {
      calm();
      // A quiet refresh leaves what is shown, unless it learnt that nothing of it stands any more.
      if (!isMine()) return;
      const status = statusOf(error, page.isOnline());
      if (!options.isQuiet || status === 'ended' || status === 'gone') putFailure(error);
    }
  }

  function enter(folderId: string, path: readonly Crumb[]): void {
    batch(() => {
      state.folderId.value = folderId;
      state.path.value = path;
      state.selection.value = NOTHING_SELECTED;
      state.menu.value = null;
      state.dialog.value = null;
    });
    title();
  }

  /** What is left behind, for going back to it at once. */
  function keep(): void {
    if (state.status.value !== 'ready') return;
    kept.set(state.folderId.value, { rows: state.rows.value, nextPageToken: state.nextPageToken.value });
    page.replace(null, entry(page.scrollY()));
  }

  function pathTo(folderId: string): readonly Crumb[] | null {
    if (folderId === '') return [];
    const above = state.path.value.findIndex((crumb) => crumb.id === folderId);
    if (above >= 0) return state.path.value.slice(0, above + 1);
    const row = state.rows.value.find((row) => row.id === folderId && row.folder);
    return row ? [...state.path.value, { id: row.id, name: row.name }] : null;
  }

  function travel(to: unknown): void {
    if (!isFolderEntry(to) || state.place.value !== 'all') return;
    const found = kept.get(to.folderId);
    enter(to.folderId, to.path);
    if (found) {
      put(found);
      page.scrollTo(to.scrollY);
      void reload({ wanted: found.rows.length, isQuiet: true });
    } else {
      void reload({ wanted: PAGE_ROWS, isQuiet: false });
    }
  }

  function store(change: Partial<DisplayMode>): void {
    display = { ...display, ...change };
    page.writeDisplay(display);
  }

  return {
    settle() {
      const stored = page.readDisplay();
      display = { ...(stored ?? DEFAULT_DISPLAY), viewType: state.view.value, orderType: state.order.value };
      if (stored) page.writeDisplay(stored);
      if (state.place.value === 'all') page.replace(null, entry(page.scrollY()));
      page.onTravel(travel);
      page.onOnline(() => {
        if (state.status.value === 'offline') void reload({ wanted: PAGE_ROWS, isQuiet: false });
      });
    },
    openFolder(folderId) {
      if (state.place.value !== 'all') return false;
      const path = pathTo(folderId);
      if (path === null) return false;
      if (folderId === state.folderId.value && state.status.value === 'ready') {
        void reload({ wanted: state.rows.value.length, isQuiet: true });
        return true;
      }
      keep();
      enter(folderId, path);
      page.push(addressOf(folderId), entry(0));
      page.scrollTo(0);
      page.focusHeading();
      void reload({ wanted: PAGE_ROWS, isQuiet: false });
      return true;
    },
    sort(order) {
      if (order === state.order.value) return;
      state.order.value = order;
      store({ orderType: order });
      kept.clear();
      page.replace(
        state.place.value === 'trash' ? href('drive.trash') : addressOf(state.folderId.value),
        entry(page.scrollY()),
      );
      void reload({ wanted: PAGE_ROWS, isQuiet: false });
    },
    show(view) {
      state.view.value = view;
      store({ viewType: view });
      page.replace(
        state.place.value === 'trash' ? href('drive.trash') : addressOf(state.folderId.value),
        entry(page.scrollY()),
      );
    },
    async more() {
      const pageToken = state.nextPageToken.value;
      if (pageToken === '' || state.more.value === 'loading' || state.status.value !== 'ready') return;
      state.more.value = 'loading';
      const mine = turn;
      try {
        const found = await api.list({ ...request(), pageToken, limit: PAGE_ROWS, isPatient: true });
        if (mine !== turn) return;
        const known = new Set(state.rows.value.map((row) => row.id));
        put({
          rows: [...state.rows.value, ...found.rows.filter((row) => !known.has(row.id))],
          nextPageToken: found.nextPageToken,
        });
      } catch (error) {
        if (mine !== turn) return;
        state.more.value = 'failed';
        if (statusOf(error, page.isOnline()) === 'ended') putFailure(error);
      }
    },
    refresh: () => reload({ wanted: state.rows.value.length, isQuiet: true }),
    retry: () => reload({ wanted: PAGE_ROWS, isQuiet: false }),
    forget: () => kept.clear(),
  };
}
