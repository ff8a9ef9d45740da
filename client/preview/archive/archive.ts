/** The listing of an archive. Zip files are listed by ranges; other formats by the server, in the drive of their owner. */
import { readRange, withFreshLink } from '../content.ts';
import { make, signOf } from '../element.ts';
import { extensionOf } from '../kinds.rules.ts';
import { PreviewError } from '../preview-error.ts';
import type { ShowContext, Shown } from '../preview-types.ts';
import { plainBlock } from '../problem.ts';
import { makeEntryLines } from './entry-lines.ts';
import { drawFolders } from './folder-list.ts';
import { makeInnerView } from './inner-view.ts';
import { type ArchiveListing, listZip, NotAnArchive } from './zip-listing.ts';

/** Lines that are drawn; more would stop a phone. */
const DRAWN = 2_000;
const ZIPS = ['zip', 'jar', 'apk'];

function drawList({ entries, count }: ArchiveListing, context: ShowContext): Shown {
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
  const shown: Shown = { element, end: () => undefined, goTo: ({ entry }) => entryLines.open(entry) };
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
  element.append(
    make('p', { class: 'viewer-muted' }, head),
    make('ul', {}, ...lines),
    ...(count > lines.length
      ? [
          make(
            'p',
            { class: 'viewer-muted' },
            translator.t('preview.archive.cut', { count: format.number(lines.length) }),
          ),
        ]
      : []),
  );
  return shown;
}

/** @throws PreviewError */
export async function showArchive(context: ShowContext): Promise<Shown> {
  const { item, link, signal, host } = context;
  if (!ZIPS.includes(extensionOf(item.name))) {
    const { archive } = host;
    if (!archive || item.hasNoRanges) return { element: plainBlock(host, item), end: () => undefined };
    const open = (path: string, password: string) => archive(item, path, password);
    return drawFolders(await open('', ''), context, open);
  }
  try {
    const listing = await withFreshLink(link, (url) => listZip(item.sizeBytes, readRange(url, signal)));
    return drawList(listing, context);
  } catch (error) {
    throw error instanceof NotAnArchive ? new PreviewError('unreadable', '', { cause: error }) : error;
  }
}
