/** Files and folders as programs see them, one by one and folder by folder, in slices of one question each. */
import { ROOT_ID } from '#shared/ids.ts';
import { RECOVERED_EPOCHS } from '#worker/platform/session-guard.ts';
import { storageLimit } from '../entitlement/limits.store.ts';
import { contentByKey } from '../tree/content.store.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { isLive } from '../tree/tree.store.ts';
import { readSpace } from '../tree/usage/quota.ts';
import { fileTag, folderTag, type ProgramContext, tagAt } from './conditions.store.ts';
import type { FolderSizes } from './folder-sizes.ts';
import { lineToRoot, locksFor, locksInFolder, toLock } from './locks.store.ts';
import type { Cursor, Entry, Look, LookOrder, Quota } from './model.ts';
import { idAt, isFolderAt, type Place, requireAt, shownNames } from './place.store.ts';
import { propsOf } from './props.store.ts';

/** Entries of one call: about 4 ms of an object's time, and of the text of their answer. */
export const SLICE_ROWS = 500;

/** Columns of an entry, and what orders it. */
const COLUMNS =
  'id, name, is_file, sort_key, size_bytes, content_key, mime, starred, created_ms, user_modified_ms, taken_ms';

type Slim = Pick<
  NodeRow,
  | 'id'
  | 'name'
  | 'is_file'
  | 'sort_key'
  | 'size_bytes'
  | 'content_key'
  | 'mime'
  | 'starred'
  | 'created_ms'
  | 'user_modified_ms'
  | 'taken_ms'
>;

function toEntry(row: Slim, name: string, tag: string): Entry {
  const isFile = row.is_file === 1;
  return {
    id: row.id,
    name,
    isFile,
    sizeBytes: isFile ? row.size_bytes : 0,
    mime: row.mime,
    tag,
    createdMs: row.created_ms,
    modifiedMs: row.user_modified_ms,
    starred: row.starred === 1,
    ...(row.taken_ms === null ? {} : { takenMs: row.taken_ms }),
  };
}

/** @param place  something is there */
export function entryAt(context: ProgramContext, place: Place): Entry {
  const { sql } = context;
  const { node, name } = place;
  const id = idAt(place) ?? ROOT_ID;
  const tag = tagAt(context, place) ?? '';
  const bare: Entry = node
    ? toEntry(node, name, tag)
    : { id, name, isFile: false, sizeBytes: 0, mime: '', tag, createdMs: 0, modifiedMs: 0, starred: false };
  const props = propsOf(sql, [id]).get(id);
  const locks = locksFor(context, id).map((row) => toLock(context, row));
  const sha1 = node?.content_key ? (contentByKey(sql, node.content_key)?.sha1 ?? '') : '';
  return {
    ...bare,
    ...(sha1 === '' ? {} : { sha1 }),
    ...(props ? { props } : {}),
    ...(locks.length > 0 ? { locks } : {}),
  };
}

/** One rank of a folder by name. */
function rowsOf(sql: SqlStorage, { folderId, rank, sortKey, id }: Cursor, limit: number): Slim[] {
  const text = `SELECT ${COLUMNS} FROM nodes INDEXED BY nodes_by_name WHERE parent_id = ? AND state = 0 AND is_file = ?
    AND phase = 'PHASE_TYPE_COMPLETE' AND (sort_key, id) > (?, ?) ORDER BY sort_key, id LIMIT ?`;
  return sql.exec<Slim & Record<string, SqlStorageValue>>(text, folderId, rank, sortKey, id, limit).toArray();
}

function beginning(folderId: string, rank: 0 | 1): Cursor {
  return { folderId, rank, sortKey: '', id: '' };
}

/** SHA-1 by content key, of those that are known. */
function sumsOf(sql: SqlStorage, rows: readonly Slim[]): Map<string | null, string> {
  const keys = JSON.stringify(rows.flatMap(({ content_key: key }) => key ?? []));
  const known = sql.exec<{ content_key: string; sha1: string }>(
    "SELECT content_key, sha1 FROM json_each(?) AS asked CROSS JOIN contents ON contents.content_key = asked.value WHERE sha1 <> ''",
    keys,
  );
  return new Map([...known].map(({ content_key: key, sha1 }) => [key, sha1]));
}

export interface Slice {
  readonly entries: readonly Entry[];
  readonly next: Cursor | null;
}

