/**
 * Order and view of listings: one for all folders, or one for each.
 * Order and view of an address apply until the user chooses others; `single` and `flow` are never stored. Choices are saved in the
 * account a moment later, for the person's other devices.
 */
import { batch } from '@preact/signals-react';
import {
  DEFAULT_DISPLAY,
  type DisplayMode,
  displayOf,
  type FolderDisplay,
  LIST_COLUMNS,
  type ListColumn,
  MAX_FOLDER_DISPLAYS,
  type SavedDisplay,
  type StoredView,
} from '#shared/drive/display.ts';
import type { SortOrder } from '#shared/drive/orders.ts';
import { displayKeyOfListing } from '#shared/drive/places.ts';
import { isLarge, type ViewType } from '#shared/islands.ts';
import type { BrowserApi } from '../browser-api.ts';
import type { DriveState } from '../drive.state.ts';

export interface DisplayActions {
  /** After the first rendering: reads this browser's record. @returns whether the rows must be loaded again */
  settle(): boolean;
  /** Applies the stored settings to the open listing. */
  apply(): void;
  chooseOrder(order: SortOrder): void;
  /** Null leaves the preview for the stored view. */
  chooseView(view: ViewType | null): void;
  pinFolders(isOn: boolean): void;
  setCompact(isOn: boolean): void;
  /** Shows a column of the list, or hides it. */
  showColumn(column: ListColumn, isOn: boolean): void;
  /** One order or view for all folders, or one for each. */
  shareChoice(what: 'order' | 'view', isOn: boolean): void;
}

/** Several choices in a row are saved by one call; a page that is left before sends them from the next. */
const SAVE_AFTER_MS = 800;

/** @param save  stores the choices in the account */
export function makeDisplayActions(
  state: DriveState,
  browser: BrowserApi,
  save: (display: SavedDisplay) => Promise<unknown>,
): DisplayActions {
  let record: DisplayMode = DEFAULT_DISPLAY;
  let folders: readonly FolderDisplay[] = [];
  /** Order and view of the address. */
  let asked: { order?: SortOrder; view?: StoredView } = {};

  let cancelSave: () => void = () => undefined;

  const key = () => displayKeyOfListing({ place: state.place.value, folderId: state.folderId.value });
  const here = () => ({ ...displayOf(record, folders, key()), ...asked });

  function show(): void {
    batch(() => {
      state.foldersFirst.value = record.pinFoldersTop;
      state.isOrderGlobal.value = record.orderSettingGlobal;
      state.isViewGlobal.value = record.viewSettingGlobal;
      state.isCompact.value = record.isCompact;
      state.columns.value = record.columns;
    });
  }

  function saveSoon(): void {
    cancelSave();
    cancelSave = browser.after(SAVE_AFTER_MS, () => {
      const sent = { record, folders };
      save(sent).then(
        () => {
          if (record === sent.record && folders === sent.folders) browser.writeDisplay(record, false);
        },
        // It stays marked as unsaved, and the next page sends it.
        () => undefined,
      );
    });
  }

  function keep(): void {
    browser.writeDisplay(record, true);
    saveSoon();
  }

  function store(change: Partial<DisplayMode>): void {
    record = { ...record, ...change };
    keep();
    show();
  }

  function storeHere(change: Partial<FolderDisplay>): void {
    const own = folders.find((folder) => folder.key === key());
    const others = folders.filter((folder) => folder !== own);
    folders = [{ ...own, ...change, key: key() }, ...others].slice(0, MAX_FOLDER_DISPLAYS);
    browser.writeFolderDisplays(folders);
    keep();
  }

  function apply(): void {
    const { order, view } = here();
    state.order.value = order;
    if (!isLarge(state.view.value)) state.view.value = view;
  }

  return {
    settle() {
      const { saved } = state;
      const stored = saved.value?.record ?? browser.readDisplay();
      record = stored ?? DEFAULT_DISPLAY;
      folders = saved.value?.folders ?? browser.readFolderDisplays();
      const isUnsaved = browser.isDisplayUnsaved();
      // Written back, so that a missing cookie is filled from local storage.
      if (stored) browser.writeDisplay(stored, isUnsaved && !saved.value);
      if (saved.value) browser.writeFolderDisplays(folders);
      else if (isUnsaved) saveSoon();
      const { order, view, foldersFirst } = state;
      const parameters = new URLSearchParams(browser.address().split('?')[1]);
      if (parameters.has('order')) asked = { order: order.value };
      if (parameters.has('view') && !isLarge(view.value)) asked = { ...asked, view: view.value };
      const [before, firstBefore] = [order.value, foldersFirst.value];
      apply();
      show();
      return order.value !== before || foldersFirst.value !== firstBefore;
    },
    apply,
    chooseOrder(order) {
      asked = { ...(asked.view ? { view: asked.view } : {}) };
      state.order.value = order;
      if (record.orderSettingGlobal) store({ orderType: order });
      else storeHere({ order });
    },
    chooseView(view) {
      if (view !== null && isLarge(view)) {
        state.view.value = view;
        return;
      }
      if (view === null) {
        state.view.value = here().view;
        return;
      }
      asked = { ...(asked.order ? { order: asked.order } : {}) };
      state.view.value = view;
      if (record.viewSettingGlobal) store({ viewType: view });
      else storeHere({ view });
    },
    pinFolders: (isOn) => store({ pinFoldersTop: isOn }),
    setCompact: (isOn) => store({ isCompact: isOn }),
    showColumn: (column, isOn) =>
      store({ columns: LIST_COLUMNS.filter((each) => (each === column ? isOn : record.columns.includes(each))) }),
    shareChoice(what, isOn) {
      // The current order or view becomes the one of all folders.
      if (what === 'order') store({ orderSettingGlobal: isOn, ...(isOn ? { orderType: state.order.value } : {}) });
      else store({ viewSettingGlobal: isOn, ...(isOn ? { viewType: here().view } : {}) });
    },
  };
}
