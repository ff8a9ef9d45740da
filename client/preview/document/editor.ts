/** Edits a text of the person's own drive: saved as a new version, a conflict is shown, and a draft outlives a reload. */
import { encodingName } from '#shared/content/encoding/encoding-name.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { withFreshLink } from '../content.ts';
import { make, wordButton } from '../element.ts';
import { ConflictError, PreviewError } from '../preview-error.ts';
import type { ShowContext } from '../preview-types.ts';
import { lineEndOf, withLineEnds } from './line-ends.ts';
import { makeTextDraft } from './text-draft.ts';

export interface Editor {
  readonly element: HTMLElement;
  focus(): void;
  end(): void;
}

/** A draft is stored when typing has paused this long. */
const DRAFT_MS = 400;

/** A text that would not be saved as it was. */
export interface NotEditable {
  /** A sentence that says its encoding. */
  readonly refusal: string;
}

/** @returns the text; a refusal where the bytes are no UTF-8: saving would change them */
async function textOf(bytes: Uint8Array, { t, locale }: Translator): Promise<string | NotEditable> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const { decodeText } = await import('#shared/content/text-decoding.ts');
    const { encoding } = decodeText(bytes, { language: locale });
    const isBroken = encoding === 'utf-8';
    return {
      refusal: isBroken ? t('preview.edit_broken') : t('preview.edit_encoding', { encoding: encodingName(encoding) }),
    };
  }
}

/** @param onClose  the editor is left; the stored text is shown again. @throws PreviewError */
export async function openEditor(
  context: ShowContext,
  read: (url: string) => Promise<Uint8Array>,
  onClose: () => void,
): Promise<Editor | NotEditable> {
  const { host, item, note, link } = context;
  const { t } = host.translator;
  const draft = makeTextDraft(host.userId, item.id);
  const stored = draft.read();
  const current = (await host.revision?.(item)) ?? '';
  const original = await textOf(await withFreshLink(() => link(true), read), host.translator);
  if (typeof original !== 'string') return original;
  const lineEnd = lineEndOf(original);
  // A field has lines that end with one character, whatever is put in.
  const content = withLineEnds(original, '\n');
  let revision = stored?.revision ?? current;
  let saved = content;
  const field = make('textarea', {
    class: 'viewer-editor',
    'aria-label': t('preview.edit_label', { name: item.name }),
    spellcheck: 'false',
    autocapitalize: 'off',
  });
  field.value = stored?.text ?? content;
  const status = make('p', { class: 'viewer-muted', role: 'status' });
  const conflict = make('div', { class: 'viewer-conflict', role: 'alert', hidden: true });
  const isChanged = () => field.value !== saved;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSaving = false;

  const store = () => {
    clearTimeout(timer);
    if (isChanged()) draft.write({ revision, text: field.value });
    else draft.clear();
  };

  function showConflict(): void {
    conflict.replaceChildren(
      make('span', {}, t('preview.conflict')),
      wordButton(t('preview.conflict_save'), () => void save(true)),
      wordButton(t('preview.discard'), discard),
    );
    conflict.hidden = false;
  }

  async function save(isForced = false): Promise<void> {
    if (isSaving || !host.save) return;
    isSaving = true;
    saveButton.setAttribute('aria-busy', 'true');
    conflict.hidden = true;
    const text = field.value;
    try {
      revision = (await host.save(item, withLineEnds(text, lineEnd), isForced ? '' : revision)).revision;
      saved = text;
      store();
      status.textContent = t('preview.saved');
    } catch (error) {
      store();
      if (error instanceof ConflictError) showConflict();
      else note(error instanceof PreviewError && error.sentence !== '' ? error.sentence : t('preview.save_failed'));
    } finally {
      isSaving = false;
      saveButton.removeAttribute('aria-busy');
    }
  }

  function discard(): void {
    draft.clear();
    saved = field.value;
    clearTimeout(timer);
    onClose();
  }

  const saveButton = wordButton(t('preview.save'), () => void save(), 'primary', { 'data-save-text': true });
  field.addEventListener('input', () => {
    status.textContent = t('preview.unsaved');
    clearTimeout(timer);
    timer = setTimeout(store, DRAFT_MS);
  });
  field.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void save();
  });
  addEventListener('pagehide', store);
  if (stored && stored.revision !== current) showConflict();
  else if (stored && stored.text !== content) status.textContent = t('preview.draft');
  const close = wordButton(t('preview.edit_end'), () => {
    if (isChanged()) store();
    onClose();
  });
  const bar = make('div', { class: 'viewer-editor-bar' }, status, close, saveButton);
  return {
    element: make('div', { class: 'viewer-editing' }, bar, conflict, field),
    focus: () => {
      field.setSelectionRange(0, 0);
      field.focus();
    },
    end: () => {
      store();
      removeEventListener('pagehide', store);
    },
  };
}