/** The entries of a folder from a place on; the folder is in place. */
export function sliceOf(context: ProgramContext, from: Cursor, sizes: FolderSizes): Slice {
  const limit = SLICE_ROWS;
  const { sql, tags } = context;
  const { folderId } = from;
  const folders = from.rank === 0 ? rowsOf(sql, from, limit + 1) : [];
  const filesFrom = from.rank === 1 ? from : { ...from, ...beginning(folderId, 1) };
  const files = folders.length > limit ? [] : rowsOf(sql, filesFrom, limit + 1 - folders.length);
  const rows = [...folders, ...files];
  const isMore = rows.length > limit;
  if (isMore) rows.pop();
  const shown = shownNames(sql, folders);
  const folderIds = folders.map(({ id }) => id);
  const tagged = tags.of(folderIds);
  const ids = rows.map(({ id }) => id);
  const names = new Map(rows.map(({ id, name }) => [id, shown.get(id) ?? name]));
  const [props, locks] = [propsOf(sql, ids), locksInFolder(context, folderId, names)];
  const sums = from.withSums ? sumsOf(sql, rows) : null;
  const sizesOf = from.withSizes ? sizes.of(sql, folderIds, tagged) : null;
  const entries = rows.map((row): Entry => {
    const tag = row.is_file === 1 ? fileTag(row.content_key) : folderTag(tagged.get(row.id) ?? { n: 0, run: 0 });
    const entry = toEntry(row, names.get(row.id) ?? row.name, tag);
    const [own, held, sha1] = [props.get(row.id), locks.get(row.id), sums?.get(row.content_key)];
    const heldBytes = sizesOf?.get(row.id);
    if (!own && !held && !sha1 && heldBytes === undefined) return entry;
    return {
      ...entry,
      ...(own ? { props: own } : {}),
      ...(held ? { locks: held } : {}),
      ...(sha1 ? { sha1 } : {}),
      ...(heldBytes === undefined ? {} : { heldBytes }),
    };
  });
  const last = rows.at(-1);
  if (!isMore || !last) return { entries, next: null };
  const rank = last.is_file === 1 ? 1 : 0;
  return { entries, next: { ...from, folderId, rank, sortKey: last.sort_key, id: last.id } };
}

function quotaOf({ sql, nowMs }: ProgramContext, freeBytes: number): Quota {
  const { usage_bytes: usedBytes, reserved_bytes: reservedBytes } = readSpace(sql);
  const leftBytes = Math.max(0, storageLimit({ sql, nowMs }, freeBytes) - usedBytes - reservedBytes);
  return { usedBytes: usedBytes + reservedBytes, leftBytes };
}

/** A recovery raises the epoch of the account by more than it can grow otherwise (account-acts.ts), and the drive has it. */
function recoveriesOf(sql: SqlStorage): number {
  return Math.floor(sql.exec<{ min_epoch: number }>('SELECT min_epoch FROM guard').one().min_epoch / RECOVERED_EPOCHS);
}

/** @throws AppError file_not_found */
export function look(context: ProgramContext, order: LookOrder, sizes: FolderSizes): Look {
  const { path, isDeep, freeBytes, withSums = false, withSizes = false } = order;
  const { isReadOnly } = context;
  const recoveries = recoveriesOf(context.sql);
  const place = requireAt(context.sql, context.rootId, path);
  const found = entryAt(context, place);
  const own =
    withSizes && place.node?.is_file === 0
      ? sizes.of(context.sql, [place.id], context.tags.of([place.id])).get(place.id)
      : undefined;
  const entry = own === undefined ? found : { ...found, heldBytes: own };
  const quota = freeBytes === null ? null : quotaOf(context, freeBytes);
  if (!isDeep || !isFolderAt(place)) return { entry, entries: [], next: null, quota, isReadOnly, recoveries };
  return {
    entry,
    ...sliceOf(context, { ...beginning(place.id, 0), withSums, withSizes }, sizes),
    quota,
    isReadOnly,
    recoveries,
  };
}

/** Entries that follow; none when the folder has gone, or is not the credential's any more. */
export function lookOn(context: ProgramContext, from: Cursor, sizes: FolderSizes): Slice {
  const { sql, rootId } = context;
  const isThere = isLive(sql, from.folderId) && lineToRoot(sql, from.folderId).includes(rootId);
  return isThere ? sliceOf(context, from, sizes) : { entries: [], next: null };
}
