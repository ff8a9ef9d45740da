/** The login scene (spec section 3). By itself: a page on the way in keeps it at once, before it can be left, and loads little. */
import { text } from './key-kinds.ts';

export const LOGIN_SCENE = text('pp_login_scene');
