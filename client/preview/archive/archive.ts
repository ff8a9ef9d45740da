/** The listing of an archive. Zip files are listed by ranges; other formats by the server, in the drive of their owner. */
import { TooManyEntries } from '#shared/drive/archive/zip-directory.ts';
import { readRange, withFreshLink } from '../content.ts';
import { make, signOf } from '../element.ts';
import { makeChosenEncodings } from '../encoding/chosen-encodings.ts';
import { type EncodingMenu, makeEncodingMenu } from '../encoding/encoding-menu.ts';
import { extensionOf } from '../kinds.rules.ts';
import { PreviewError } from '../preview-error.ts';
import type { Problem, ShowContext, Shown } from '../preview-types.ts';
import { plainBlock } from '../problem.ts';
import { makeShortfall } from '../shortfall.ts';
import { makeEntryLines } from './entry-lines.ts';
import { drawFolders } from './folder-list.ts';
import { makeInnerView } from './inner-view.ts';
import { type ArchiveListing, DirectoryTooLarge, listZip, NotAnArchive } from './zip-listing.ts';

/** Lines that are drawn; more would stop a phone. */
const DRAWN = 2_000;
const ZIPS = ['zip', 'jar', 'apk'];

/** @param menu  of encodings; null where the archive says that of its names */
function drawList({ entries, count }: ArchiveListing, context: ShowContext, menu: EncodingMenu | null): Shown {
  const { host } = context;
  const element = make('div', { class: 'viewer-archive', tabindex: 0 });
  const { translator, format } = host;
  const listed = entries.slice(0, DRAWN).map((entry, index) => {
    const { path, isFolder, isLink, sizeBytes, modifiedMs } = entry;
    const isFile = !isFolder && !isLink;
    return { entry, file: { index: isFile ? index : -1, name: path.split('/').at(-1) ?? path, sizeBytes, modifiedMs } };
  });
  const files = listed.map(({ file }) => file);
  const inner = makeInnerView(context, () => shown);
  const entryLines = makeEntryLines(context, element, { folder: '', entries: files }, inner);
  inner.encoding.value = makeChosenEncodings(host.userId).get(context.item.id);
  const shortfall = makeShortfall(context);
  const shown: Shown = {
    element,
    less: shortfall.element,
    tools: menu ? [menu.element] : [],
    end: () => undefined,
    goTo: ({ entry }) => entryLines.open(entry),
  };
  const lines = listed.map(({ entry: { path, isFolder, isEncrypted, sizeBytes, modifiedMs }, file }) => {
    const { name, button } = entryLines.line(file, path);
    return make(
      'li',
      {},
      signOf(isFolder ? 'folder' : isEncrypted ? 'lock' : 'file', 18),
      name,
      make('span', {}, isFolder ? '' : format.bytes(sizeBytes)),
      make('time', {}, modifiedMs === null ? '' : format.shortDate(modifiedMs)),
      button,
    );
  });
  const total = entries.reduce((sum, entry) => sum + entry.sizeBytes, 0);
  const head = [translator.tn('preview.archive.entries', count), format.bytes(total)].join(' · ');
  element.append(make('p', { class: 'viewer-muted' }, head), make('ul', {}, ...lines));
  if (count > lines.length)
    shortfall.tell('entries', [translator.t('preview.archive.cut', { count: format.number(lines.length) })]);
  return shown;
}

/** @throws NotAnArchive, TooManyEntries, DirectoryTooLarge; PreviewError */
async function showZip(context: ShowContext): Promise<Shown> {
  const { item, link, signal, host } = context;
  const chosen = makeChosenEncodings(host.userId);
  const encoding = chosen.get(item.id);
  const reading = { encoding, language: host.translator.locale };
  const listing = await withFreshLink(link, (url) => listZip(item.sizeBytes, readRange(url, signal), reading));
  if (listing.encoding === null) return drawList(listing, context, null);
  const menu = makeEncodingMenu(host.translator, encoding, (next) => {
    chosen.set(item.id, next);
    showZip(context).then(context.replace, context.fail);
  });
  if (encoding === null) menu.detected(listing.encoding);
  return drawList(listing, context, menu);
}

/** Null for an error that is not about the archive. */
function problemOf(error: unknown): Problem | null {
  if (error instanceof NotAnArchive) return 'unreadable';
  if (error instanceof TooManyEntries) return 'crowded';
  return error instanceof DirectoryTooLarge ? 'unlisted' : null;
}

/** @throws PreviewError */
export async function showArchive(context: ShowContext): Promise<Shown> {
  const { item, host } = context;
  if (!ZIPS.includes(extensionOf(item.name))) {
    const { archive } = host;
    if (!archive || item.hasNoRanges) return { element: plainBlock(host, item), end: () => undefined };
    const open = (path: string, password: string) => archive(item, path, password);
    return drawFolders(await open('', ''), context, open);
  }
  try {
    return await showZip(context);
  } catch (error) {
    const problem = problemOf(error);
    throw problem ? new PreviewError(problem, '', { cause: error }) : error;
  }
}
