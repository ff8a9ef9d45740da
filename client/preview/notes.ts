/** A short note over the content, with at most two actions. */
import { make, wordButton } from './element.ts';
import type { Answer } from './preview-types.ts';

const NOTE_MS = 6_000;

export interface Notes {
  show(text: string, ...actions: readonly { readonly label: string; readonly onPress: () => void }[]): void;
  /** Shows an answer, and then those of its acts. */
  answer(answer: Promise<Answer | null>): void;
  clear(): void;
}

export function makeNotes(container: HTMLElement): Notes {
  const element = make('div', { class: 'viewer-toast', role: 'status', hidden: true });
  container.append(element);
  let timer: ReturnType<typeof setTimeout> | undefined;
  function clear(): void {
    clearTimeout(timer);
    element.hidden = true;
    element.replaceChildren();
  }
  const show: Notes['show'] = (text, ...actions) => {
    clear();
    element.append(make('span', {}, text));
    for (const { label, onPress } of actions) {
      const button = wordButton(label, () => {
        clear();
        onPress();
      });
      button.classList.add('btn-sm');
      element.append(button);
    }
    element.hidden = false;
    timer = setTimeout(clear, NOTE_MS);
  };
  function answer(waited: Promise<Answer | null>): void {
    void waited.then((found) => {
      if (!found) return;
      const press = (run: () => Promise<Answer | null> | null) => () => answer(Promise.resolve(run()));
      show(found.text, ...found.acts.map(({ label, run }) => ({ label, onPress: press(run) })));
    });
  }
  return { clear, show, answer };
}
