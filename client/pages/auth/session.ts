/** Signs out by script. After a failure the form posts without script. */
import { signOut } from '#client/auth/index.ts';
import { storesOf } from '#client/browser-storage/personal.ts';
import { ROUTES } from '#shared/routes.ts';
import { setBusy } from '../shell/busy.ts';

function isSignOut(form: EventTarget | null): form is HTMLFormElement {
  return form instanceof HTMLFormElement && new URL(form.action).pathname === ROUTES['auth.sign-out'];
}

export function watchSession(page: Document): void {
  page.addEventListener('submit', (event) => {
    const form = event.target;
    if (!isSignOut(form) || event.defaultPrevented) return;
    event.preventDefault();
    setBusy(form, true);
    void signOut({
      fetch: (...call) => fetch(...call),
      locale: page.documentElement.lang,
      stores: storesOf(window),
      place: location,
      past: history,
    }).then((isOut) => {
      if (isOut) location.assign(ROUTES['auth.sign-in']);
      else form.submit();
    });
  });
}
