/**
 * Code of a touched share page: saves without leaving the page, stores the display mode of shares, deletes passes of older shares.
 * A save posts the same form and takes the block `data-save` from the answer; anything unexpected falls back to the plain form.
 */
import type { EventHub } from '#client/api/events.ts';
import { setBusy } from '../shell/busy.ts';
import { cleanPassCookies } from './pass-cookies.ts';
import { makeSharedDisplayStore, watchSharedDisplay } from './share-display.ts';

/** Past this the plain form is no better: a slow save has been taken and shows in the drive. */
const SAVE_TIMEOUT_MS = 20_000;

/** Starts it, once. @param shareId  of the address */
export function startShare(page: Document, events: EventHub, shareId: string): void {
  showProgress(page, events);
  answerSave(page, events, shareId);
  cleanPassCookies(page, location.pathname);
  watchSharedDisplay(
    page,
    makeSharedDisplayStore(page, () => localStorage),
    () => location.reload(),
  );
}

/** UI of a save: the form is busy until its status is known, then the block of the status gets the focus. */
function showProgress(page: Document, events: EventHub): void {
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

function answerSave(page: Document, events: EventHub, shareId: string): void {
  events.on('restore-click', () => {
    const form = page.querySelector<HTMLFormElement>('[data-save-form]');
    if (!form) return;
    events.fire('restore-saving', { shareId });
    post(form).then(
      (answer) => {
        const status = takeBlock(page, form, answer);
        if (status === null) form.submit();
        else if (status !== '') events.fire('restore-status', { shareId, status });
      },
      () => form.submit(),
    );
  });
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

/** @returns the status of the save; '' while the visitor signs in; null when the answer is not this page with its block */
function takeBlock(page: Document, form: HTMLFormElement, answer: Answer): string | null {
  const here = new URL(form.action);
  if (answer.url.origin === here.origin && answer.url.pathname !== here.pathname) {
    signInHere(page, form, answer.url).catch(() => location.assign(answer.url));
    return '';
  }
  const fresh = answer.page?.querySelector<HTMLElement>('[data-save]');
  const block = form.closest('[data-save]');
  if (!fresh || !block) return null;
  block.replaceWith(page.adoptNode(fresh));
  return fresh.dataset['restoreStatus'] ?? 'RESTORE_UNKNOWN';
}
