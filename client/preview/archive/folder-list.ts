/** Folders of an archive as the server lists them, one at a time, with its password where it has one. */
import { make, signOf, wordButton } from '../element.ts';
import type { ArchiveFolder, ShowContext } from '../preview-types.ts';
import { entryName, passwordForm } from './entry-download.ts';

/** Lines that are drawn; more would stop a phone. */
const DRAWN = 2_000;

function lastStep(path: string): string {
  return path.replace(/\/$/, '').split('/').at(-1) ?? path;
}

/** @param first  the listing of the archive's top. @param open  lists a folder again with a password */
export function drawFolders(
  first: ArchiveFolder,
  context: ShowContext,
  open: (path: string, password: string) => Promise<ArchiveFolder>,
): HTMLElement {
  const { host, fail } = context;
  const { translator, format } = host;
  const { t } = translator;
  const element = make('div', { class: 'viewer-archive', tabindex: 0 });
  const secret = { value: '' };

  function go(path: string): void {
    open(path, secret.value).then((folder) => draw(path, folder), fail);
  }

  function drawPassword(path: string, isWrong: boolean): void {
    const { form, field } = passwordForm(context, isWrong, (typed) => {
      secret.value = typed;
      go(path);
    });
    element.replaceChildren(form);
    field.focus();
  }

  function draw(path: string, folder: ArchiveFolder): void {
    if (folder.status !== 'OK') {
      drawPassword(path, folder.status === 'PASS_WORD_ERROR');
      return;
    }
    const lines = folder.entries.slice(0, DRAWN).map((entry) => {
      const name = lastStep(entry.path);
      const shown = entry.isFolder
        ? make('button', { type: 'button', class: 'link viewer-path' }, name)
        : entryName(context, element, { index: entry.index, name, label: name }, secret);
      if (entry.isFolder) shown.addEventListener('click', () => go(entry.path));
      const size = entry.isFolder ? '' : format.bytes(entry.sizeBytes);
      return make('li', {}, signOf(entry.isFolder ? 'folder' : 'file', 18), shown, make('span', {}, size));
    });
    const above = path.replace(/\/$/, '').split('/').slice(0, -1).join('/');
    element.replaceChildren(
      make(
        'p',
        { class: 'viewer-muted' },
        path === '' ? translator.tn('preview.archive.entries', folder.entries.length) : path,
      ),
      ...(path === '' ? [] : [wordButton(t('preview.archive.up'), () => go(above))]),
      make('ul', {}, ...lines),
      ...(folder.entries.length > lines.length
        ? [make('p', { class: 'viewer-muted' }, t('preview.archive.cut', { count: format.number(lines.length) }))]
        : []),
    );
  }

  draw('', first);
  return element;
}
