/**
 * Script of the drive's frame: folds the sidebar to icons, and keeps a hidden header hidden on the next pages. Small, because every
 * page has it.
 */

/** Read by the server (shared/cookies.ts), so that the sidebar is drawn without a jump. The value is `narrow` or `full`. */
const SIDEBAR_COOKIE = 'pp_sidebar';
/** 365 days, as for the language. */
const SIDEBAR_COOKIE_SECONDS = 31_536_000;

/** Links to the pages that sell. */
const PLANS = '[data-shell] :is(a[href^="/drive/payment"]:not([href*="/orders"]), a[href$="/inapp/shop"])';

function switchSidebar(button: Element): void {
  const shell = button.closest<HTMLElement>('[data-shell]');
  if (!shell) return;
  const isNarrow = shell.dataset.sidebar !== 'narrow';
  if (isNarrow) shell.dataset.sidebar = 'narrow';
  else delete shell.dataset.sidebar;
  button.setAttribute('aria-pressed', String(isNarrow));
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${SIDEBAR_COOKIE}=${isNarrow ? 'narrow' : 'full'}; path=/; max-age=${SIDEBAR_COOKIE_SECONDS}; samesite=lax${secure}`;
}

export function watchShell(page: Document): void {
  page.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const fold = target?.closest('[data-sidebar-toggle]');
    if (fold) switchSidebar(fold);
    const link = target?.closest<HTMLAnchorElement>('[data-bare] :is(a[href^="/drive"], a[href^="/s/"])');
    const plans = target?.closest<HTMLAnchorElement>(PLANS);
    if (plans) void import('./jump-to-vip.ts').then((part) => part.jumpToVip(plans.pathname, window));
    if (link && !link.search.includes('hide_header=')) link.search += `${link.search ? '&' : '?'}hide_header=1`;
  });
}
