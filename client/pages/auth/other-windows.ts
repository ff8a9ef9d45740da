/** Reloads a page that shows data of a user when another window changes the session: the page belongs to the user of before. */
import { subscribeSession } from '#client/auth/index.ts';
import { forgetTab, storesOf } from '#client/browser-storage/personal.ts';

let isFollowing = false;

/** May be called repeatedly; listens once. A page without a form for signing out shows nothing of a user. */
export function followOtherWindows(page: Document): void {
  if (isFollowing) return;
  isFollowing = true;
  subscribeSession(({ kind }) => {
    if (kind === 'signed-out') forgetTab(storesOf(window));
    if (page.querySelector('form[action$="/auth/sign-out"]')) location.reload();
  }, 'others');
}
