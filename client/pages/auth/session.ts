/** Signing out without a reload in between, and following what other tabs do. The form posts by itself when anything fails. */
import { hearSession } from '#client/auth/session/session-channel.ts';
import { signOut } from '#client/auth/session/sign-out.ts';
import { ROUTES } from '#shared/routes.ts';
import { setBusy } from '../shell/busy.ts';

/** The client that our own pages are. */
const WEB_CLIENT = 'web';

function isSignOut(form: EventTarget | null): form is HTMLFormElement {
  return form instanceof HTMLFormElement && new URL(form.action).pathname === ROUTES['auth.sign-out'];
}

/** A page with a way out shows somebody's things. */
function showsPerson(page: Document): boolean {
  return [...page.forms].some(isSignOut);
}

export function watchSession(page: Document): void {
  page.addEventListener('submit', (event) => {
    const form = event.target;
    if (!isSignOut(form) || event.defaultPrevented) return;
    event.preventDefault();
    setBusy(form, true);
    void signOut({
      fetch: (input, init) => fetch(input, init),
      page,
      storage: () => localStorage,
      databases: () => indexedDB,
      place: location,
      past: history,
      clientId: WEB_CLIENT,
    }).then((isOut) => {
      if (isOut) location.assign(ROUTES['auth.sign-in']);
      else form.submit();
    });
  });
  // Whoever is signed in now, this page was made for the one before.
  hearSession(() => {
    if (showsPerson(page)) location.reload();
  });
}
