/**
 * The page script of pages without React. Every page works without it. Stores only the chosen theme. No framework, no request.
 */

import { watchShell } from './pages/drive/drive-shell.ts';
import { dropPassCode } from './pages/share/pass-code.ts';
import { watchBusy } from './pages/shell/busy.ts';
import { watchChunks } from './pages/shell/chunks.ts';
import { watchClicks } from './pages/shell/clicks.ts';
import { watchIntent } from './pages/shell/intent.ts';
import { watchNetwork } from './pages/shell/network.ts';
import type { Hints } from './pages/site/platforms.ts';
import { watchUsage } from './pages/site/usage.ts';
import { onFirstTouch } from './ui/first-touch.ts';

/** `auth.sign-out` of the route table, which is too large for the start of every page. */
const SIGN_OUT = '/auth/sign-out';

/** Forms that are watched from the start: those that do not work without script. Others wait for the first touch of the page. */
const EARLY_FORMS = 'form[data-check-url], form[data-picture]';

/** Before the scripts of forms are here, signing out waits for them, which tell the other windows; so does a passkey, which they ask for. */
function holdForm(event: SubmitEvent): void {
  const { target } = event;
  if (!(target instanceof HTMLFormElement && target.matches(`form[action$="${SIGN_OUT}"], form[data-passkey]`))) return;
  event.preventDefault();
  loadForms(() => target.requestSubmit());
}

function loadForms(then?: () => void): void {
  void import('./pages/auth/forms.ts')
    .then(({ watchForms }) => watchForms(document))
    .catch(() => undefined)
    .then(() => {
      document.removeEventListener('submit', holdForm, true);
      then?.();
    });
}

/** Scripts that only some pages need; called again after soft navigation (navigation/page-parts.ts). */
function wire(): void {
  // The page shows data of a user, whom another window may sign out. Islands follow that themselves.
  if (document.querySelector(`form[action$="${SIGN_OUT}"]`) && !document.querySelector('[data-island]'))
    void import('./pages/auth/other-windows.ts').then(({ followOtherWindows }) => followOtherWindows(document));
  // A search form needs no human check and no session.
  if (document.querySelector('form:not(search *)')) {
    document.addEventListener('submit', holdForm, true);
    if (document.querySelector(EARLY_FORMS)) loadForms();
    else onFirstTouch(document, () => loadForms());
  }
  // The guard `disable-mobile-platform-card-anchor`: on phones and tablets the platform cards have no link.
  if (/Mobi|Android|iP(hone|[ao]d)/.test(navigator.userAgent))
    for (const card of document.querySelectorAll('a[data-platform-card]')) card.removeAttribute('href');
  if (document.querySelector('[data-platform]'))
    void import('./pages/site/platforms.ts').then(({ showPlatform }) =>
      showPlatform(document, navigator.userAgent, (navigator as { userAgentData?: Hints }).userAgentData),
    );
  followFaq();
}

/** Opens the question that the hash names. */
function followFaq(): void {
  if (location.hash && document.querySelector('[data-faq]'))
    void import('./pages/site/faq.ts').then(({ followHash }) => followHash(document, location));
}

dropPassCode(location, history);
watchClicks(document);
watchShell(document);
watchBusy(document);
watchNetwork(window);
watchChunks(window);
watchIntent(document);
watchUsage(document);
wire();
document.addEventListener('magpie:page', wire);
addEventListener('hashchange', followFaq);
// Few pages are framed; the server marks those whose parent gets messages.
if ('frameParent' in document.documentElement.dataset)
  void import('./bridge/frame.ts').then(({ watchWindow }) => watchWindow(window));
// Few links open the login dialog.
if (/[?&]action=(show_login|login_required|login_to_drive)(&|$)/.test(location.search))
  void import('./pages/auth/show-login.ts').then(({ openLoginDialog, showLogin }) =>
    showLogin({ page: document, place: location, past: history, open: openLoginDialog }),
  );
// The last step of choosing a language on entry (spec 2.1).
if (document.cookie.includes('pp_locale_open='))
  void import('./pages/shell/browser-language.ts').then(({ askBrowser }) => askBrowser(document));
// Pages with islands watch by themselves (entry.ts). A visit shorter than a minute sends no request.
if (!document.querySelector('[data-island]'))
  setTimeout(
    () => void import('./navigation/build-notice.ts').then(({ watchNewBuild }) => watchNewBuild(document)),
    60_000,
  );
if (document.querySelector('[data-self-test]'))
  void import('./pages/site/self-test.ts').then(({ runSelfTest }) => runSelfTest(document));
