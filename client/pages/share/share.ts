/**
 * Extra of the share page: opens files in the viewer, and loads the rest (start-share.ts) with the first touch. A press before
 * the rest is there waits for it.
 */
import '#client/pages.ts';
import { makeEvents } from '#client/api/events.ts';
import { onFirstTouch } from '#client/ui/first-touch.ts';
import { watchFiles } from './share-preview.ts';

/** Buttons and links that change how the list is shown; the choice is stored first. */
const TOOLS = '[data-shared-order], [data-shared-view], [data-shared-pin]';
/** Stored choices and passes of shares, by the starts of their names: a page that finds one tidies them at once. */
const STORED = /(^|; )pp_(share_|shared_display_mode|pass_code_)/;

const events = makeEvents();
const shareId = /^\/s\/([\w-]+)/.exec(location.pathname)?.[1] ?? '';
let starting: Promise<void> | undefined;
let isStarted = false;

function start(): Promise<void> {
  starting ??= import('./start-share.ts').then(({ startShare }) => {
    startShare(document, events, shareId);
    isStarted = true;
  });
  return starting;
}

/** A failure shows only where something was pressed. */
const startQuietly = () => void start().catch(() => undefined);

function hasStored(): boolean {
  try {
    return STORED.test(document.cookie) || localStorage.getItem('pp_shared_display_mode') !== null;
  } catch {
    return true;
  }
}

function save(form: HTMLFormElement): void {
  start().then(
    () => events.fire('restore-click', { shareId }),
    () => form.submit(),
  );
}

watchFiles(document, events);
onFirstTouch(document, startQuietly);
if (hasStored()) startQuietly();
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.hasAttribute('data-save-form') || event.defaultPrevented) return;
  event.preventDefault();
  save(form);
});
document.addEventListener('click', (event) => {
  const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>(TOOLS) : null;
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (isStarted || !pressed || !isPlain) return;
  event.preventDefault();
  const press = () => {
    isStarted = true;
    pressed.click();
  };
  start().then(press, press);
});
// Requested in this browser before signing in; the server marks the form once (worker/pages/share/pending-save.ts).
const waiting = document.querySelector<HTMLFormElement>('[data-save-form][data-save-now]');
if (waiting) save(waiting);
