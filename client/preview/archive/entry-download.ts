/** Downloads one entry of an archive, and asks for its password where it needs one. */
import { make } from '../element.ts';
import { PreviewError, problemOf } from '../preview-error.ts';
import type { Problem, ShowContext } from '../preview-types.ts';
import { problemSentence } from '../problem.ts';

/** @param isWrong  the last one was wrong. @param onPassword  called with what is typed */
export function passwordForm(
  { host }: Pick<ShowContext, 'host'>,
  isWrong: boolean,
  onPassword: (password: string) => void,
): { readonly form: HTMLFormElement; readonly field: HTMLInputElement } {
  const { t } = host.translator;
  const field = make('input', { type: 'password', class: 'input', autocomplete: 'off' });
  const form = make(
    'form',
    { class: 'viewer-password' },
    make('label', {}, t(isWrong ? 'preview.password_wrong' : 'preview.password'), field),
    make('button', { class: 'btn btn-primary' }, t('preview.password_open')),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    onPassword(field.value);
  });
  return { form, field };
}

export interface DownloadableEntry {
  readonly index: number;
  readonly name: string;
  readonly label: string;
}

/**
 * The name of a file in the listing: a button that downloads it where the page can.
 * @param listing  the password is asked for in its place, which comes back then
 */
export function entryName(
  context: ShowContext,
  listing: HTMLElement,
  { index, name, label }: DownloadableEntry,
  secret: { value: string },
): HTMLElement {
  const { host, item, note } = context;
  const { t } = host.translator;
  if (!host.archiveEntry || index < 0) return make('span', { class: 'viewer-path' }, label);
  const button = make(
    'button',
    { type: 'button', class: 'link viewer-path', 'aria-label': t('preview.archive.download', { name: label }) },
    label,
  );

  function ask(isWrong: boolean): void {
    const held = [...listing.childNodes];
    const { form, field } = passwordForm(context, isWrong, (password) => {
      secret.value = password;
      listing.replaceChildren(...held);
      button.focus();
      download();
    });
    listing.replaceChildren(form);
    field.focus();
  }

  function download(): void {
    button.disabled = true;
    host
      .archiveEntry?.(item, index, secret.value)
      .then((answer) => {
        if (answer === 'sent') note(t('preview.archive.downloading', { name }));
        else ask(answer === 'PASS_WORD_ERROR');
      })
      .catch((error: unknown) => note(sentenceOf(context, error)))
      .finally(() => {
        button.disabled = false;
      });
  }

  button.addEventListener('click', download);
  return button;
}

/** The viewer's own sentences for these say nothing about showing. */
const SAID: readonly Problem[] = ['offline', 'gone', 'closed', 'forbidden'];

/** A listing stays when one of its entries cannot be had. */
function sentenceOf({ host, item }: ShowContext, error: unknown): string {
  const isSaid = SAID.includes(problemOf(error)) || (error instanceof PreviewError && error.sentence !== '');
  return isSaid ? problemSentence({ host, item, error }) : host.translator.t('preview.archive.not_downloaded');
}
