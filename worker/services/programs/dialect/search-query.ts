/** The question of a SEARCH by `basicsearch` (RFC 5323), as the phone apps and other programs send it. Pure. */
import { AppError } from '#shared/errors.ts';
import type { ProgramPath, Wanted, WantedField, WantedOrder } from '#worker/services/drive/service.ts';
import { davChild, type Element, elementsIn, isDav, nameOf, readXml, textOf } from '../dav/xml-read.ts';
import { NEXTCLOUD, OWNCLOUD, STAR_PROP } from './fixed.ts';
import { idPrefixOf } from './props.ts';

/** Longest text of a condition, in characters. */
const MAX_TEXT = 200;
/** Each may need three values of a statement, which takes a hundred. */
const MAX_CONDITIONS = 25;
/** Numbers from here on are milliseconds: as seconds they would be after the year 5000. */
const MS_FROM = 100_000_000_000;

export interface Search {
  /** The element that lists the properties of the answer. */
  readonly select: Element | undefined;
  readonly order: Omit<WantedOrder, 'rows'>;
  /** At most so many; null: unsaid. */
  readonly rows: number | null;
}

const NAME = '{DAV:}displayname';
const KIND = '{DAV:}getcontenttype';
const FILE_NUMBER = `{${OWNCLOUD}}fileid`;

const FIELDS: Readonly<Record<string, WantedField>> = {
  '{DAV:}getlastmodified': 'modified',
  [`{${NEXTCLOUD}}metadata-photos-original_date_time`]: 'taken',
  '{DAV:}creationdate': 'created',
  [`{${NEXTCLOUD}}creation_time`]: 'created',
  [`{${NEXTCLOUD}}upload_time`]: 'created',
  '{DAV:}getcontentlength': 'size',
  [`{${OWNCLOUD}}size`]: 'size',
};

const COMPARED = { lt: '<', lte: '<=', eq: '=', gte: '>=', gt: '>' } as const;

function refused(field: string): AppError {
  return new AppError('invalid_argument', { reason: 'search', field });
}

/** A number, or a moment as ISO 8601 writes it in seconds. @throws AppError invalid_argument */
function numberOf(field: WantedField, text: string): number {
  if (/^-?\d{1,15}$/.test(text)) {
    const number = Number(text);
    return field !== 'size' && number >= MS_FROM ? Math.floor(number / 1_000) : number;
  }
  const ms = field === 'size' || !/^\d{4}-\d\d-\d\d/.test(text) ? Number.NaN : Date.parse(text);
  if (Number.isNaN(ms)) throw refused('literal');
  return Math.floor(ms / 1_000);
}

const MARKS = '%*';

/** A pattern such as `%holiday%` or `image/%`. @throws AppError invalid_argument for a mark in the middle */
function patternOf(field: 'name' | 'mime', pattern: string): Wanted {
  let [from, to] = [0, pattern.length];
  while (from < to && MARKS.includes(pattern.charAt(from))) from += 1;
  while (to > from && MARKS.includes(pattern.charAt(to - 1))) to -= 1;
  const text = pattern.slice(from, to);
  const [isOpenBefore, isOpenAfter] = [from > 0, to < pattern.length || (text === '' && from > 0)];
  if (/[%*]/.test(text)) throw refused('literal');
  const at = isOpenBefore ? (isOpenAfter ? 'inside' : 'end') : isOpenAfter ? 'begin' : 'whole';
  return { kind: 'text', field, at, text };
}

/** `eq`, `like`, `lt`, ...: a property beside a literal. @throws AppError invalid_argument for one that is not known here */
function comparisonOf(element: Element): Wanted {
  const [prop] = elementsIn(davChild(element, 'prop') ?? element);
  const literal = davChild(element, 'literal');
  if (!prop || !literal) throw refused(element.local);
  const name = nameOf(prop);
  const text = textOf(literal).trim();
  if (text.length > MAX_TEXT) throw refused('literal');
  const { local } = element;
  if (local === 'like' || (local === 'eq' && (name === NAME || name === KIND))) {
    if (name !== NAME && name !== KIND) throw refused('prop');
    const field = name === NAME ? 'name' : 'mime';
    return local === 'like' ? patternOf(field, text) : { kind: 'text', field, at: 'whole', text };
  }
  if (local === 'eq' && name === STAR_PROP) {
    const isStarred = /^(?:yes|true|1)$/i.test(text);
    return isStarred ? { kind: 'starred' } : { kind: 'not', of: { kind: 'starred' } };
  }
  if (local === 'eq' && name === FILE_NUMBER) {
    const prefix = idPrefixOf(text);
    return prefix === null ? { kind: 'any', of: [] } : { kind: 'id', prefix };
  }
  const field = FIELDS[name];
  const is = Object.hasOwn(COMPARED, local) ? COMPARED[local as keyof typeof COMPARED] : undefined;
  if (field === undefined || is === undefined) throw refused('prop');
  return { kind: 'number', field, is, value: numberOf(field, text) };
}

