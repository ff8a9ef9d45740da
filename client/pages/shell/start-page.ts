/**
 * All that a page without React does, but for what must be there with its first file (client/pages.ts). A late part is used as
 * `part.name()`: for a name in braces the bundler writes a wrapper into the first file.
 */
import { onFirstTouch } from '#client/ui/first-touch.ts';
import type { Hints } from '../site/platforms.ts';
import { watchUsage } from '../site/usage.ts';
import { watchBusy } from './busy.ts';
import { watchClicks } from './clicks.ts';
import { watchIntent } from './intent.ts';

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
  void import('../auth/forms.ts')
    .then((part) => part.watchForms(document))
    .catch(() => undefined)
    .then(() => {
      document.removeEventListener('submit', holdForm, true);
      then?.();
    });
}

/** Files were sent from this browser by a link that collects (collect/visit.ts). */
function hasVisits(): boolean {
  try {
    return localStorage.getItem('pp_collect_visits') !== null;
  } catch {
    return false;
  }
}

/** Scripts that only some pages need; called again after soft navigation (navigation/page-parts.ts). */
function wire(): void {
  // The page shows data of a user, whom another window may sign out. Islands follow that themselves.
  if (document.querySelector(`form[action$="${SIGN_OUT}"]`) && !document.querySelector('[data-island]'))
    void import('../auth/other-windows.ts').then((part) => part.followOtherWindows(document));
  if (hasVisits() && document.querySelector(`form[action$="${SIGN_OUT}"]`))
    void import('../collect/keep-visits.ts').then((part) => part.keepVisits(document, window, Date.now()));
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
    void import('../site/platforms.ts').then((part) =>
      part.showPlatform(document, navigator.userAgent, (navigator as { userAgentData?: Hints }).userAgentData),
    );
  if (
    document.querySelector(
      '[data-push], [data-collect], [data-send], [data-document-form], [data-try-hosts], [data-self-test]',
    )
  )
    void import('./rare-parts.ts').then((part) => part.watchRareParts(document));
  followFaq();
}

/** Opens the question that the hash names. */
function followFaq(): void {
  if (location.hash && document.querySelector('[data-faq]'))
    void import('../site/faq.ts').then((part) => part.followHash(document, location));
}

/** Starts it, once in a document. */
export function startPage(): void {
  watchClicks(document);
  watchBusy(document);
  watchIntent(document);
  watchUsage(document);
  wire();
  document.addEventListener('magpie:page', wire);
  addEventListener('hashchange', followFaq);
  // Few pages are framed; the server marks those whose parent gets messages.
  if ('frameParent' in document.documentElement.dataset)
    void import('#client/bridge/frame.ts').then((part) => part.watchWindow(window));
  // Few links open the login dialog.
  if (/[?&]action=(show_login|login_required|login_to_drive)(&|$)/.test(location.search))
    void import('../auth/show-login.ts').then((part) =>
      part.showLogin({ page: document, place: location, past: history, open: part.openLoginDialog }),
    );
  // The last step of choosing a language on entry (spec 2.1).
  if (document.cookie.includes('pp_locale_open='))
    void import('../shell/browser-language.ts').then((part) => part.askBrowser(document));
  // The files of the drive have a connection of their own. A short visit sends no request.
  if (document.querySelector('[data-bell]') && !document.querySelector('[data-island="drive/browser"]'))
    setTimeout(() => void import('../drive/bell.ts').then((part) => part.followUnread(document)), 10_000);
  // Pages with islands watch by themselves (entry.ts). A visit shorter than a minute sends no request.
  if (!document.querySelector('[data-island]'))
    setTimeout(
      () => void import('#client/navigation/build-notice.ts').then((part) => part.watchNewBuild(document)),
      60_000,
    );
}
