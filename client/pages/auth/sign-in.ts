/**
 * Extras of the sign-in pages, which work without them: countdown, codes out of pasted texts, Caps Lock hint, stored time zone,
 * the end of the sign-in. Reads only marks in the document.
 */
import '#client/pages.ts';
import { makeCookieJar } from '#client/browser-storage/cookies.ts';
import { storeTimeZone } from '#client/browser-storage/time-zone.ts';
import { SIGNED_OUT_COOKIE } from '#shared/cookies.ts';
import { finishSignIn } from './arrived.ts';
import { enhance, watchFields } from './fields.ts';

storeTimeZone(makeCookieJar(document), Intl.DateTimeFormat().resolvedOptions().timeZone);
if (document.cookie.includes(`${SIGNED_OUT_COOKIE}=`))
  void import('#client/browser-storage/personal.ts').then((part) => part.finishSignOut(part.storesOf(window)));
watchFields(document);
// The field has the focus: the first touch may be the paste.
if (document.querySelector('[data-code]')) void import('./pasted.ts').then((part) => part.watchPasted(document));
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
