/** Handlers that the browser island passes to its view: clicks and keys on rows, the toolbar and the list. */
import type { DriveRow } from '#shared/drive/rows.ts';
import type { BrowserHandlers } from './browser-model.ts';
import type { DetailsActions } from './details/details.actions.ts';
import type { DriveApi } from './drive.api.ts';
import type { DriveAction } from './drive.can.ts';
import type { DriveDialog, DriveState } from './drive.state.ts';
import type { DisplayActions } from './listing/display.actions.ts';
import type { ListingActions } from './listing/listing.actions.ts';
import type { SelectAllActions } from './listing/select-all.actions.ts';
import { NOTHING_SELECTED, pressed } from './selection/selection.rules.ts';

export interface BrowserHandlerDeps {
  readonly state: DriveState;
  readonly api: DriveApi;
  readonly listing: ListingActions;
  readonly display: DisplayActions;
  readonly details: DetailsActions;
  readonly selectAll: SelectAllActions;
  readonly run: (action: DriveAction, rows: readonly DriveRow[]) => void;
  readonly ask: (dialog: DriveDialog | null) => void;
}

export function makeBrowserHandlers(deps: BrowserHandlerDeps): BrowserHandlers {
  const { state, api, listing, display, details, selectAll, run, ask } = deps;
  const rowOf = (id: string) => state.rows.value.find((row) => row.id === id);
  function runOne(action: DriveAction, id: string): void {
    const row = rowOf(id);
    if (row) run(action, [row]);
  }
  function clear(): void {
    selectAll.stop();
    state.selection.value = NOTHING_SELECTED;
  }
  return {
    openFolder: listing.openFolder,
    openFile: (id) => {
      const row = rowOf(id);
      // A file that is too far down in the listing to be loaded is read by its id.
      if (!row || (!row.folder && row.phase === 'PHASE_TYPE_COMPLETE' && state.place.value !== 'trash')) {
        state.previewed.value = id;
        return;
      }
      details.show([row], 'file');
      // The user does not wait for the event; an offline user has opened the file all the same.
      if (state.place.value !== 'trash') void api.recordEvent('TYPE_VIEW', id).catch(() => undefined);
    },
    press: (id, keys) => {
      selectAll.stop();
      const order = state.rows.value.map((row) => row.id);
      state.selection.value = pressed(state.selection.value, order, id, keys);
    },
    selectAll: (isOn) => {
      if (isOn && state.photoRows.value) return;
      if (isOn) void selectAll.all();
      else clear();
    },
    clear,
    openMenu: (id, place) => {
      if (!state.selection.value.ids.has(id)) state.selection.value = { ids: state.selection.value.ids, anchor: id };
      state.menu.value = { id, place };
    },
    sort: listing.sort,
    show: listing.show,
    narrow: listing.narrow,
    pinFolders: listing.pinFolders,
    shareChoice: display.shareChoice,
    setCompact: display.setCompact,
    showColumn: display.showColumn,
    lookAt: (id) => {
      state.at.value = id;
      listing.storePosition();
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
    copyLink: (id) => runOne('link', id),
    share: (id) => runOne('share', id),
    // While a long listing is being selected, the selection is not complete yet.
    act: (action) => state.selecting.value === null && run(action, state.selectedRows.value),
    rowAction: (id, action) => {
      const row = rowOf(id);
      const rows = state.selection.value.ids.has(id) ? state.selectedRows.value : row ? [row] : [];
      run(action === 'trash' && state.place.value === 'trash' ? 'delete' : action, rows);
    },
  };
}
