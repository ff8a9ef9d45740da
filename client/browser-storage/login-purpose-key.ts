/** Local storage key of the login purpose (spec section 3). A module of its own, so that sign-in pages load little else. */
import { text } from './key-kinds.ts';

export const LOGIN_PURPOSE = text('pp_login_scene');
