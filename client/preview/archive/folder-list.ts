/** Folders of an archive as the server lists them, one at a time, with its password where it has one. Each is a step of the history. */
import type { InnerPlace } from '#client/navigation/viewer-entry.ts';
import { make, signOf, wordButton } from '../element.ts';
import type { ArchiveFolder, ShowContext, Shown } from '../preview-types.ts';
import { makeShortfall, type Shortfall } from '../shortfall.ts';
import { type EntryLines, makeEntryLines, passwordForm } from './entry-lines.ts';
import { type InnerView, makeInnerView } from './inner-view.ts';

/** Lines that are drawn; more would stop a phone. */
const DRAWN = 2_000;

interface Drawing {
  readonly context: ShowContext;
  readonly element: HTMLElement;
  readonly shortfall: Shortfall;
  readonly inner: InnerView;
  readonly goDown: (path: string) => void;
}

interface DrawnFolder {
  readonly lines: EntryLines;
  /** Names of folders, by path. */
  readonly names: ReadonlyMap<string, HTMLElement>;
}

function lastStep(path: string): string {
  return path.replace(/\/$/, '').split('/').at(-1) ?? path;
}

function drawFolder(drawing: Drawing, path: string, folder: ArchiveFolder): DrawnFolder {
  const { context, element, shortfall, inner, goDown } = drawing;
  const { translator, format } = context.host;
  const { t } = translator;
  const listed = folder.entries.slice(0, DRAWN).map((entry) => {
    const { path: entryPath, isFolder, sizeBytes } = entry;
    const index = isFolder ? -1 : entry.index;
    return { path: entryPath, isFolder, file: { index, name: lastStep(entryPath), sizeBytes, modifiedMs: null } };
  });
  const entries = listed.map(({ file }) => file);
  const entryLines = makeEntryLines(context, element, { folder: path, entries }, inner);
  const names = new Map<string, HTMLElement>();
  const lines = listed.map(({ path: entryPath, isFolder, file }) => {
    const { name, button } = isFolder
      ? { name: make('button', { type: 'button', class: 'link viewer-path' }, file.name), button: null }
      : entryLines.line(file, file.name);
    if (isFolder) {
      name.addEventListener('click', () => goDown(entryPath));
      names.set(entryPath, name);
    }
    const size = isFolder ? '' : format.bytes(file.sizeBytes);
    const sign = signOf(isFolder ? 'folder' : 'file', 18);
    return make('li', {}, sign, name, make('span', {}, size), make('time'), button);
  });
  element.replaceChildren(
    make(
      'p',
      { class: 'viewer-muted' },
      path === '' ? translator.tn('preview.archive.entries', folder.entries.length) : path,
    ),
    ...(path === '' ? [] : [wordButton(t('preview.archive.up'), () => context.inner.back())]),
    make('ul', {}, ...lines),
  );
  const isCut = folder.entries.length > lines.length;
  shortfall.tell('entries', isCut ? [t('preview.archive.cut', { count: format.number(lines.length) })] : []);
  return { lines: entryLines, names };
}

/** @param first  the listing of the archive's top. @param open  lists a folder again with a password */
export function drawFolders(
  first: ArchiveFolder,
  context: ShowContext,
  open: (path: string, password: string) => Promise<ArchiveFolder>,
): Shown {
  const element = make('div', { class: 'viewer-archive', tabindex: 0 });
  const shortfall = makeShortfall(context);
  const shown: Shown = { element, less: shortfall.element, end: () => undefined, goTo: (place) => void goTo(place) };
  const inner = makeInnerView(context, () => shown);
  const { secret } = inner;
  const drawing: Drawing = { context, element, shortfall, inner, goDown: (path) => void goDown(path) };
  /** Folders that were opened, with their scroll positions. */
  const opened = new Map<string, { readonly folder: ArchiveFolder; top: number }>();
  let here = { path: '', drawn: null as DrawnFolder | null };
  /** A later step counts; an answer to the one before comes too late. */
  let steps = 0;

  /** @returns whether the folder is drawn now */
  async function load(path: string): Promise<boolean> {
    steps += 1;
    const mine = steps;
    const known = opened.get(path);
    try {
      const folder = known?.folder ?? (await open(path, secret.value));
      if (mine !== steps || context.signal.aborted) return false;
      const before = opened.get(here.path);
      if (before) before.top = element.scrollTop;
      draw(path, folder);
      return true;
    } catch (error) {
      if (mine === steps) context.fail(error);
      return false;
    }
  }

  async function goDown(path: string): Promise<void> {
    if (!(await load(path))) return;
    context.inner.enter({ folder: path, entry: -1 });
    element.scrollTop = 0;
    if (here.drawn) element.focus();
  }

  async function goTo({ folder, entry }: InnerPlace): Promise<void> {
    const left = here.path;
    if (folder !== left) {
      if (!(await load(folder)) || !here.drawn) return;
      element.scrollTop = opened.get(folder)?.top ?? 0;
      (here.drawn.names.get(left) ?? element).focus();
    } else steps += 1;
    here.drawn?.lines.open(entry);
  }

  function drawPassword(path: string, isWrong: boolean): void {
    const { form, field } = passwordForm(context, isWrong, (typed) => {
      secret.value = typed;
      void load(path);
    });
    element.replaceChildren(form);
    field.focus();
  }

  function draw(path: string, folder: ArchiveFolder): void {
    here = { path, drawn: null };
    if (folder.status !== 'OK') {
      drawPassword(path, folder.status === 'PASS_WORD_ERROR');
      return;
    }
    if (!opened.has(path)) opened.set(path, { folder, top: 0 });
    here = { path, drawn: drawFolder(drawing, path, folder) };
  }

  draw('', first);
  return shown;
}
