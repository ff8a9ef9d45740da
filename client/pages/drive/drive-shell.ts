/** Script of the drive's frame: folds the sidebar to icons, and keeps a hidden header hidden on the next pages. */
import { SIDEBAR_COOKIE, writeCookie, YEAR_SECONDS } from '#shared/cookies.ts';

/** Links to the pages that sell. */
const PLANS = 'a[href^="/drive/payment"]:not([href*="/orders"]), a[href$="/inapp/shop"]';

/** The choice is a cookie, so that the server renders it without a jump. */
function switchSidebar(button: Element): void {
  const shell = button.closest<HTMLElement>('[data-shell]');
  if (!shell) return;
  const isNarrow = shell.dataset.sidebar !== 'narrow';
  if (isNarrow) shell.dataset.sidebar = 'narrow';
  else delete shell.dataset.sidebar;
  button.setAttribute('aria-pressed', String(isNarrow));
  const secure = location.protocol === 'https:';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = writeCookie(SIDEBAR_COOKIE, isNarrow ? 'narrow' : 'full', {
    maxAgeSeconds: YEAR_SECONDS,
    sameSite: 'lax',
    secure,
  });
}

/** Listens once, also when soft navigation calls it again. */
export function watchShell(page: Document): void {
  if (page.documentElement.dataset.shellWatched) return;
  page.documentElement.dataset.shellWatched = 'true';
  page.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const fold = target?.closest('[data-sidebar-toggle]');
    if (fold) switchSidebar(fold);
    const link = target?.closest<HTMLAnchorElement>('[data-bare] :is(a[href^="/drive"], a[href^="/s/"])');
    const plans = target?.closest<HTMLAnchorElement>(PLANS);
    if (plans) void import('./jump-to-vip.ts').then(({ jumpToVip }) => jumpToVip(plans.pathname, window));
    if (link && !link.search.includes('hide_header=')) link.search += `${link.search ? '&' : '?'}hide_header=1`;
  });
}
