/** One line above the content: the parts of a file that are not shown, and the way to all of it. */
import { make } from './element.ts';
import type { ShowContext } from './preview-types.ts';

export interface Shortfall {
  /** For `Shown.less`; takes no place while nothing is missing. */
  readonly element: HTMLElement;
  /** Replaces what the same source has said. */
  tell(source: string, sentences: readonly string[]): void;
}

export function makeShortfall({ host, item }: Pick<ShowContext, 'host' | 'item'>): Shortfall {
  const text = make('span');
  const whole = make('button', { type: 'button', class: 'link' }, host.translator.t('preview.whole'));
  whole.addEventListener('click', () => host.download(item));
  const element = make('div', { class: 'viewer-shortfall', role: 'status', hidden: true }, text, whole);
  const said = new Map<string, readonly string[]>();
  return {
    element,
    tell(source, sentences) {
      said.set(source, sentences);
      const all = [...said.values()].flat();
      text.textContent = all.join(' ');
      element.hidden = all.length === 0;
    },
  };
}
