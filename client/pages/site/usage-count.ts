/**
 * The choice about usage counts, and the counting. Without a choice nothing is counted; the note asks once. A count has an event
 * name and the path of the page without query; no cookie and no id (shared/ops/event.contract.ts). The marketing
 * source of the visit is stored for the order that may follow (attribution.ts).
 */
import { countEvent, mayCount } from '#client/api/count-event.ts';
import { makeLocalStore } from '#client/browser-storage/local.ts';
import { LOCAL } from '#client/browser-storage/local-keys.ts';
import { ROUTES } from '#shared/routes.ts';
import { forgetAttribution, storeAttribution } from './attribution.ts';

const store = () => makeLocalStore(() => localStorage);

let isCounting = false;

/** Counts this opening, and the pages that follow it without a new document. */
export function startCounting(page: Document): void {
  if (isCounting) return;
  isCounting = true;
  storeAttribution(page, location, Date.now());
  let shown = '';
  const countView = (): void => {
    if (!mayCount() || location.pathname === shown) return;
    shown = location.pathname;
    countEvent('page_view', shown);
  };
  countView();
  if ('navigation' in window) navigation.addEventListener('navigatesuccess', countView);
  page.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.pathname === ROUTES['auth.sign-in'] && link.origin === location.origin)
      countEvent('sign_in', location.pathname);
  });
}

function noteOf(page: Document): HTMLElement | null {
  return page.querySelector<HTMLElement>('[data-usage]');
}

/** Shows the note, whatever was chosen before. */
export function openNote(page: Document): void {
  const note = noteOf(page);
  if (!note) return;
  const chosen = mayCount() ? '1' : '0';
  for (const button of note.querySelectorAll<HTMLElement>('[data-usage-choice]')) {
    button.setAttribute('aria-pressed', String(button.dataset.usageChoice === chosen));
    button.onclick = () => {
      store().set(LOCAL.allowAnalysis, button.dataset.usageChoice === '1');
      note.hidden = true;
      if (mayCount()) startCounting(page);
      else forgetAttribution(page);
    };
  }
  note.hidden = false;
}

/** Waits after a press, so that the note never appears under a finger or on a page that is being left. */
const REST_MS = 400;

/** Shows the note after a while without a press. */
export function askAtRest(page: Document): void {
  const listening = new AbortController();
  const { signal } = listening;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      listening.abort();
      askOnce(page);
    }, REST_MS);
  };
  page.addEventListener('pointerdown', () => clearTimeout(timer), { signal });
  page.addEventListener('pointerup', wait, { signal });
  page.addEventListener('pointercancel', wait, { signal });
  wait();
}

/** Asks on the first visit only; no answer counts as no. */
function askOnce(page: Document): void {
  // The page of a form that sends files is left to them: the next page asks.
  if (page.querySelector('[data-sending-list]')) return;
  if (store().get(LOCAL.allowAnalysis) !== null || !store().set(LOCAL.allowAnalysis, false)) return;
  openNote(page);
}
