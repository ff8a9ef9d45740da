/** The list of files of a form: name, size, progress, and a button that takes the file out. Made of the page's template. */

export interface RowView {
  /** @param share  from 0 to 1 */
  progress(share: number): void;
  say(sentence: string): void;
  /** It is here: nothing is left to take out. */
  end(): void;
  remove(): void;
}

export interface RowOptions {
  readonly name: string;
  readonly size: string;
  readonly onRemove: () => void;
}

export function addRow(form: HTMLFormElement, { name, size, onRemove }: RowOptions): RowView {
  const template = form.querySelector<HTMLTemplateElement>('template[data-sending-row]');
  const list = form.querySelector('[data-sending-list]');
  const element = template?.content.firstElementChild?.cloneNode(true) as HTMLElement;
  const part = <E extends HTMLElement>(of: string) => element.querySelector(`[data-row-${of}]`) as E;
  const bar = part<HTMLProgressElement>('bar');
  const button = part<HTMLButtonElement>('remove');
  part('name').textContent = name;
  part('size').textContent = size;
  bar.setAttribute('aria-label', name);
  button.setAttribute('aria-label', `${button.title}: ${name}`);
  button.addEventListener('click', onRemove);
  list?.append(element);
  return {
    progress(share) {
      bar.hidden = false;
      bar.value = share;
    },
    say(sentence) {
      part('say').textContent = sentence;
    },
    end() {
      button.remove();
    },
    remove() {
      // The focus stays in the list, or goes back to the field.
      const beside = (element.nextElementSibling ?? element.previousElementSibling)?.querySelector('button');
      const hasFocus = element.contains(document.activeElement);
      element.remove();
      if (hasFocus) (beside ?? form.querySelector<HTMLElement>('input[type="file"]'))?.focus();
    },
  };
}
