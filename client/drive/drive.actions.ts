/** Everything a person can do in the drive, in one object: listing, changes, selection, dialogs and menus. */
import type { ApiClient } from '#client/api/client.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { BrowserHandlers } from './browser.ts';
import { type ChangeActions, makeChangeActions } from './change.actions.ts';
import { type DriveApi, type ListPage, makeDriveApi } from './drive.api.ts';
import { allowedActions, type DriveAction } from './drive.can.ts';
import type { DriveDialog, DriveState } from './drive.state.ts';
import { type ListingActions, makeListingActions } from './listing.actions.ts';
import type { DrivePage } from './page-port.ts';
import { NOTHING_SELECTED, pressed } from './selection.ts';
import { makeToastActions, type ToastActions } from './toast.actions.ts';

export interface DriveActions {
  readonly handlers: BrowserHandlers;
  readonly listing: ListingActions;
  readonly change: ChangeActions;
  readonly toasts: ToastActions;
  /** Runs an action on given rows, as the menu of one row does. */
  run(action: DriveAction, rows: readonly DriveRow[]): void;
  ask(dialog: DriveDialog | null): void;
  /** Folders inside a folder, by name: for choosing one. */
  folders(parentId: string, pageToken: string): Promise<ListPage>;
  closeMenu(): void;
}

export interface ActionDeps {
  readonly state: DriveState;
  readonly client: ApiClient;
  readonly page: DrivePage;
  readonly words: () => Translator;
  /** Stands in for the calls in tests. */
  readonly api?: DriveApi;
}

export function makeDriveActions(deps: ActionDeps): DriveActions {
  const { state, page, words } = deps;
  const api = deps.api ?? makeDriveApi(deps.client);
  const toasts = makeToastActions(state, page, words);
  const listing = makeListingActions({ state, api, page, words });
  const change = makeChangeActions({ state, api, page, words, listing, toasts });
  const order = () => state.rows.value.map((row) => row.id);
  const rowOf = (id: string) => state.rows.value.find((row) => row.id === id);

  function ask(dialog: DriveDialog | null): void {
    state.menu.value = null;
    state.dialog.value = dialog;
  }

  function run(action: DriveAction, rows: readonly DriveRow[]): void {
    const [first] = rows;
    if (!first || !allowedActions(state.place.value, rows, state.busy.value).includes(action)) return;
    state.menu.value = null;
    const doing: Readonly<Record<DriveAction, () => unknown>> = {
      open: () => listing.openFolder(first.id),
      details: () => ask({ kind: 'details', row: first }),
      download: () => change.download(rows),
      share: () => ask({ kind: 'share', rows }),
      rename: () => ask({ kind: 'rename', row: first }),
      move: () => ask({ kind: 'pick', mode: 'move', rows }),
      copy: () => ask({ kind: 'pick', mode: 'copy', rows }),
      trash: () => change.trash(rows),
      restore: () => change.restore(rows),
      delete: () => ask({ kind: 'delete', rows }),
    };
    doing[action]();
  }

  const handlers: BrowserHandlers = {
    openFolder: listing.openFolder,
    openFile: (id) => {
      const row = rowOf(id);
      if (row) ask({ kind: 'details', row });
    },
    press: (id, keys) => {
      state.selection.value = pressed(state.selection.value, order(), id, keys);
    },
    toggle: (id, keys) => {
      state.selection.value = pressed(state.selection.value, order(), id, keys);
    },
    selectAll: (isOn) => {
      state.selection.value = isOn ? { ids: new Set(order()), anchor: order()[0] ?? null } : NOTHING_SELECTED;
    },
    clear: () => {
      state.selection.value = NOTHING_SELECTED;
    },
    openMenu: (id, place) => {
      if (!state.selection.value.ids.has(id)) state.selection.value = { ids: state.selection.value.ids, anchor: id };
      state.menu.value = { id, place };
    },
    sort: listing.sort,
    show: listing.show,
    more: () => void listing.more(),
    retry: () => void listing.retry(),
    newFolder: () => ask({ kind: 'folder' }),
    emptyTrash: () => ask({ kind: 'empty' }),
    act: (action) => run(action, state.selectedRows.value),
    rowAction: (id, action) => {
      const row = rowOf(id);
      const rows = state.selection.value.ids.has(id) ? state.selectedRows.value : row ? [row] : [];
      run(action === 'trash' && state.place.value === 'trash' ? 'delete' : action, rows);
    },
  };

  return {
    handlers,
    listing,
    change,
    toasts,
    run,
    ask,
    folders: (parentId, pageToken) =>
      api.list({
        place: 'all',
        folderId: parentId,
        order: 'name_asc',
        foldersFirst: true,
        foldersOnly: true,
        pageToken,
      }),
    closeMenu: () => {
      state.menu.value = null;
    },
  };
}
