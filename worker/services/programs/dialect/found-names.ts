/** The search of the phone apps by name: they ask for the kinds of things that are searched, and then for each of them. There is one kind, files. */
import { parseCount } from '#shared/count.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE, type Locale } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import type { ProgramFound } from '#worker/services/drive/service.ts';
import type { ProgramDeps } from '../deps.ts';
import type { ProgramRequest } from '../gate/protocol.ts';
import { fileNumberOf, hasPreview } from './props.ts';

/** Longest text that is searched for, in characters. */
const MAX_TEXT = 200;
/** Of one answer; where the app names no number it gets the fewer ones. */
const ENTRIES_AT_MOST = 100;
const FEW_ENTRIES = 25;
/** Side of a small image in the list of an app, in pixels. */
const SMALL_PIXELS = 64;

const FILES = 'files';

function nameOfFiles(locale: Locale): string {
  return makeTranslator(locale, loadMessages(locale), loadMessages(DEFAULT_LOCALE)).text('ui.phone.files');
}

/** The kinds of things that are searched. */
export function searchKinds(locale: Locale): object[] {
  return [{ id: FILES, appId: FILES, name: nameOfFiles(locale), icon: '', order: 0, triggers: [FILES], filters: {} }];
}

function entryOf({ appOrigin, programsOrigin }: ProgramDeps, { path, entry }: ProgramFound): object {
  const fileId = fileNumberOf(entry);
  const page = entry.isFile
    ? `${href('drive.search')}?q=${encodeURIComponent(entry.name)}`
    : href('drive.folder', { folderId: entry.id });
  return {
    thumbnailUrl: hasPreview(entry)
      ? `${programsOrigin}/index.php/core/preview?x=${SMALL_PIXELS}&y=${SMALL_PIXELS}&fileId=${fileId}`
      : '',
    title: entry.name,
    subline: `/${path.slice(0, -1).join('/')}`,
    resourceUrl: `${appOrigin}${page}`,
    icon: entry.isFile ? '' : 'icon-folder',
    rounded: false,
    attributes: { fileId, path: `/${path.join('/')}` },
  };
}

/** Files and folders by name, a page at a time. @throws AppError of `caller`, too_many_requests */
export async function searchNames(deps: ProgramDeps, asked: ProgramRequest): Promise<object> {
  const { searchParams } = asked.url;
  const text = (searchParams.get('term') ?? '').trim().slice(0, MAX_TEXT);
  const limit = Math.min(parseCount(searchParams.get('limit') ?? '') || FEW_ENTRIES, ENTRIES_AT_MOST);
  const from = parseCount(searchParams.get('cursor') ?? '') ?? 0;
  const found = await deps.drive.namedAt(await asked.caller(), text);
  const isMore = found.length > from + limit;
  return {
    name: nameOfFiles(asked.call.locale),
    isPaginated: isMore,
    entries: found.slice(from, from + limit).map((each) => entryOf(deps, each)),
    cursor: isMore ? from + limit : null,
  };
}