/** @param left  conditions that may still come */
function wantedOf(element: Element, left: { count: number }): Wanted {
  left.count -= 1;
  if (left.count < 0) throw refused('where');
  const inside = () => elementsIn(element).map((each) => wantedOf(each, left));
  if (isDav(element, 'and')) return { kind: 'all', of: inside() };
  if (isDav(element, 'or')) return { kind: 'any', of: inside() };
  if (isDav(element, 'not')) return { kind: 'not', of: { kind: 'all', of: inside() } };
  if (isDav(element, 'is-collection')) return { kind: 'folder' };
  return comparisonOf(element);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Apps send names as they are, with their percent signs.
    return part;
  }
}

/** Below the files of a person, or all of them. */
const FOLDERS = /^(?:\/remote\.php\/dav)?(?:\/files\/[^/]+(\/.*)?|\/?)$|^\/remote\.php\/webdav(\/.*)?$/s;

/** `/files/PERSON/Photos`, with or without what stands before it. @throws AppError invalid_argument for a place that is no folder of files */
function folderOf(href: string): ProgramPath {
  const path = href.trim().replace(/^https?:\/\/[^/]+/i, '');
  const below = FOLDERS.exec(path);
  if (!below) throw refused('scope');
  return (below[1] ?? below[2] ?? '')
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
}

/** Folders of the search, the whole drive where none is named. */
function foldersOf(basic: Element): ProgramPath[] {
  const from = davChild(basic, 'from');
  const scopes = from ? elementsIn(from).filter((each) => isDav(each, 'scope')) : [];
  if (scopes.length > MAX_CONDITIONS) throw refused('from');
  return scopes.length === 0 ? [[]] : scopes.map((scope) => folderOf(textOf(davChild(scope, 'href') ?? scope)));
}

/** The first order counts; without one the last changed come first. */
function orderOf(basic: Element): Pick<WantedOrder, 'by' | 'isDescending'> {
  const order = davChild(davChild(basic, 'orderby') ?? basic, 'order');
  const [prop] = order ? elementsIn(davChild(order, 'prop') ?? order) : [];
  if (!order || !prop) return { by: 'modified', isDescending: true };
  const name = nameOf(prop);
  const by = name === NAME ? 'name' : (FIELDS[name] ?? 'modified');
  return { by, isDescending: davChild(order, 'descending') !== undefined };
}

/** @throws AppError invalid_argument for a body that is none, or asks for what is not known here: an empty answer would be taken for the truth */
export function readSearch(bytes: Uint8Array): Search {
  const root = readXml(bytes);
  const basic = root && davChild(root, 'basicsearch');
  const where = basic && davChild(basic, 'where');
  if (!basic || !where) throw refused('body');
  const select = davChild(basic, 'select');
  const limit = davChild(davChild(basic, 'limit') ?? basic, 'nresults');
  const rows = limit ? Number.parseInt(textOf(limit), 10) : Number.NaN;
  const left = { count: MAX_CONDITIONS };
  return {
    select: select && davChild(select, 'prop'),
    order: {
      folders: foldersOf(basic),
      wanted: { kind: 'all', of: elementsIn(where).map((each) => wantedOf(each, left)) },
      ...orderOf(basic),
    },
    rows: Number.isNaN(rows) ? null : rows,
  };
}

/** The text of a search for a name in the whole drive, and nothing else; null for any other search. */
export function nameTextOf({ order: { folders, wanted } }: Search): string | null {
  if (wanted.kind !== 'all' || wanted.of.length !== 1 || folders.some((path) => path.length > 0)) return null;
  const [only] = wanted.of;
  if (only?.kind !== 'text' || only.field !== 'name' || only.at !== 'inside') return null;
  return only.text.trim() === '' ? null : only.text.trim();
}
