/**
 * First file of the share page: loads the rest (share-page.ts) with the first touch, or at once where the page does something by
 * itself. A press before the rest is there waits for it; where the rest does not load, links and forms work as they are.
 */
import { onFirstTouch } from '#client/ui/first-touch.ts';
import { watchChunks } from '../shell/chunks.ts';
import { watchNetwork } from '../shell/network.ts';
import { dropPassCode } from './pass-code.ts';

/** Buttons and links that the rest answers. Other links, menus and forms are the browser's own. */
const ANSWERED = 'button[type="button"]:not([popovertarget]), a[data-bytes], [data-shared-order], [data-shared-view]';
/** In the document: a save that waited for signing in, a human check, a page in a frame. */
const MARKS = '[data-save-now], [data-check-url], [data-frame-parent]';
/** In the address: a file that the viewer shows, a dialog that it asks for. */
const ASKED = /[?&](preview|action)=/;
/** In cookies, by the starts of their names: stored choices and passes of shares, and a language to be confirmed. */
const STORED = /(^|; )pp_(share_|shared_display_mode|pass_code_|locale_open)/;
/** In local storage: choices for shares. */
const DISPLAY = 'pp_shared_display_mode';
/** In local storage: files that were saved before. */
const SAVED = 'pp_saved_file_ids';
/** In local storage: visits may be counted. */
const MAY_COUNT = 'allow_analysis';

let isHolding = true;
let starting: Promise<void> | undefined;

/** Never rejects: watchChunks reports a failed load, and the next press tries again. */
function start(): Promise<void> {
  starting ??= import('./share-page.ts').then(
    ({ startSharePage }) => {
      isHolding = false;
      startSharePage();
    },
    () => {
      starting = undefined;
    },
  );
  return starting;
}

function isDue(): boolean {
  if (ASKED.test(location.search) || STORED.test(document.cookie) || document.querySelector(MARKS)) return true;
  try {
    const has = (name: string) => localStorage.getItem(name) !== null;
    return has(DISPLAY) || has(SAVED) || localStorage.getItem(MAY_COUNT) === '1';
  } catch {
    return true;
  }
}

/** Presses again when the rest is there, or will not come. */
async function pressLater(press: () => void): Promise<void> {
  await start();
  const wasHolding = isHolding;
  isHolding = false;
  press();
  isHolding = wasHolding;
}

dropPassCode(location, history);
watchNetwork(window);
watchChunks(window);
document.addEventListener('click', (event) => {
  const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>(ANSWERED) : null;
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!isHolding || !pressed || !isPlain) return;
  event.preventDefault();
  void pressLater(() => pressed.click());
});
document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (!isHolding || !(form instanceof HTMLFormElement) || !form.hasAttribute('data-save-form')) return;
  if (submitter?.getAttribute('value') === 'zip') return;
  event.preventDefault();
  void pressLater(() => form.requestSubmit(submitter));
});
if (isDue()) void start();
else onFirstTouch(document, () => void start());
