/**
 * The display mode record: how a person wants listings. Stored in a cookie and local storage by the browser, read by pages.
 * Beside it the choices for single folders, which count while the record says that a setting is not for all of them.
 * Source: spec section 3 "Display mode record", section 5 (view type), section 9 (default listing).
 */
import { DEFAULT_ORDER, LIST_ORDERS, type SortOrder, sortOrderOf } from './orders.ts';

/** The stored views; the two others of a listing are not stored. */
export type StoredView = 'list' | 'grid';

export interface DisplayMode {
  readonly orderType: SortOrder;
  readonly pinFoldersTop: boolean;
  /** One order for all folders; else each may have its own. */
  readonly orderSettingGlobal: boolean;
  readonly viewType: StoredView;
  /** One view for all folders; else each may have its own. */
  readonly viewSettingGlobal: boolean;
}

export const DEFAULT_DISPLAY: DisplayMode = Object.freeze({
  orderType: DEFAULT_ORDER,
  pinFoldersTop: true,
  orderSettingGlobal: true,
  viewType: 'grid',
  viewSettingGlobal: true,
});

/** How a visitor wants listings of shares: the same without the two flags for single folders. */
export type SharedDisplayMode = Omit<DisplayMode, 'orderSettingGlobal' | 'viewSettingGlobal'>;

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

/** Whether anything was ever chosen in it: an empty record is none. */
export function hasDisplay(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
}

/** Reads any stored value; what is missing or wrong takes the default. */
export function displayModeOf(value: unknown): DisplayMode {
  const record = hasDisplay(value) ? value : {};
  const flag = (key: string) => (typeof record[key] === 'boolean' ? record[key] : true);
  return {
    orderType: storedOrder(record['orderType']) ?? DEFAULT_ORDER,
    pinFoldersTop: flag('pinFoldersTop'),
    orderSettingGlobal: flag('orderSettingGlobal'),
    viewType: record['viewType'] === 'list' ? 'list' : 'grid',
    viewSettingGlobal: flag('viewSettingGlobal'),
  };
}

/** As `displayModeOf`, for shares. */
export function sharedDisplayOf(value: unknown): SharedDisplayMode {
  const { orderType, pinFoldersTop, viewType } = displayModeOf(value);
  // Only orders that an address can name: the pages of a share are links.
  return { orderType: sortOrderOf(orderType), pinFoldersTop, viewType };
}

/** Reads choices as `packFolders` wrote them, newest first; what is wrong is left out. */
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

/** How a listing is shown by what was chosen. */
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
