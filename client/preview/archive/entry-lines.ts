/** Files in the listing of an archive: each is opened in the viewer where it can be, and downloaded, with its password where it needs one. */
import { iconButton, make } from '../element.ts';
import { PreviewError, problemOf } from '../preview-error.ts';
import type { Problem, ShowContext } from '../preview-types.ts';
import { problemSentence } from '../problem.ts';
import type { InnerEntry } from './inner-entry.ts';
import type { InnerView } from './inner-view.ts';

/** @param isWrong  the last one was wrong. @param onPassword  called with the typed text */
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

export interface EntryLines {
  /** The name and the button of one of the entries. @param label  what the line shows: the name, or the whole path */
  line(entry: InnerEntry, label: string): { readonly name: HTMLElement; readonly button: HTMLElement | null };
  /** Opens the entry that the history names, as its line does. @param index  -1 for none */
  open(index: number): void;
}

export interface ListedFiles {
  /** Path of the folder; '' for the top. */
  readonly folder: string;
  /** For turning pages. */
  readonly entries: readonly InnerEntry[];
}

/** @param listing  the password is asked for in its place, which comes back then */
export function makeEntryLines(
  context: ShowContext,
  listing: HTMLElement,
  { folder, entries }: ListedFiles,
  inner: InnerView,
): EntryLines {
  const { host, note, signal } = context;
  const openers = new Map<number, () => void>();
  const { t } = host.translator;

  /** Asks for the password in place of the listing, then goes on from the button that was pressed. */
  function ask(button: HTMLElement, isWrong: boolean, again: () => void): void {
    const held = [...listing.childNodes];
    const { form, field } = passwordForm(context, isWrong, (password) => {
      inner.secret.value = password;
      listing.replaceChildren(...held);
      button.focus();
      again();
    });
    listing.replaceChildren(form);
    field.focus();
  }

  /** Runs with the address of an entry. */
  function withLink(button: HTMLButtonElement, entry: InnerEntry, use: (url: string) => void): void {
    button.disabled = true;
    inner
      .linkOf(entry)
      .then((link) => {
        // The reader has gone elsewhere.
        if (signal.aborted || !button.isConnected) return;
        if (typeof link !== 'string') use(link.url);
        else ask(button, link === 'PASS_WORD_ERROR', () => withLink(button, entry, use));
      })
      .catch((error: unknown) => note(sentenceOf(context, error)))
      .finally(() => {
        button.disabled = false;
      });
  }

  return {
    line(entry, label) {
      const { index, name } = entry;
      const plain = make('span', { class: 'viewer-path' }, label);
      if (!host.archiveEntry || index < 0) return { name: plain, button: null };
      const button = iconButton({
        sign: 'download',
        label: t('preview.archive.download', { name: label }),
        onPress: () =>
          withLink(button, entry, (url) => {
            host.downloadFrom(url);
            note(t('preview.archive.downloading', { name }));
          }),
      });
      if (!inner.isViewable(entry)) return { name: plain, button };
      const open = make('button', { type: 'button', class: 'link viewer-path' }, label);
      const opener = () => withLink(open, entry, (url) => inner.open({ entry, url, folder, entries, opener: open }));
      open.addEventListener('click', opener);
      openers.set(index, opener);
      return { name: open, button };
    },
    open: (index) => openers.get(index)?.(),
  };
}

/** The viewer's own sentences for these say nothing about showing. */
const SAID: readonly Problem[] = ['offline', 'gone', 'closed', 'forbidden'];

/** A listing stays when one of its entries cannot be had. */
function sentenceOf({ host, item }: ShowContext, error: unknown): string {
  const isSaid = SAID.includes(problemOf(error)) || (error instanceof PreviewError && error.sentence !== '');
  return isSaid ? problemSentence({ host, item, error }) : host.translator.t('preview.archive.not_downloaded');
}
