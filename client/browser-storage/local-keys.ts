/**
 * Entries of local storage: name and parser. Those of pages with islands are in page-keys.ts. No secret is stored. Each has a
 * writer and a reader (scripts/check/rules/stored-keys.ts). Left out: docs/decisions/0002-left-out-of-the-specification.md.
 */
import { fieldsOf, flag, list, text } from './key-kinds.ts';

export type { LocalKey } from './key-kinds.ts';
export { captchaKey, credentialsKey } from './page-keys.ts';

export const LOCAL = {
  /** The path of the folder the user last opened. */
  navigationFolders: list('pp_navigation_folders', (value) => {
    const { id, name } = fieldsOf(value);
    return typeof id === 'string' && typeof name === 'string' ? { id, name } : null;
  }),
  /** The file that the viewer showed last on this device. */
  previewFileId: text('pp_preview_file_id'),
  /** Size of the tiles of pictures by time on this device, from 0. */
  photoSize: text('pp_photo_size'),
  newUser: flag('pp_new_user'),
  allowAnalysis: flag('allow_analysis'),
  deviceId: text('deviceid'),
  /** Shows the block button of the debug console (spec 2.9). Set by hand. */
  debug: flag('pp_debug'),
  /** Five clicks no longer open the debug console. */
  debugBlocked: flag('pp_debug_blocked'),
} as const;
