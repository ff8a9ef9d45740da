/** The menu of encodings: the guess first, then all that a text may be read in. */
import { encodingLabel, encodingName } from '#shared/content/encoding/encoding-name.ts';
import { isTextEncoding, TEXT_ENCODINGS, type TextEncoding } from '#shared/content/encoding/encodings.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { make } from '../element.ts';

export interface EncodingMenu {
  readonly element: HTMLElement;
  /** The guess is known. */
  detected(encoding: TextEncoding): void;
}

/**
 * @param chosen  null: the guess counts
 * @param onChoose  null: back to the guess
 */
export function makeEncodingMenu(
  { t, locale }: Pick<Translator, 't' | 'locale'>,
  chosen: TextEncoding | null,
  onChoose: (encoding: TextEncoding | null) => void,
): EncodingMenu {
  const guess = make('option', { value: '' }, t('preview.encoding_guess'));
  const options = TEXT_ENCODINGS.map((encoding) =>
    make('option', { value: encoding }, encodingLabel(encoding, locale)),
  );
  const select = make('select', { class: 'viewer-select viewer-encoding', 'data-encoding': true }, guess, ...options);
  select.value = chosen ?? '';
  select.addEventListener('change', () => onChoose(isTextEncoding(select.value) ? select.value : null));
  return {
    element: make('label', { class: 'viewer-choice' }, make('span', {}, t('preview.encoding')), select),
    detected(encoding) {
      guess.textContent = t('preview.encoding_detected', { name: encodingName(encoding) });
    },
  };
}
