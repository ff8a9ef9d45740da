/**
 * UI of a hand-off: a note while it waits, a dialog for a question or a failure. Built from elements and texts; no markup is
 * parsed, so texts of a counterpart or an account name cannot inject any.
 */
import { openModal } from '#client/ui/open-modal.ts';

export interface DialogQuestion {
  readonly title: string;
  /** One paragraph each. */
  readonly text: readonly string[];
  /** Label of the button that agrees; null for a message without a choice. */
  readonly yes: string | null;
  readonly no: string;
}

export interface BridgeScreen {
  /** @returns false for Escape and the other button */
  ask(question: DialogQuestion): Promise<boolean>;
  /** Shows a note while a hand-off waits. @returns removes the note */
  wait(text: string, cancel: string, onCancel: () => void): () => void;
}

function element<K extends keyof HTMLElementTagNameMap>(
  page: Document,
  tag: K,
  className: string,
  text?: string,
): HTMLElementTagNameMap[K] {
  const made = page.createElement(tag);
  made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function button(page: Document, look: string, text: string, onPress: () => void): HTMLButtonElement {
  const made = element(page, 'button', `btn ${look}`, text);
  made.type = 'button';
  made.addEventListener('click', onPress);
  return made;
}

function paragraphsOf(page: Document, text: readonly string[]): HTMLElement {
  const body = element(page, 'div', 'grid gap-4');
  body.id = 'bridge-text';
  body.append(...text.map((each) => element(page, 'p', '', each)));
  return body;
}

export function makeBridgeScreen(page: Document): BridgeScreen {
  return {
    ask({ title, text, yes, no }) {
      return new Promise((resolve) => {
        const dialog = element(page, 'dialog', 'dialog');
        const sheet = element(page, 'div', 'grid gap-4 p-5 sm:p-6');
        const heading = element(page, 'h2', 'text-lg', title);
        heading.id = 'bridge-title';
        dialog.setAttribute('aria-labelledby', heading.id);
        dialog.setAttribute('aria-describedby', 'bridge-text');
        const end = (answer: boolean): void => {
          dialog.close();
          dialog.remove();
          resolve(answer);
        };
        const buttons = element(page, 'div', 'flex flex-wrap justify-end gap-3 pt-2');
        // The safe button is first, so that it has the focus and Enter presses it.
        buttons.append(button(page, 'btn-quiet', no, () => end(false)));
        if (yes !== null) buttons.append(button(page, 'btn-primary', yes, () => end(true)));
        dialog.addEventListener('cancel', (event) => {
          event.preventDefault();
          end(false);
        });
        sheet.append(heading, paragraphsOf(page, text), buttons);
        dialog.append(sheet);
        page.body.append(dialog);
        openModal(dialog);
      });
    },
    wait(text, cancel, onCancel) {
      const place = element(page, 'div', 'toasts');
      const note = element(page, 'div', 'toast');
      note.setAttribute('role', 'status');
      note.append(element(page, 'span', '', text), button(page, 'btn-plain btn-sm', cancel, onCancel));
      place.append(note);
      page.body.append(place);
      return () => place.remove();
    },
  };
}
