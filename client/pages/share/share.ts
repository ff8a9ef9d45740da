/**
 * Extra of the share page: opens files in the viewer, and saves without leaving it. Posts the same form and takes the block `data-save` from the answer.
 * Anything unexpected falls back to the plain form. Stores the display mode of shares; deletes passes of older shares.
 */
import { makeEvents } from '#client/api/events.ts';
import { setBusy } from '../shell/busy.ts';
import { cleanPassCookies } from './pass-cookies.ts';
import { makeSharedDisplayStore, watchSharedDisplay } from './share-display.ts';
import { watchFiles } from './share-preview.ts';

/** Past this the plain form is no better: a slow save has been taken and shows in the drive. */
const SAVE_TIMEOUT_MS = 20_000;

const events = makeEvents();
const shareId = /^\/s\/([\w-]+)/.exec(location.pathname)?.[1] ?? '';

showProgress(document);
watchSave(document);
watchFiles(document, events);
cleanPassCookies(document, location.pathname);
watchSharedDisplay(
  document,
  makeSharedDisplayStore(document, () => localStorage),
  () => location.reload(),
);

/** UI of a save: the form is busy until its status is known, then the block of the status gets the focus. */
function showProgress(page: Document): void {
  const form = () => page.querySelector<HTMLFormElement>('[data-save-form]');
  events.on('restore-saving', () => {
    const saving = form();
    if (saving) setBusy(saving, true);
  });
  events.on('restore-status', () => {
    const saving = form();
    if (saving) setBusy(saving, false);
    const block = page.querySelector<HTMLElement>('[data-save]');
    if (!block) return;
    block.tabIndex = -1;
    block.focus({ preventScroll: true });
  });
}

function watchSave(page: Document): void {
  page.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.hasAttribute('data-save-form') || event.defaultPrevented) return;
    event.preventDefault();
    events.fire('restore-click', { shareId });
  });
  events.on('restore-click', () => {
    const form = page.querySelector<HTMLFormElement>('[data-save-form]');
    if (!form) return;
    events.fire('restore-saving', { shareId });
    post(form).then(
      (answer) => {
        if (!takeBlock(page, form, answer)) form.submit();
      },
      () => form.submit(),
    );
  });
  // Requested in this browser before signing in; the server marks the form once (worker/pages/share/pending-save.ts).
  if (page.querySelector('[data-save-form][data-save-now]')) events.fire('restore-click', { shareId });
}

interface Answer {
  page: Document | null;
  url: URL;
}

/** XMLHttpRequest parses an answer as an inert document; parsing text would need a Trusted Types policy. */
function post(form: HTMLFormElement): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', form.action);
    request.responseType = 'document';
    request.timeout = SAVE_TIMEOUT_MS;
    request.onload = () => resolve({ page: request.responseXML, url: new URL(request.responseURL) });
    request.onerror = reject;
    request.ontimeout = reject;
    request.send(new URLSearchParams(new FormData(form) as unknown as URLSearchParams));
  });
}

/** Opens the login dialog, then the sign-in page, from which the server returns here. @param way  the sign-in page */
async function signInHere(page: Document, form: HTMLFormElement, way: URL): Promise<void> {
  const { makeLoginDialog } = await import('../auth/login-dialog.ts');
  const isIn = await makeLoginDialog(page).open(way.searchParams.get('scene') ?? '');
  setBusy(form, false);
  if (!isIn) return;
  const { goTo } = await import('#client/navigation/go.ts');
  const load = (place: string) => location.assign(place);
  if (!goTo(way.searchParams.get('next') ?? '', { origin: way.origin, load })) location.assign(way);
}

/** @returns false when the answer is not this page with its block */
function takeBlock(page: Document, form: HTMLFormElement, answer: Answer): boolean {
  const here = new URL(form.action);
  if (answer.url.origin === here.origin && answer.url.pathname !== here.pathname) {
    signInHere(page, form, answer.url).catch(() => location.assign(answer.url));
    return true;
  }
  const fresh = answer.page?.querySelector<HTMLElement>('[data-save]');
  const block = form.closest('[data-save]');
  if (!fresh || !block) return false;
  block.replaceWith(page.adoptNode(fresh));
  events.fire('restore-status', { shareId, status: fresh.dataset.restoreStatus ?? 'RESTORE_UNKNOWN' });
  return true;
}
