/**
 * Dialog of the human check (spec 2.7): 320 by 430, with the page of the check in a frame. Loaded at first use; no framework.
 * The token is read from the frame's own address and from nowhere else, and only when that is our `/loading` with the state
 * that was
 * sent (trust.md, hazard 2).
 */

import { openModal } from '#client/ui/open-modal.ts';
import { href } from '#shared/routes.ts';
import { readCheckMessage } from '#shared/shield/messages.ts';
import { type PassedCheck, readPassed } from '#shared/shield/redirect.ts';

export interface HumanCheckOptions {
  /** Our own origin: the check starts there and returns to it. */
  readonly origin: string;
  readonly signal?: AbortSignal | undefined;
  /** Names of dialog and close button. Default: those of the check's page. */
  readonly texts?: { readonly title: string; readonly close: string };
}

/** `cancelled`: closed by the user. `captcha_invalid`: the returned address is no answer to this check. */
export class HumanCheckError extends Error {
  readonly errorName: 'cancelled' | 'captcha_invalid';
  constructor(errorName: 'cancelled' | 'captcha_invalid') {
    super(errorName);
    this.name = 'HumanCheckError';
    this.errorName = errorName;
  }
}

/** Parent of the dialog, when the page has one. */
const CONTAINER_ID = 'shield-app';
const CROSS = 'M6 6l12 12M18 6L6 18';
const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param url  the address of `captcha/init`
 * @throws HumanCheckError; the signal's reason when it is aborted
 */
export function openHumanCheck(url: string, options: HumanCheckOptions): Promise<PassedCheck> {
  const { origin, signal, texts } = options;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const state = crypto.randomUUID();
    const address = new URL(url, origin);
    // Only our own page is framed: another page would appear under our name.
    if (address.origin !== origin || address.pathname !== href('shield.check')) {
      reject(new HumanCheckError('captcha_invalid'));
      return;
    }
    address.searchParams.set('redirect_uri', origin + href('shield.loading'));
    address.searchParams.set('state', state);

    const before = document.activeElement;
    const { dialog, frame, close } = build(texts);
    const end = (done: () => void): void => {
      removeEventListener('message', hear);
      signal?.removeEventListener('abort', stop);
      dialog.remove();
      if (before instanceof HTMLElement) before.focus();
      done();
    };
    const cancel = () => end(() => reject(new HumanCheckError('cancelled')));
    const stop = () => end(() => reject(signal?.reason));

    function hear(event: MessageEvent): void {
      if (event.source !== frame.contentWindow || event.origin !== origin) return;
      const message = readCheckMessage(event.data);
      if (message?.type === 'close') cancel();
      if (message?.type === 'responsive-layout') resize(dialog, message);
    }

    frame.addEventListener('load', () => {
      const inside = insideOf(frame);
      if (!inside) return;
      const passed = readPassed(inside.location.href, origin, state);
      if (passed) end(() => resolve(passed));
      else if (inside.location.pathname === href('shield.loading'))
        end(() => reject(new HumanCheckError('captcha_invalid')));
      else if (!texts && inside.title !== '') nameBy(inside, dialog, close);
    });
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      cancel();
    });
    close.addEventListener('click', cancel);
    signal?.addEventListener('abort', stop, { once: true });
    addEventListener('message', hear);

    frame.src = address.href;
    (document.getElementById(CONTAINER_ID) ?? document.body).append(dialog);
    openModal(dialog);
    frame.focus();
  });
}

function build(texts: HumanCheckOptions['texts']) {
  const dialog = document.createElement('dialog');
  dialog.className = 'human-check';
  dialog.setAttribute('aria-label', texts?.title ?? '…');
  const close = document.createElement('button');
  close.type = 'button';
  close.setAttribute('aria-label', texts?.close ?? '×');
  const icon = document.createElementNS(SVG, 'svg');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', CROSS);
  icon.append(path);
  close.append(icon);
  const frame = document.createElement('iframe');
  frame.title = texts?.title ?? '…';
  dialog.append(close, frame);
  return { dialog, frame, close };
}

/** The document in the frame; null while it is of another origin. */
function insideOf(frame: HTMLIFrameElement): Document | null {
  try {
    return frame.contentDocument;
  } catch {
    return null;
  }
}

/** Title in the user's language, from the check's page: the page around it may have no text for it. */
function nameBy(inside: Document, dialog: HTMLElement, close: HTMLElement): void {
  const frame = dialog.querySelector('iframe');
  dialog.setAttribute('aria-label', inside.title);
  if (frame) frame.title = inside.title;
  const word = inside.querySelector<HTMLElement>('[data-close]')?.dataset['close'];
  if (word) close.setAttribute('aria-label', word);
}

/** Gives the content the height it asks for; if that exceeds the window, the dialog is as large as the window. */
function resize(dialog: HTMLElement, wanted: { width: number; height: number }): void {
  const isFull = wanted.width > innerWidth || wanted.height > innerHeight;
  dialog.toggleAttribute('data-full', isFull);
  dialog.style.setProperty('--check-width', `${Math.max(320, wanted.width)}px`);
  dialog.style.setProperty('--check-height', `${Math.max(430, wanted.height)}px`);
}
