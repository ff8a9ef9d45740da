/** A short note over the content, with at most one action. */
import { make, wordButton } from './element.ts';

const NOTE_MS = 6_000;

export interface Notes {
  show(text: string, action?: { readonly label: string; readonly onPress: () => void }): void;
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
  return {
    clear,
    show(text, action) {
      clear();
      element.append(make('span', {}, text));
      if (action) {
        const button = wordButton(action.label, () => {
          clear();
          action.onPress();
        });
        button.classList.add('btn-sm');
        element.append(button);
      }
      element.hidden = false;
      timer = setTimeout(clear, NOTE_MS);
    },
  };
}
