/**
 * The display mode record: how a person wants listings. Stored in a cookie and local storage by the browser, read by pages, and saved
 * among the settings of the account, so that it follows the person to other devices.
 * Beside it the choices for single folders, which count while the record says that a setting is not for all of them.
 * Source: spec section 3 "Display mode record", section 5 (view type), section 9 (default listing).
 */
import { DEFAULT_ORDER, LIST_ORDERS, type SortOrder, sortOrderOf } from './orders.ts';

/** The stored views; the two others of a listing are not stored. */
export type StoredView = 'list' | 'grid';

/** Columns of a list beside the name, in this order. */
export const LIST_COLUMNS = ['type', 'size', 'modified', 'shared'] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];

export interface DisplayMode {
  readonly orderType: SortOrder;
  readonly pinFoldersTop: boolean;
  /** One order for all folders; else each may have its own. */
  readonly orderSettingGlobal: boolean;
  readonly viewType: StoredView;
  /** One view for all folders; else each may have its own. */
  readonly viewSettingGlobal: boolean;
  /** Lower rows of a list, where a mouse is used. */
  readonly isCompact: boolean;
  readonly columns: readonly ListColumn[];
}

export const DEFAULT_DISPLAY: DisplayMode = Object.freeze<DisplayMode>({
  orderType: DEFAULT_ORDER,
  pinFoldersTop: true,
  orderSettingGlobal: true,
  viewType: 'grid',
  viewSettingGlobal: true,
  isCompact: false,
  columns: ['size', 'modified'],
});

/** How a visitor wants listings of shares: the same without the two flags for single folders. */
export type SharedDisplayMode = Pick<DisplayMode, 'orderType' | 'pinFoldersTop' | 'viewType'>;

/** Cookie and local storage key of the shared display mode; one for all shares in this browser. */
export const SHARED_DISPLAY_KEY = 'pp_shared_display_mode';

/**
 * Cookie and local storage key of the cover over small images in shares: `true` when this browser has hidden it. Until then no image of
 * a stranger's share is loaded.
 */
export const HIDDEN_COVER_KEY = 'pp_hidden_shared_content_cover';

/** The choice of a person for one folder. */
export interface FolderDisplay {
  /** Id of a folder, '' the root; `~` and a place for the others. */
  readonly key: string;
  readonly order?: SortOrder;
  readonly view?: StoredView;
}

/** 200: folders with a choice of their own that a browser remembers; the one chosen longest ago goes first. */
export const MAX_FOLDER_DISPLAYS = 200;
/** 12: the latest of them that travel in a cookie, about 40 bytes each, so that a page is right at once. */
export const COOKIE_FOLDER_DISPLAYS = 12;

/** Name of the account's setting that holds the record and the choices for single folders. */
export const DISPLAY_SETTING = 'drive.view';
/** 100: choices for single folders that are saved, about 50 characters each; a setting holds 8,192. */
const MAX_SAVED_FOLDERS = 100;

/** How a person wants listings on every device. */
export interface SavedDisplay {
  readonly record: DisplayMode;
  readonly folders: readonly FolderDisplay[];
}

/** Cookie and local storage key of a person's record. @param userId  '' is the record of this browser, for any user */
export function displayKey(userId: string): string {
  return userId === '' ? 'pp_display_mode' : `pp_display_mode_${userId}`;
}

/** Cookie and local storage key of a person's choices for single folders. */
export function folderDisplaysKey(userId: string): string {
  return `pp_display_folders_${userId}`;
}

/** An order stored by its value or by its name (`NAME_ASC`, `modifyTimeDescending`). */
function storedOrder(value: unknown): SortOrder | undefined {
  if (typeof value !== 'string') return undefined;
  const word = value
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace('modifytime', 'mod')
    .replace(/ending$/, '');
  return LIST_ORDERS.find((order) => order.replace('_', '') === word);
}

function storedColumns(value: unknown): readonly ListColumn[] {
  return Array.isArray(value) ? LIST_COLUMNS.filter((column) => value.includes(column)) : DEFAULT_DISPLAY.columns;
}

/** Whether anything was ever chosen in it: an empty record is none. */
export function hasDisplay(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
}

/** Reads any stored value; missing and invalid fields take the default. */
export function displayModeOf(value: unknown): DisplayMode {
  const record = hasDisplay(value) ? value : {};
  const flag = (key: string) => (typeof record[key] === 'boolean' ? record[key] : true);
  return {
    orderType: storedOrder(record['orderType']) ?? DEFAULT_ORDER,
    pinFoldersTop: flag('pinFoldersTop'),
    orderSettingGlobal: flag('orderSettingGlobal'),
    viewType: record['viewType'] === 'list' ? 'list' : 'grid',
    viewSettingGlobal: flag('viewSettingGlobal'),
    isCompact: record['isCompact'] === true,
    columns: storedColumns(record['columns']),
  };
}

/** Whether a record in a cookie was chosen on this device and is not saved yet: it counts before the saved one. */
export function isUnsavedDisplay(value: unknown): boolean {
  return hasDisplay(value) && value['isUnsaved'] === true;
}

/** Reads the setting as `settingOf` wrote it. */
export function savedDisplayOf(value: unknown): SavedDisplay | null {
  return hasDisplay(value) ? { record: displayModeOf(value), folders: folderDisplaysOf(value['folders']) } : null;
}

export function settingOf({ record, folders }: SavedDisplay) {
  return { ...record, folders: packFolders(folders.slice(0, MAX_SAVED_FOLDERS)) };
}

/** As `displayModeOf`, for shares. */
export function sharedDisplayOf(value: unknown): SharedDisplayMode {
  const { orderType, pinFoldersTop, viewType } = displayModeOf(value);
  // Only orders that an address can name: the pages of a share are links.
  return { orderType: sortOrderOf(orderType), pinFoldersTop, viewType };
}

/** Reads choices as `packFolders` wrote them, newest first; invalid ones are left out. */
export function folderDisplaysOf(value: unknown): FolderDisplay[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_FOLDER_DISPLAYS).flatMap((member: unknown) => {
    const [key, orderWord, view] = Array.isArray(member) ? (member as unknown[]) : [];
    if (typeof key !== 'string') return [];
    const order = storedOrder(orderWord);
    return [{ key, ...(order ? { order } : {}), ...(view === 'list' || view === 'grid' ? { view } : {}) }];
  });
}

export function packFolders(folders: readonly FolderDisplay[]): (readonly [string, string, string])[] {
  return folders.map(({ key, order, view }) => [key, order ?? '', view ?? '']);
}

/** How a listing is shown under the stored choices. */
export function displayOf(
  record: DisplayMode,
  folders: readonly FolderDisplay[],
  key: string,
): { readonly order: SortOrder; readonly view: StoredView } {
  const own = folders.find((folder) => folder.key === key);
  return {
    order: (record.orderSettingGlobal ? undefined : own?.order) ?? record.orderType,
    view: (record.viewSettingGlobal ? undefined : own?.view) ?? record.viewType,
  };
}
