/**
 * `icon_link` of whatever an answer lists: one drawing for each category, at the app's origin. Answers of calls have it; pages draw their
 * own, so that no listing in a page carries it.
 */
import { type FileCategory, kindOfFile } from '#shared/drive/file-kind.ts';

const DRAWINGS: Readonly<Record<FileCategory | 'FOLDER', string>> = {
  FOLDER: 'folder',
  VIDEO: 'video',
  AUDIO: 'audio',
  IMAGE: 'image',
  ARCHIVE: 'archive',
  DOCUMENT: 'document',
  OTHER: 'other',
};
/** Answers are this deep at most: a list, a thing, what it refers to. */
const MAX_DEPTH = 4;

interface Thing {
  icon_link?: unknown;
  readonly kind?: unknown;
  readonly file_kind?: unknown;
  readonly file_category?: unknown;
  readonly mime_type?: unknown;
  readonly name?: unknown;
  readonly filename?: unknown;
  readonly file_name?: unknown;
  readonly title?: unknown;
  readonly reference_resource?: unknown;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Null for an object with neither kind nor name, such as a link that is refused. */
function categoryOf(thing: Thing): FileCategory | 'FOLDER' | null {
  if (thing.kind === 'drive#folder' || thing.file_kind === 'drive#folder') return 'FOLDER';
  const category = textOf(thing.file_category);
  if (category !== '' && Object.hasOwn(DRAWINGS, category)) return category as FileCategory;
  const name = [thing.filename, thing.file_name, thing.name, thing.title].map(textOf).find((text) => text !== '') ?? '';
  if (name === '') return null;
  return kindOfFile(name, textOf(thing.mime_type));
}

function iconLink(appOrigin: string, thing: Thing): string {
  const category = categoryOf(thing);
  return category === null ? '' : `${appOrigin}/icons/${DRAWINGS[category]}.svg`;
}

/** Fills every empty `icon_link` of an answer. */
export function fillIconLinks(appOrigin: string, answer: unknown, depth = 0): void {
  if (typeof answer !== 'object' || answer === null || depth > MAX_DEPTH) return;
  if (Array.isArray(answer)) {
    for (const each of answer) fillIconLinks(appOrigin, each, depth + 1);
    return;
  }
  const thing = answer as Thing;
  if (thing.icon_link === '' && !Object.isFrozen(thing)) thing.icon_link = iconLink(appOrigin, thing);
  // Of a thing only its reference is another one; a link of one's own lists its files beside its icon.
  const inner = thing.icon_link === undefined || 'files' in thing ? Object.values(thing) : [thing.reference_resource];
  for (const each of inner) fillIconLinks(appOrigin, each, depth + 1);
}
