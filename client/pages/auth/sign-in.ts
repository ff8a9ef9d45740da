/**
 * Extras of the pages on the way in. Each of them works without: this counts down, strips a pasted code, tells of Caps
 * Lock, keeps the login scene and the time zone, and ends the way. Reads nothing but marks in the document.
 */
import { makeCookieJar } from '#client/browser-storage/cookies.ts';
import { makeLocalStore } from '#client/browser-storage/local.ts';
import { LOGIN_PURPOSE } from '#client/browser-storage/login-purpose-key.ts';
import { storeTimeZone } from '#client/browser-storage/time-zone.ts';
import { finishSignIn } from './arrived.ts';
import { enhance, watchFields } from './fields.ts';
import { storeLoginPurpose } from './login-purpose.ts';

storeLoginPurpose(new URL(location.href), (scene) => makeLocalStore(() => localStorage).set(LOGIN_PURPOSE, scene));
storeTimeZone(makeCookieJar(document), Intl.DateTimeFormat().resolvedOptions().timeZone);
watchFields(document);
enhance(document);
finishSignIn({
  page: document,
  isPopup: opener !== null,
  close: () => close(),
  go: (address) =>
    void import('#client/navigation/go.ts').then(({ goTo }) =>
      goTo(address, { origin: location.origin, load: (place) => location.replace(place) }),
    ),
});
