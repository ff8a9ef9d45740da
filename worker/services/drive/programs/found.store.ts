/** Files and folders that programs look for: with a star, by name, in the trash. Nodes outside the root of the credential are left out. */
import { AppError } from '#shared/errors.ts';
import { ROOT_ID } from '#shared/ids.ts';
import { listEverywhere, listTrash } from '../tree/listing.store.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { type SearchTx, search, wordQuery } from '../tree/search/search.store.ts';
import { lineOf, nodeById, STATE } from '../tree/tree.store.ts';
import type { ProgramContext } from './conditions.store.ts';
import { entryAt } from './entry.store.ts';
import type { FoundEntry, Path, TrashedEntry, WantedOrder } from './model.ts';
import { pathTo, shownNames } from './place.store.ts';
import { wantedRows } from './wanted.store.ts';

/** Files of one answer. */
export const FOUND_AT_MOST = 500;
/** Of a search by kind and time: galleries of phones ask for some hundreds, and then for older ones. */
const WANTED_AT_MOST = 1_000;
/** Files that one look in the trash shows: the newest. */
const TRASHED_AT_MOST = 1_000;

function foundOf(context: ProgramContext, rows: readonly NodeRow[]): FoundEntry[] {
  const { sql, rootId } = context;
  const ways = new Map<string, Path | null>([[rootId, []]]);
  const wayTo = (folderId: string): Path | null => {
    const known = ways.get(folderId);
    if (known !== undefined) return known;
    const way = pathTo(sql, rootId, lineOf(sql, folderId));
    ways.set(folderId, way);
    return way;
  };
  const shown = shownNames(
    sql,
    rows.filter((node) => node.is_file === 0),
  );
  return rows.flatMap((node) => {
    const way = node.id === rootId ? null : wayTo(node.parent_id);
    if (!way) return [];
    const name = shown.get(node.id) ?? node.name;
    const place = { node, name, parentId: node.parent_id, isDrive: false, other: null };
    return [{ path: [...way, name], entry: entryAt(context, place) }];
  });
}

export function starred(context: ProgramContext): FoundEntry[] {
  const query = { pageToken: '', rows: FOUND_AT_MOST, starred: true, phases: [] };
  return foundOf(context, listEverywhere(context.sql, query).rows);
}

/** Complete files and folders whose names hold all words of the text. */
export function named(tx: SearchTx, context: ProgramContext, text: string): FoundEntry[] {
  const { found } = search(tx, { ...wordQuery(text), pageToken: '', rows: FOUND_AT_MOST });
  return foundOf(
    context,
    found.map(({ row }) => row),
  );
}

/** Complete files and folders that meet a condition. @throws AppError file_not_found for a path of no folder */
export function wanted(context: ProgramContext, order: WantedOrder, charge: (rows: number) => void): FoundEntry[] {
  return foundOf(context, wantedRows(context, { ...order, rows: Math.min(order.rows, WANTED_AT_MOST) }, charge));
}

/** @throws AppError file_not_found for what is not in the trash, and for a credential of one folder */
export function requireTrashed({ sql, rootId }: ProgramContext, id: string): { readonly ok: true } {
  if (rootId !== ROOT_ID || nodeById(sql, id)?.state !== STATE.trashed) throw new AppError('file_not_found');
  return { ok: true };
}

/** The newest in the trash; nothing for a credential of one folder. */
export function trashed({ sql, rootId }: ProgramContext): TrashedEntry[] {
  if (rootId !== ROOT_ID) return [];
  const { rows, from } = listTrash(sql, null, {
    order: 'mod_desc',
    pageToken: '',
    rows: TRASHED_AT_MOST,
    foldersFirst: false,
  });
  return rows.map((row) => {
    const isFile = row.is_file === 1;
    const entry = {
      id: row.id,
      name: row.name,
      isFile,
      sizeBytes: isFile ? row.size_bytes : 0,
      mime: row.mime,
      tag: row.id,
      createdMs: row.created_ms,
      modifiedMs: row.user_modified_ms,
      starred: false,
    };
    return { entry, home: from[row.id] ?? [], trashedMs: row.trashed_ms ?? 0 };
  });
}
