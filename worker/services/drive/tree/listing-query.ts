/**
 * Page tokens and filters of listings: text in, checked values out. Pure; no SQL.
 */
import type { PageOrder } from '#shared/drive/orders.ts';
import { AppError } from '#shared/errors.ts';
import { fromBase64Url, toBase64Url } from '#worker/platform/crypto.ts';

export interface ListQuery {
  /** `''` root, a folder id, or `*` for every folder. */
  readonly parentId: string;
  /** 0 means the default of 100. */
  readonly limit: number;
  readonly pageToken: string;
  readonly order: PageOrder;
  readonly foldersFirst: boolean;
  /** Trash roots instead of live files. */
  readonly trashed: boolean;
  readonly foldersOnly?: boolean;
  readonly filesOnly?: boolean;
  /** Values of `file_category`; empty means all. */
  readonly kinds?: readonly string[];
  /** Empty means complete ones only. */
  readonly phases?: readonly string[];
  readonly starred?: boolean;
}

/** Rows of a page when the caller names none (wire-contract.md 3.1). */
export const DEFAULT_PAGE_ROWS = 100;

/** Rows asked for: 0 is the default, more than the cap is the cap. */
export function pageRows(limit: number, capRows: number): number {
  return Math.max(1, Math.min(limit === 0 ? DEFAULT_PAGE_ROWS : limit, capRows));
}

