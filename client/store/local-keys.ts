/**
 * Every entry of local storage, in one table: its name and how its text is read. Those that pages with islands use are in page-keys.ts.
 * Nothing secret is kept. Source: spec sections 3 ("Local storage keys") and 5.
 */
import { type DisplayMode, displayModeOf } from '#shared/drive/display.ts';
import { MAX_REFERERS, type Referer } from '#shared/site/arrival.ts';
import {
  countOf,
  dateOf,
  fieldsOf,
  flag,
  json,
  type LocalKey,
  list,
  MAX_LIST,
  record,
  text,
  textOf,
  word,
} from './key-kinds.ts';
import { DETAILS_PANEL, displayRecordKey, SERVER_VIEW_TYPE } from './page-keys.ts';
import { LOGIN_SCENE } from './scene-key.ts';

export type { LocalKey } from './key-kinds.ts';
export { captchaKey, credentialsKey } from './page-keys.ts';

/** What a visitor wanted to save before signing in. Continues for the same share only, until it ends (trust.md hazard 7). */
export interface RestoreRequest {
  readonly shareId: string;
  readonly fileIds: readonly string[];
  readonly expiresAtMs: number;
}

export type SharedDisplayMode = Omit<DisplayMode, 'orderSettingGlobal' | 'viewSettingGlobal'>;

function sharedDisplayOf(value: unknown): SharedDisplayMode {
  const { orderType, pinFoldersTop, viewType } = displayModeOf(value);
  return { orderType, pinFoldersTop, viewType };
}

export const LOCAL = {
  loginScene: LOGIN_SCENE,
  locale: text('pp_locale'),
  /** Answer of the last region check. */
  accessToVisit: flag('pp_access_to_visit'),
  previewFileId: text('pp_preview_file_id'),
  savedFileIds: list('pp_saved_file_ids', textOf),
  userId: text('pp_user_id'),
  /** The way to the folder a person was last in. */
  navigationFolders: list('pp_navigation_folders', (value) => {
    const { id, name } = fieldsOf(value);
    return typeof id === 'string' && typeof name === 'string' ? { id, name } : null;
  }),
  /** Names of a hand-off under way: client, redirect, scope, state, scene. */
  oauthInfo: record<Readonly<Record<string, string>>>(
    'pp_oauth_info',
    (fields) =>
      Object.fromEntries(
        Object.entries(fields).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
      ),
    (value) => value,
  ),
  /** Share whose save goes on after sign-in. */
  restoreContinue: text('pp_restore_continue'),
  restoreToDrive: word('pp_restore_to_drive', ['success', 'init', 'toget'], null),
  restoreBody: record<RestoreRequest>(
    'pp_restore_body',
    ({ share_id, file_ids, expires_at }) => {
      const [shareId, expiresAtMs] = [textOf(share_id), dateOf(expires_at)];
      if (shareId === null || expiresAtMs === null || !Array.isArray(file_ids)) return null;
      const fileIds = (file_ids as readonly unknown[]).map(textOf);
      return fileIds.length <= MAX_LIST && fileIds.every((id) => id !== null)
        ? { shareId, fileIds, expiresAtMs }
        : null;
    },
    ({ shareId, fileIds, expiresAtMs }) => ({
      share_id: shareId,
      file_ids: fileIds,
      expires_at: new Date(expiresAtMs).toISOString(),
    }),
  ),
  newUser: flag('pp_new_user'),
  refererList: list<Referer>(
    'pp_referer_list',
    (value) => {
      const { val, expired } = fieldsOf(value);
      const [host, expiredMs] = [textOf(val), countOf(expired)];
      return host === null || expiredMs === null ? null : { host, expiredMs };
    },
    ({ host, expiredMs }) => ({ val: host, expired: expiredMs }),
    MAX_REFERERS,
  ),
  freeDays: json('pp_free_days', countOf, (value) => value),
  hideLanguageChange: flag('pp_hide_language_change'),
  hiddenShareCover: flag('pp_hidden_shared_content_cover'),
  displayMode: displayRecordKey(''),
  detailsPanel: DETAILS_PANEL,
  sharedDisplayMode: record<SharedDisplayMode>('pp_shared_display_mode', sharedDisplayOf, sharedDisplayOf),
  /** Anything but list and grid is grid (spec section 5). */
  serverViewType: SERVER_VIEW_TYPE,
  allowAnalysis: flag('allow_analysis'),
  deviceId: text('deviceid'),
  /** Shows the block button of the debug console (spec 2.9). Set by hand. */
  debug: flag('pp_debug'),
  /** Five clicks open nothing here any more. */
  debugBlocked: flag('pp_debug_blocked'),
} as const;

/** A visitor's pass for one share; ends with the cookie of the same name. */
export function sharePassTokenKey(shareId: string): LocalKey<string> {
  return text(`pp_share_pass_code_token_${shareId}`);
}

/** The passcode a person typed for one share, to be shown again. */
export function sharePassCodeKey(shareId: string): LocalKey<string> {
  return text(`pp_share_password_code_${shareId}`);
}
