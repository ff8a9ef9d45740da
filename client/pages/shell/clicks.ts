/** One click listener for the page: theme, menus, copy, print, password reveal, the five quick clicks of the debug console. */
import { switchTheme } from './theme.ts';

/** Time a button shows "copied". */
const COPIED_MS = 2_000;
/** Five clicks, each within 200 ms of the one before (spec section 9). */
const QUICK_CLICKS = 5;
const QUICK_MS = 200;

export function watchClicks(page: Document): void {
  let quick = 0;
  let lastMs = 0;
  page.addEventListener('click', (event) => {
    quick = event.timeStamp - lastMs <= QUICK_MS ? quick + 1 : 1;
    lastMs = event.timeStamp;
    if (quick === QUICK_CLICKS) void import('./console.ts').then((part) => part.openDebugConsole(page));
    const target = event.target instanceof Element ? event.target : null;
    closeMenus(page, target);
    if (target?.closest('[data-theme-toggle]')) switchTheme(page.documentElement);
    const reveal = target?.closest<HTMLElement>('[data-reveal]');
    if (reveal) revealPassword(page, reveal);
    const copy = target?.closest<HTMLElement>('[data-copy]');
    if (copy) void copyText(copy);
    if (target?.closest('[data-print]')) print();
  });
  page.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    const open = page.querySelector<HTMLDetailsElement>('details[data-menu][open]');
    if (!open) return;
    open.open = false;
    open.querySelector('summary')?.focus();
  });
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
