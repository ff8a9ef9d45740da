/** The listing of an archive. Zip files are listed by ranges; other formats by the server, in the drive of their owner. */
import { readRange, withFreshLink } from '../content.ts';
import { make, signOf } from '../element.ts';
import { extensionOf } from '../kinds.rules.ts';
import { PreviewError } from '../preview-error.ts';
import type { ShowContext, Shown } from '../preview-types.ts';
import { plainBlock } from '../problem.ts';
import { entryName } from './entry-download.ts';
import { drawFolders } from './folder-list.ts';
import { type ArchiveListing, listZip, NotAnArchive } from './zip-listing.ts';

/** Lines that are drawn; more would stop a phone. */
const DRAWN = 2_000;
const ZIPS = ['zip', 'jar', 'apk'];

function drawList({ entries, count }: ArchiveListing, context: ShowContext): HTMLElement {
  const { host } = context;
  const secret = { value: '' };
  const element = make('div', { class: 'viewer-archive', tabindex: 0 });
  const { translator, format } = host;
  const lines = entries
    .slice(0, DRAWN)
    .map(({ path, isFolder, isLink, isEncrypted, sizeBytes, modifiedMs }, index) =>
      make(
        'li',
        {},
        signOf(isFolder ? 'folder' : isEncrypted ? 'lock' : 'file', 18),
        isFolder || isLink
          ? make('span', { class: 'viewer-path' }, path)
          : entryName(context, element, { index, name: path.split('/').at(-1) ?? path, label: path }, secret),
        make('span', {}, isFolder ? '' : format.bytes(sizeBytes)),
        make('time', {}, modifiedMs === null ? '' : format.shortDate(modifiedMs)),
      ),
    );
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
  return element;
}

/** @throws PreviewError */
export async function showArchive(context: ShowContext): Promise<Shown> {
  const { item, link, signal, host } = context;
  const end = () => undefined;
  if (!ZIPS.includes(extensionOf(item.name))) {
    const { archive } = host;
    if (!archive) return { element: plainBlock(host, item), end };
    const open = (path: string, password: string) => archive(item, path, password);
    return { element: drawFolders(await open('', ''), context, open), end };
  }
  try {
    const listing = await withFreshLink(link, (url) => listZip(item.sizeBytes, readRange(url, signal)));
    return { element: drawList(listing, context), end };
  } catch (error) {
    throw error instanceof NotAnArchive ? new PreviewError('unreadable', '', { cause: error }) : error;
  }
}
