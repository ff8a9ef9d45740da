/** Reloads a page that shows data of a user when another window changes the session: the page belongs to the user of before. */
import { subscribeSession } from '#client/auth/index.ts';

let isFollowing = false;

/** May be called repeatedly; listens once. A page without a form for signing out shows nothing of a user. */
export function followOtherWindows(page: Document): void {
  if (isFollowing) return;
  isFollowing = true;
  subscribeSession(({ kind }) => {
    const reload = (): void => {
      if (page.querySelector('form[action$="/auth/sign-out"]')) location.reload();
    };
    if (kind === 'signed-out') void forgetPerson().finally(reload);
    else reload();
  }, 'others');
}

async function forgetPerson(): Promise<void> {
  const { forgetTab, storesOf } = await import('#client/browser-storage/personal.ts');
  forgetTab(storesOf(window));
}
