/**
 * The display mode record: how a person wants listings. Stored in a cookie and local storage by the browser, read by pages.
 * Source: spec section 3 "Display mode record", section 5 (view type), section 9 (default listing).
 */
import { DEFAULT_ORDER, SORT_ORDERS, type SortOrder } from './model.ts';

export interface DisplayMode {
  readonly orderType: SortOrder;
  readonly pinFoldersTop: boolean;
  readonly orderSettingGlobal: boolean;
  readonly viewType: 'list' | 'grid';
  readonly viewSettingGlobal: boolean;
}

export const DEFAULT_DISPLAY: DisplayMode = Object.freeze({
  orderType: DEFAULT_ORDER,
  pinFoldersTop: true,
  orderSettingGlobal: true,
  viewType: 'grid',
  viewSettingGlobal: true,
});

/** Cookie and local storage key of the record. */
export const DISPLAY_COOKIE = 'pp_display_mode';

/** Reads any stored value; what is missing or wrong takes the default. */
export function displayModeOf(value: unknown): DisplayMode {
  const record = value && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  const flag = (key: string) => (typeof record[key] === 'boolean' ? record[key] : true);
  return {
    orderType: SORT_ORDERS.find((order) => order === record['orderType']) ?? DEFAULT_ORDER,
    pinFoldersTop: flag('pinFoldersTop'),
    orderSettingGlobal: flag('orderSettingGlobal'),
    viewType: record['viewType'] === 'list' ? 'list' : 'grid',
    viewSettingGlobal: flag('viewSettingGlobal'),
  };
}
