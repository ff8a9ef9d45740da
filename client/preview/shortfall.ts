/** One line above the content: the parts of a file that are not shown, and the way to all of it. */
import { make } from './element.ts';
import type { PreviewItem, ShowContext } from './preview-types.ts';

export interface Shortfall {
  /** For `Shown.less`; takes no place while nothing is missing. */
  readonly element: HTMLElement;
  /** Replaces what the same source has said. @param files  those to download, none where that does not help; the shown one where left out */
  tell(source: string, sentences: readonly string[], files?: readonly PreviewItem[]): void;
}

export function makeShortfall({ host, item }: Pick<ShowContext, 'host' | 'item'>): Shortfall {
  const text = make('span');
  const whole = make('button', { type: 'button', class: 'link' }, host.translator.t('preview.whole'));
  const said = new Map<string, { readonly sentences: readonly string[]; readonly files: readonly PreviewItem[] }>();
  whole.addEventListener('click', () => {
    const files = new Set(
      [...said.values()].filter(({ sentences }) => sentences.length > 0).flatMap((one) => one.files),
    );
    for (const file of files) host.download(file);
  });
  const element = make('div', { class: 'viewer-shortfall', role: 'status', hidden: true }, text, whole);
  return {
    element,
    tell(source, sentences, files = [item]) {
      said.set(source, { sentences, files });
      const all = [...said.values()].flatMap((one) => one.sentences);
      text.textContent = all.join(' ');
      element.hidden = all.length === 0;
      whole.hidden = ![...said.values()].some((one) => one.sentences.length > 0 && one.files.length > 0);
    },
  };
}
