/**
 * The small script of pages without React. Everything it does is an extra: each page works without it.
 * Keeps nothing but the chosen theme. No framework, no request.
 */

import { dropPassCode } from './pages/share/pass-code.ts';
import { watchBusy } from './pages/shell/busy.ts';
import { watchChunks } from './pages/shell/chunks.ts';
import { watchClicks } from './pages/shell/clicks.ts';
import { watchIntent } from './pages/shell/intent.ts';
import { watchNetwork } from './pages/shell/network.ts';
import type { Hints } from './pages/site/platforms.ts';
import { watchUsage } from './pages/site/usage.ts';

/** What only some pages need; asked again when a page is shown without a new document (navigation/page-parts.ts). */
function wire(): void {
  // A search asks for no check and no session.
  if (document.querySelector('form:not(search *)'))
    void import('./pages/auth/forms.ts').then(({ watchForms }) => watchForms(document));
  // The guard `disable-mobile-platform-card-anchor`: on phones and tablets the cards of the first page lead nowhere.
  if (/Mobi|Android|iP(hone|[ao]d)/.test(navigator.userAgent))
    for (const card of document.querySelectorAll('a[data-platform-card]')) card.removeAttribute('href');
  if (document.querySelector('[data-platform]'))
    void import('./pages/site/platforms.ts').then(({ showPlatform }) =>
      showPlatform(document, navigator.userAgent, (navigator as { userAgentData?: Hints }).userAgentData),
    );
  if (document.querySelector('[data-shell]'))
    void import('./pages/drive/drive-shell.ts').then(({ watchShell }) => watchShell(document));
  followFaq();
}

/** An address with a hash asks for one of the questions. */
function followFaq(): void {
  if (location.hash && document.querySelector('[data-faq]'))
    void import('./pages/site/faq.ts').then(({ followHash }) => followHash(document, location));
}

dropPassCode(location, history);
watchClicks(document);
watchBusy(document);
watchNetwork(window);
watchChunks(window);
watchIntent(document);
watchUsage(document);
wire();
document.addEventListener('magpie:page', wire);
addEventListener('hashchange', followFaq);
// Hardly any page stands in a frame; the server has marked those whose parent may be told.
if ('frameParent' in document.documentElement.dataset)
  void import('./bridge/frame.ts').then(({ watchWindow }) => watchWindow(window));
// Hardly any link asks for signing in.
if (/[?&]action=(show_login|login_required|login_to_drive)(&|$)/.test(location.search))
  void import('./pages/auth/show-login.ts').then(({ openLoginDialog, showLogin }) =>
    showLogin({ page: document, place: location, past: history, open: openLoginDialog }),
  );
// The last step of choosing a language on entry (spec 2.1).
if (document.cookie.includes('pp_locale_open='))
  void import('./pages/shell/browser-language.ts').then(({ askBrowser }) => askBrowser(document));
// Pages with islands begin by themselves (entry.ts). A visit shorter than a minute asks for nothing.
if (!document.querySelector('[data-island]'))
  setTimeout(
    () => void import('./navigation/build-notice.ts').then(({ watchNewBuild }) => watchNewBuild(document)),
    60_000,
  );
if (document.querySelector('[data-self-test]'))
  void import('./pages/site/self-test.ts').then(({ runSelfTest }) => runSelfTest(document));
