/**
 * Keeps the form of an operators' document and its JSON in step. The server makes both from what is typed, as it does without
 * script; here the answer replaces the fields in place. Nothing is saved by it.
 */

import { loadDocument } from '#client/navigation/load-document.ts';

const FORM = 'form[data-document-form]';
const FIELDS = '[data-fields]';
const TEXT = 'form[data-document-text]';
/** A pause in typing. */
const PAUSE_MS = 500;

const fieldsIn = (page: ParentNode): HTMLElement | null => page.querySelector(`${FORM} ${FIELDS}`);
const textIn = (page: ParentNode): HTMLTextAreaElement | null => page.querySelector(`${TEXT} textarea`);

/** The page that the server makes of a form; null for none. */
async function ask(form: HTMLFormElement, act: string): Promise<Document | null> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value);
  body.set('act', act);
  const { fresh } = await loadDocument(form.action, body);
  return fresh?.querySelector(TEXT) ? fresh : null;
}

export function watchDocumentForm(page: Document): void {
  /** Grows with each change that the person makes. An answer to an earlier state would take letters away. */
  let edits = 0;
  let timer: number | undefined;
  let isActing = false;
  /** The browser sends the form itself. */
  let isPlain = false;

  function takeText(shown: Document): void {
    const [old, fresh] = [textIn(page), textIn(shown)];
    if (old && fresh) old.value = fresh.defaultValue;
  }

  function takeFields(shown: Document): void {
    const [old, fresh] = [fieldsIn(page), fieldsIn(shown)];
    if (!old || !fresh) return;
    const open = new Set([...old.querySelectorAll('details[open]')].map(placeOf));
    old.replaceWith(fresh);
    for (const fold of fresh.querySelectorAll('details')) if (open.has(placeOf(fold))) fold.open = true;
  }

  /** A button of the form, or a choice that has other fields. Letters that are typed before the answer are sent with the act again. */
  async function change(form: HTMLFormElement, act: string): Promise<void> {
    if (isActing) return;
    isActing = true;
    window.clearTimeout(timer);
    const pressed = page.activeElement;
    let shown: Document | null;
    let asked: number;
    do {
      asked = edits;
      shown = await ask(form, act);
    } while (shown && asked !== edits);
    isActing = false;
    if (!shown) {
      // The server did not answer with the page.
      isPlain = true;
      const button = page.createElement('button');
      Object.assign(button, { type: 'submit', name: 'act', value: act, hidden: true });
      form.append(button);
      form.requestSubmit(button);
      return;
    }
    const focused = page.activeElement;
    takeFields(shown);
    takeText(shown);
    // A person who has gone to another field types on there.
    const changed = focused === pressed ? fieldsIn(page)?.querySelector<HTMLElement>('[autofocus]') : null;
    if (changed) changed.focus();
    else returnTo(focused);
  }

  /** To the field in the place of one that was replaced. */
  function returnTo(old: Element | null): void {
    const field = old?.isConnected ? null : page.getElementById(old?.id ?? '');
    field?.focus();
    const isText = (one: Element | null) => one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement;
    if (isText(field) && isText(old) && old.selectionStart !== null)
      field.setSelectionRange(old.selectionStart, old.selectionEnd);
  }

  page.addEventListener('submit', (event) => {
    const { target, submitter } = event;
    if (!(target instanceof HTMLFormElement && target.matches(FORM) && submitter instanceof HTMLButtonElement)) return;
    if (isPlain || !submitter.value.includes(' ')) return;
    event.preventDefault();
    void change(target, submitter.value);
  });

  page.addEventListener('change', ({ target }) => {
    const form = target instanceof HTMLSelectElement && target.matches(`${FORM} [data-reshow]`) ? target.form : null;
    if (form) void change(form, 'show');
  });

  page.addEventListener('input', ({ target }) => {
    const form = target instanceof HTMLElement ? target.closest<HTMLFormElement>(`${FORM}, ${TEXT}`) : null;
    if (!form || (target instanceof HTMLInputElement && target.name === 'note')) return;
    edits += 1;
    const own = edits;
    window.clearTimeout(timer);
    if (isActing) return;
    timer = window.setTimeout(() => void show(form, own), PAUSE_MS);
  });

  async function show(form: HTMLFormElement, own: number): Promise<void> {
    const shown = await ask(form, 'show');
    if (!shown || isActing || own !== edits) return;
    if (form.matches(TEXT)) takeFields(shown);
    else takeText(shown);
  }
}

/** Names a fold by the first field in it. */
function placeOf(fold: Element): string {
  return fold.querySelector('[name]')?.getAttribute('name') ?? '';
}