/** Last row of a page, and the order it stood in. */
export interface PagePlace {
  /** The folder that is listed; '' or left out: the root, a list of roots, a search. */
  readonly folderId?: string;
  readonly order: PageOrder;
  readonly foldersFirst: boolean;
  /** 0 folder, 1 file; of a search its own ranks. */
  readonly rank: number;
  readonly key: string | number;
  readonly id: string;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function badToken(): AppError {
  return new AppError('invalid_argument', { reason: 'bad_page_token', field: 'page_token' });
}

function encode(cells: readonly (string | number)[]): string {
  return toBase64Url(encoder.encode(JSON.stringify(cells)));
}

function decode(token: string, length: number): unknown[] {
  const bytes = fromBase64Url(token);
  if (!bytes) throw badToken();
  try {
    const cells: unknown = JSON.parse(decoder.decode(bytes));
    if (Array.isArray(cells) && cells.length === length && cells[0] === 1) return cells;
  } catch {
    // not ours: the same answer as any other bad token
  }
  throw badToken();
}

export function placeToken(place: PagePlace): string {
  return encode([1, place.order, place.foldersFirst ? 1 : 0, place.rank, place.key, place.id, place.folderId ?? '']);
}

/**
 * The place a token names; null for an empty token.
 * @throws AppError invalid_argument for a token of another order or folder, or none of ours
 */
export function readPlace(
  token: string,
  order: PageOrder,
  foldersFirst: boolean,
  { folderId = '', lastRank = 1 }: { readonly folderId?: string; readonly lastRank?: number } = {},
): PagePlace | null {
  if (token === '') return null;
  const [, tokenOrder, first, rank, key, id, tokenFolder] = decode(token, 7);
  const keyType = order.startsWith('name') || order === 'type_desc' ? 'string' : 'number';
  if (
    tokenOrder !== order ||
    tokenFolder !== folderId ||
    first !== (foldersFirst ? 1 : 0) ||
    typeof rank !== 'number' ||
    !Number.isInteger(rank) ||
    rank < 0 ||
    rank > lastRank ||
    typeof key !== keyType ||
    typeof id !== 'string'
  )
    throw badToken();
  return { folderId, order, foldersFirst, rank, key: key as string | number, id };
}

/** A place in a list ordered by time and id, or by id alone (`timeMs` 0). */
export interface TimePlace {
  readonly timeMs: number;
  readonly id: string;
}

export function timeToken(place: TimePlace): string {
  return encode([1, 't', place.timeMs, place.id]);
}

/** @throws AppError invalid_argument */
export function readTimePlace(token: string): TimePlace | null {
  if (token === '') return null;
  const [, mark, timeMs, id] = decode(token, 4);
  if (mark !== 't' || typeof timeMs !== 'number' || typeof id !== 'string') throw badToken();
  return { timeMs, id };
}

/** A place in the list of events: the node of an act, in the list as it was at the act `top`. */
export interface EventPlace {
  readonly top: number;
  readonly n: number;
  readonly at: number;
}

export function eventToken({ top, n, at }: EventPlace): string {
  return encode([1, 'a', top, n, at]);
}

/** @throws AppError invalid_argument */
export function readEventPlace(token: string): EventPlace | null {
  if (token === '') return null;
  const [, mark, top, n, at] = decode(token, 5);
  if (mark !== 'a' || typeof top !== 'number' || typeof n !== 'number' || typeof at !== 'number') throw badToken();
  return { top, n, at };
}

/** A place in the log of acts, for programs that follow it. */
export interface ChangesPlace {
  /** Acts up to this one were read. */
  readonly n: number;
  readonly run: number;
  /** Nodes of the next act that were read. */
  readonly seen: number;
}

export function changesToken({ n, run, seen }: ChangesPlace): string {
  return encode([1, 'c', n, run, seen]);
}

/** @throws AppError invalid_argument */
export function readChangesPlace(token: string): ChangesPlace {
  const [, mark, n, run, seen] = decode(token, 5);
  if (mark !== 'c' || typeof n !== 'number' || typeof run !== 'number' || typeof seen !== 'number') throw badToken();
  return { n, run, seen };
}

/** A place in the trash, where the time is the one of throwing away. */
export interface TrashPlace {
  readonly key: string | number;
  readonly id: string;
}

export function trashToken(order: PageOrder, { key, id }: TrashPlace): string {
  return encode([1, 'x', order, key, id]);
}

/** @throws AppError invalid_argument for a token of another order, or none of the trash */
export function readTrashPlace(token: string, order: PageOrder): TrashPlace | null {
  if (token === '') return null;
  const [, mark, tokenOrder, key, id] = decode(token, 5);
  const keyType = /^(mod|created|size)/.test(order) ? 'number' : 'string';
  if (mark !== 'x' || tokenOrder !== order || typeof key !== keyType || typeof id !== 'string') throw badToken();
  return { key: key as string | number, id };
}

/** `{field: {op: value}}`: the values of one operator; `in` is one comma-joined text. */
export function filterValues(filters: Readonly<Record<string, unknown>>, field: string): readonly string[] {
  const test = filters[field];
  if (!test || typeof test !== 'object') return [];
  const { eq, in: among } = test as { eq?: unknown; in?: unknown };
  const values =
    eq !== undefined ? [String(eq)] : Array.isArray(among) ? among.map(String) : String(among ?? '').split(',');
  return values.map((value) => value.trim()).filter((value) => value !== '');
}

export type ListFilters = Pick<ListQuery, 'trashed' | 'foldersOnly' | 'filesOnly' | 'kinds' | 'phases' | 'starred'>;

/**
 * The conditions in `filters`; unknown fields are ignored.
 * @throws AppError not_found for a filter by name: there is no search on the server (wire-contract.md 3.1)
 */
export function readFilters(filters: Readonly<Record<string, unknown>>): ListFilters {
  if (Object.hasOwn(filters, 'name'))
    throw new AppError('not_found', { reason: 'unsupported_filter', field: 'filters' });
  const kinds = filterValues(filters, 'kind');
  return {
    trashed: filterValues(filters, 'trashed').includes('true'),
    foldersOnly: kinds.length === 1 && kinds[0] === 'drive#folder',
    filesOnly: kinds.length === 1 && kinds[0] === 'drive#file',
    kinds: filterValues(filters, 'file_category'),
    phases: filterValues(filters, 'phase'),
    starred: filterValues(filters, 'starred').includes('true') || filterValues(filters, 'system_tag').includes('STAR'),
  };
}
