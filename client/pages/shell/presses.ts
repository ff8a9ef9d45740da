/**
 * Answers presses of the page: theme, menus, copy, print, password reveal, the sidebar, the five quick clicks of the debug console.
 * Loaded with the first touch (clicks.ts).
 */
import { switchTheme } from './theme.ts';

/** Time a button shows "copied". */
const COPIED_MS = 2_000;
/** Five clicks, each within 200 ms of the one before (spec section 9). */
const QUICK_CLICKS = 5;
const QUICK_MS = 200;

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

let quick = 0;
let lastMs = 0;

export function answerClick(page: Document, event: MouseEvent): void {
  quick = event.timeStamp - lastMs <= QUICK_MS ? quick + 1 : 1;
  lastMs = event.timeStamp;
  if (quick === QUICK_CLICKS) void import('./console.ts').then((part) => part.openDebugConsole(page));
  const target = event.target instanceof Element ? event.target : null;
  closeMenus(page, target);
  if (!target) return;
  if (target.closest('[data-theme-toggle]')) switchTheme(page.documentElement);
  const reveal = target.closest<HTMLElement>('[data-reveal]');
  if (reveal) revealPassword(page, reveal);
  const copy = target.closest<HTMLElement>('[data-copy]');
  if (copy) void copyText(copy);
  if (target.closest('[data-print]')) print();
  const fold = target.closest('[data-sidebar-toggle]');
  if (fold) switchSidebar(fold);
  const plans = target.closest<HTMLAnchorElement>(PLANS);
  if (plans) void import('../drive/jump-to-vip.ts').then((part) => part.jumpToVip(plans.pathname, window));
}

/** The Escape key. */
export function leaveMenu(page: Document): void {
  const open = page.querySelector<HTMLDetailsElement>('details[data-menu][open]');
  if (!open) return;
  open.open = false;
  open.querySelector('summary')?.focus();
}

function closeMenus(page: Document, target: Element | null): void {
  for (const menu of page.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')) {
    if (!target || !menu.contains(target)) menu.open = false;
  }
}

function revealPassword(page: Document, button: HTMLElement): void {
  const input = page.getElementById(button.dataset.reveal ?? '');
  if (!(input instanceof HTMLInputElement)) return;
  const show = input.type === 'password';
  input.type = show ? 'text' : 'password';
  button.setAttribute('aria-pressed', String(show));
}

/** `data-copy` is the text, `data-copied` the label shown for a moment afterwards. */
async function copyText(button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(button.dataset.copy ?? '');
  } catch {
    // Refused by the browser: the user can select the text.
    return;
  }
  const word = button.querySelector('span:last-child');
  if (!word || !button.dataset.copied) return;
  const before = word.textContent;
  word.textContent = button.dataset.copied;
  delete button.dataset.copied;
  setTimeout(() => {
    button.dataset.copied = word.textContent ?? '';
    word.textContent = before;
  }, COPIED_MS);
}
