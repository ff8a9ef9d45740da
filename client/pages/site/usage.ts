/**
 * Loads the counting and the note (usage-count.ts) only when due: at once after a yes, after the first touch of a first visit, or when
 * the line of the footer is pressed. Small, because every page has it.
 */

/** `allow_analysis` of the specification; the same as in client/browser-storage/local-keys.ts. */
const KEY = 'allow_analysis';

const bring = () => import('./usage-count.ts');

function choice(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Without storage there is no note and no count.
    return '0';
  }
}

export function watchUsage(page: Document): void {
  if (!page.querySelector('[data-usage]')) return;
  const stored = choice();
  if (stored === '1') void bring().then(({ startCounting }) => startCounting(page));
  if (stored === null)
    page.addEventListener('pointerup', () => void bring().then(({ askAtRest }) => askAtRest(page)), { once: true });
  page.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-usage-open]'))
      void bring().then(({ openNote }) => openNote(page));
  });
}
