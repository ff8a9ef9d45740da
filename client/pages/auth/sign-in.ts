/**
 * Extras of the sign-in pages, which work without them: countdown, cleaned codes, Caps Lock hint, stored login purpose and time
 * zone, the end of the sign-in. Reads only marks in the document.
 */
import '#client/pages.ts';
import { makeCookieJar } from '#client/browser-storage/cookies.ts';
import { makeLocalStore } from '#client/browser-storage/local.ts';
import { LOGIN_PURPOSE } from '#client/browser-storage/login-purpose-key.ts';
import { storeTimeZone } from '#client/browser-storage/time-zone.ts';
import { finishSignIn } from './arrived.ts';
import { enhance, watchFields } from './fields.ts';
import { storeLoginPurpose } from './login-purpose.ts';

storeLoginPurpose(new URL(location.href), (purpose) => makeLocalStore(() => localStorage).set(LOGIN_PURPOSE, purpose));
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
