/** Everything a person can do in the drive, in one object: listing, changes, selection, dialogs and menus. */
import type { ApiClient } from '#client/api/client.ts';
import { lateCalls } from '#client/api/late-calls.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import type { DrivePage } from './browser-api.ts';
import type { BrowserHandlers } from './browser-model.ts';
import type { ChangeActions } from './changes/change.actions.ts';
import type { ConflictActions } from './changes/conflict.actions.ts';
import { makeToastActions, type ToastActions } from './changes/toast.actions.ts';
import { makeUndoActions, type UndoActions } from './changes/undo.actions.ts';
import { type DetailsActions, makeDetailsActions } from './details/details.actions.ts';
import type { VersionActions } from './details/versions.actions.ts';
import type { DriveApi, ListPage } from './drive.api.ts';
import { allowedActions, type DriveAction } from './drive.can.ts';
import type { DriveDialog, DriveState } from './drive.state.ts';
import { makeDisplayActions } from './listing/display.actions.ts';
import { type ListingActions, makeListingActions } from './listing/listing.actions.ts';
import { makeSelectAllActions } from './selection/select-all.actions.ts';
import { NOTHING_SELECTED, pressed } from './selection/selection.rules.ts';

export interface DriveActions {
  readonly handlers: BrowserHandlers;
  readonly listing: ListingActions;
  readonly change: ChangeActions;
  readonly toasts: ToastActions;
  readonly undo: UndoActions;
  readonly details: DetailsActions;
  /** Loaded when first asked. */
  readonly conflicts: ConflictActions;
  readonly versions: VersionActions;
  /** Runs an action on given rows, as the menu of one row does. */
  run(action: DriveAction, rows: readonly DriveRow[]): void;
  ask(dialog: DriveDialog | null): void;
  /** Folders inside a folder, by name: for choosing one. */
  folders(parentId: string, pageToken: string): Promise<ListPage>;
  closeMenu(): void;
  /** The page is alive: what the next press needs should not wait. */
  warm(): void;
}

export interface ActionDeps {
  readonly state: DriveState;
  readonly client: ApiClient;
  readonly page: DrivePage;
  readonly words: () => Translator;
  /** Stands in for the calls in tests. */
  readonly api?: DriveApi;
  /** Downloads into a folder where that is wanted. @param singly  one by one, as the browser does it */
  readonly save?: (rows: readonly DriveRow[], singly: () => unknown) => void;
}

export function makeDriveActions(deps: ActionDeps): DriveActions {
  const { state, page, words } = deps;
  const lateApi = lateCalls<DriveApi>(async () => (await import('./drive.api.ts')).makeDriveApi(deps.client));
  const api = deps.api ?? lateApi.calls;
  const toasts = makeToastActions(state, page, words);
  const display = makeDisplayActions(state, page);
  const listing = makeListingActions({ state, api, page, words, display });
  const undo = makeUndoActions(toasts, words);
  const { calls: conflicts } = lateCalls<ConflictActions>(async () => {
    const [{ makeConflictActions }, { makeVersionsApi }] = await Promise.all([
      import('./changes/conflict.actions.ts'),
      import('./details/versions.api.ts'),
    ]);
    return makeConflictActions({
      state,
      taken: makeVersionsApi(deps.client).taken,
      hashOf: async (file) => {
        const { pageHasher } = await import('#client/transfer/hash/page-hasher.ts');
        return (await pageHasher().fingerprint(file, () => undefined, new AbortController().signal)).gcid;
      },
      onSkipped: (count) => toasts.say(words().tn('drive.skipped', count)),
    });
  });
  const lateChange = lateCalls<ChangeActions>(async () => {
    const { makeChangeActions } = await import('./changes/change.actions.ts');
    return makeChangeActions({ state, api, page, words, listing, toasts, undo, conflicts });
  });
  const change = lateChange.calls;
  const { calls: versions } = lateCalls<VersionActions>(async () => {
    const [{ makeVersionActions }, { makeVersionsApi }] = await Promise.all([
      import('./details/versions.actions.ts'),
      import('./details/versions.api.ts'),
    ]);
    return makeVersionActions({
      state,
      api: makeVersionsApi(deps.client),
      page,
      words,
      toasts,
      undo,
      refreshAll: change.refreshAll,
    });
  });
  const details = makeDetailsActions({ state, api, page });
  const selectAll = makeSelectAllActions({
    state,
    listing,
    onFailure: () => toasts.say(words().tn('drive.select.part', state.selection.value.ids.size)),
  });
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
      details: () => details.show(rows, 'asked'),
      download: () => (deps.save ? deps.save(rows, () => change.download(rows)) : change.download(rows)),
      share: () => ask({ kind: 'share', rows }),
      reveal: () =>
        page.go(first.parentId === '' ? href('drive.all') : href('drive.folder', { folderId: first.parentId })),
      star: () => change.star(rows, true),
      unstar: () => change.star(rows, false),
      rename: () => ask(rows.length === 1 ? { kind: 'rename', row: first } : { kind: 'rename-many', rows }),
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
      if (!row) return;
      details.show([row], 'opened');
      // Nobody waits for it, and who is offline has looked all the same.
      if (state.place.value !== 'trash') void api.note('TYPE_VIEW', id).catch(() => undefined);
    },
    press: (id, keys) => {
      selectAll.stop();
      state.selection.value = pressed(state.selection.value, order(), id, keys);
    },
    toggle: (id, keys) => {
      selectAll.stop();
      state.selection.value = pressed(state.selection.value, order(), id, keys);
    },
    selectAll: (isOn) => {
      if (isOn) void selectAll.all();
      else handlers.clear();
    },
    clear: () => {
      selectAll.stop();
      state.selection.value = NOTHING_SELECTED;
    },
    openMenu: (id, place) => {
      if (!state.selection.value.ids.has(id)) state.selection.value = { ids: state.selection.value.ids, anchor: id };
      state.menu.value = { id, place };
    },
    sort: listing.sort,
    show: listing.show,
    narrow: listing.narrow,
    pinFolders: listing.pinFolders,
    shareChoice: display.shareChoice,
    lookAt: (id) => {
      state.at.value = id;
      listing.note();
    },
    contentLink: async (id) => (await api.detail(id)).web_content_link,
    openFolders: (menu) => {
      state.folders.value = menu;
    },
    more: () => void listing.more(),
    retry: () => void listing.retry(),
    newFolder: () => ask({ kind: 'folder' }),
    emptyTrash: () => ask({ kind: 'empty' }),
    togglePanel: details.toggle,
    // What is selected is not all that was asked for yet.
    act: (action) => state.selecting.value === null && run(action, state.selectedRows.value),
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
    undo,
    details,
    conflicts,
    versions,
    run,
    ask,
    folders: (parentId, pageToken) =>
      api.list({
        place: 'all',
        query: '',
        folderId: parentId,
        order: 'name_asc',
        foldersFirst: true,
        foldersOnly: true,
        pageToken,
      }),
    closeMenu: () => {
      state.menu.value = null;
    },
    warm: () => {
      lateApi.warm();
      lateChange.warm();
    },
  };
}
