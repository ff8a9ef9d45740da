/**
 * Code of a touched share page: saves without leaving the page, stores the display mode of shares, deletes passes of older shares.
 * A save posts the same form and takes the block `data-save` from the answer; anything unexpected falls back to the plain form.
 */
import type { EventHub } from '#client/api/events.ts';
import { restoreStatusOf } from '#shared/share/restore-status.ts';
import { setBusy } from '../shell/busy.ts';
import { cleanPassCookies } from './pass-cookies.ts';
import { makeSharedDisplayStore, watchSharedDisplay } from './share-display.ts';

/** Past this the plain form is no better: a slow save has been taken and shows in the drive. */
const SAVE_TIMEOUT_MS = 20_000;

/** A form of the block `data-save`, and the button that sent it. */
interface Sent {
  readonly form: HTMLFormElement;
  readonly submitter: HTMLElement | null;
}

/** Starts it, once. @param shareId  of the address */
export function startShare(page: Document, events: EventHub, shareId: string): void {
  showProgress(page, events);
  answerForms(page, events, shareId);
  cleanPassCookies(page, location.pathname);
  watchSharedDisplay(
    page,
    makeSharedDisplayStore(page, () => localStorage),
    () => location.reload(),
  );
}

/** The block of the save is busy until its status is known, then the block of the status gets the focus. */
function showProgress(page: Document, events: EventHub): void {
  const blockNow = () => page.querySelector<HTMLElement>('[data-save]');
  events.on('restore-saving', () => blockNow()?.setAttribute('aria-busy', 'true'));
  events.on('restore-status', () => {
    const block = blockNow();
    if (!block) return;
    block.tabIndex = -1;
    block.focus({ preventScroll: true });
  });
}

function intentOf({ form, submitter }: Sent): string {
  return submitter?.getAttribute('value') ?? form.querySelector<HTMLInputElement>('[name="intent"]')?.value ?? '';
}

function answerForms(page: Document, events: EventHub, shareId: string): void {
  let asked: Sent | null = null;
  let sending: HTMLFormElement | null = null;
  const answer = (sent: Sent): void => {
    const { form, submitter } = sent;
    const isSave = intentOf(sent) === 'save';
    sending = form;
    submitter?.setAttribute('aria-busy', 'true');
    if (isSave) events.fire('restore-saving', { shareId });
    post(sent).then(
      (got) => {
        sending = null;
        const status = takeBlock(page, sent, got);
        if (status === null) sendPlainly(sent);
        // A plan and an undo have no status of a save, but their block gets the focus as well.
        else if (status !== '') events.fire('restore-status', { shareId, status });
        if (status && intentOf(sent) === 'undo') events.fire('restore-undone', { shareId });
      },
      () => sendPlainly(sent),
    );
  };
  events.on('restore-click', () => {
    if (asked) answer(asked);
  });
  page.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || !form.hasAttribute('data-save-form') || event.defaultPrevented) return;
    const sent = { form, submitter };
    const intent = intentOf(sent);
    if (intent === 'zip') return;
    event.preventDefault();
    if (sending) return;
    asked = sent;
    if (intent === 'save') events.fire('restore-click', { shareId });
    else answer(sent);
  });
}

/** As a browser without script sends it. */
function sendPlainly({ form, submitter }: Sent): void {
  if (submitter instanceof HTMLButtonElement && submitter.name !== '') {
    const field = form.ownerDocument.createElement('input');
    Object.assign(field, { type: 'hidden', name: submitter.name, value: submitter.value });
    form.append(field);
  }
  form.submit();
}

interface Answer {
  page: Document | null;
  url: URL;
}

/** XMLHttpRequest parses an answer as an inert document; parsing text would need a Trusted Types policy. */
function post({ form, submitter }: Sent): Promise<Answer> {
  const fields = new FormData(form);
  if (submitter instanceof HTMLButtonElement && submitter.name !== '') fields.set(submitter.name, submitter.value);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', form.action);
    request.setRequestHeader('accept-language', form.ownerDocument.documentElement.lang);
    request.responseType = 'document';
    request.timeout = SAVE_TIMEOUT_MS;
    request.onload = () => resolve({ page: request.responseXML, url: new URL(request.responseURL) });
    request.onerror = reject;
    request.ontimeout = reject;
    request.send(new URLSearchParams(fields as unknown as URLSearchParams));
  });
}

/** Opens the login dialog, then the sign-in page, from which the server returns here. @param way  the sign-in page */
async function signInHere(page: Document, form: HTMLFormElement, way: URL): Promise<void> {
  const { makeLoginDialog } = await import('../auth/login-dialog.ts');
  const isIn = await makeLoginDialog(page).open(way.searchParams.get('scene') ?? '');
  if (form.hasAttribute('data-guard')) setBusy(form, false);
  for (const button of page.querySelectorAll('[data-save][aria-busy], [data-save] [aria-busy]'))
    button.removeAttribute('aria-busy');
  if (!isIn) return;
  const { goTo } = await import('#client/navigation/go.ts');
  const load = (place: string) => location.assign(place);
  if (!goTo(way.searchParams.get('next') ?? '', { origin: way.origin, load })) location.assign(way);
}

/** @returns the status of the save; '' while the visitor signs in; null when the answer is not this page with its block */
function takeBlock(page: Document, { form, submitter }: Sent, answer: Answer): string | null {
  const here = new URL(form.action);
  if (answer.url.origin === here.origin && answer.url.pathname !== here.pathname) {
    signInHere(page, form, answer.url).catch(() => location.assign(answer.url));
    return '';
  }
  const fresh = answer.page?.querySelector<HTMLElement>('[data-save]');
  const block = page.querySelector('[data-save]');
  if (!fresh || !block) return null;
  submitter?.removeAttribute('aria-busy');
  block.replaceWith(page.adoptNode(fresh));
  return restoreStatusOf(fresh.dataset['restoreStatus'] ?? '');
}
