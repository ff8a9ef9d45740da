/**
 * Every entry of local storage, in one table: its name and its parser. Keys of pages with islands are in page-keys.ts.
 * No secret is stored. Keys of the specification that are not here: docs/decisions/0002-unused-keys-of-the-specification.md.
 */
import { fieldsOf, flag, list, text } from './key-kinds.ts';
import { LOGIN_PURPOSE } from './login-purpose-key.ts';
import { DETAILS_PANEL, displayRecordKey, SERVER_VIEW_TYPE, SHARED_DISPLAY } from './page-keys.ts';

export type { LocalKey } from './key-kinds.ts';
export { captchaKey, credentialsKey } from './page-keys.ts';

export const LOCAL = {
  loginPurpose: LOGIN_PURPOSE,
  userId: text('pp_user_id'),
  /** The path of the folder the user last opened. */
  navigationFolders: list('pp_navigation_folders', (value) => {
    const { id, name } = fieldsOf(value);
    return typeof id === 'string' && typeof name === 'string' ? { id, name } : null;
  }),
  /** The file that the viewer showed last on this device. */
  previewFileId: text('pp_preview_file_id'),
  newUser: flag('pp_new_user'),
  displayMode: displayRecordKey(''),
  detailsPanel: DETAILS_PANEL,
  sharedDisplayMode: SHARED_DISPLAY,
  /** Any value except list and grid is read as grid (spec section 5). */
  serverViewType: SERVER_VIEW_TYPE,
  allowAnalysis: flag('allow_analysis'),
  deviceId: text('deviceid'),
  /** Shows the block button of the debug console (spec 2.9). Set by hand. */
  debug: flag('pp_debug'),
  /** Five clicks no longer open the debug console. */
  debugBlocked: flag('pp_debug_blocked'),
} as const;
