/** Folders of an archive as the server lists them, one at a time, with its password where it has one. */
import { make, signOf, wordButton } from '../element.ts';
import type { ArchiveFolder, ShowContext, Shown } from '../preview-types.ts';
import { makeEntryLines, passwordForm } from './entry-lines.ts';
import { makeInnerView } from './inner-view.ts';

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
): Shown {
  const { host, fail } = context;
  const { translator, format } = host;
  const { t } = translator;
  const element = make('div', { class: 'viewer-archive', tabindex: 0 });
  const shown: Shown = { element, end: () => undefined };
  const inner = makeInnerView(context, () => shown);
  const { secret } = inner;

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
    const listed = folder.entries.slice(0, DRAWN).map((entry) => {
      const { path: entryPath, isFolder, sizeBytes } = entry;
      const index = isFolder ? -1 : entry.index;
      return { path: entryPath, isFolder, file: { index, name: lastStep(entryPath), sizeBytes, modifiedMs: null } };
    });
    const files = listed.map(({ file }) => file);
    const entryLines = makeEntryLines(context, element, files, inner);
    const lines = listed.map(({ path: entryPath, isFolder, file }) => {
      const { name, button } = isFolder
        ? { name: make('button', { type: 'button', class: 'link viewer-path' }, file.name), button: null }
        : entryLines.line(file, file.name);
      if (isFolder) name.addEventListener('click', () => go(entryPath));
      const size = isFolder ? '' : format.bytes(file.sizeBytes);
      const sign = signOf(isFolder ? 'folder' : 'file', 18);
      return make('li', {}, sign, name, make('span', {}, size), make('time'), button);
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
  return shown;
}
