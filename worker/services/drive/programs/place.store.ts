/**
 * Looks up a path from the root of a credential: one look-up a name. A name is found byte for byte; one that is the same by our rule
 * (case, NFC) but has other bytes is what the path collides with.
 */
import { nameKey, sortKey, validateName } from '#shared/drive/names.ts';
import { AppError } from '#shared/errors.ts';
import { ROOT_ID } from '#shared/ids.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { requireName } from '../tree/rules.ts';
import { isLive, MAX_DEPTH, nodeById } from '../tree/tree.store.ts';
import type { Path } from './model.ts';
import { readSuffixed, suffixedName } from './shown-name.ts';

/** The place that a path names, whether or not something is there. */
export interface Place {
  /** The folder that has it, or would; null: it is the root of the credential. */
  readonly parentId: string | null;
  /** Last name of the path; '' for the root. */
  readonly name: string;
  /** The node that is there; null for nothing, and for the root of the drive. */
  readonly node: NodeRow | null;
  /** Of the drive itself: it has no node. */
  readonly isDrive: boolean;
  /** A node that has the same name with other bytes, or is coming in under it. */
  readonly other: NodeRow | null;
}

const COMPLETE = 'PHASE_TYPE_COMPLETE';

/** Nodes of a folder with the same name by our rule: files first, then the oldest. */
const NAMED = `SELECT * FROM nodes INDEXED BY nodes_by_name WHERE parent_id = ?1 AND state = 0 AND is_file IN (0, 1) AND sort_key = ?2
  AND name_key = ?3`;

interface Child {
  readonly node: NodeRow | null;
  readonly other: NodeRow | null;
}

const NOTHING: Child = { node: null, other: null };

function named(sql: SqlStorage, parentId: string, name: string, rest: string, ...values: string[]): NodeRow[] {
  return sql.exec<NodeRow>(`${NAMED} ${rest}`, parentId, sortKey(name), nameKey(name), ...values).toArray();
}

/** The folder that is shown with a suffix. */
function suffixed(sql: SqlStorage, parentId: string, name: string): NodeRow | null {
  const parts = readSuffixed(name);
  if (!parts || !validateName(parts.base).ok) return null;
  const order = 'ORDER BY is_file DESC, created_ms, id';
  const [row] = named(
    sql,
    parentId,
    parts.base,
    `AND is_file = 0 AND substr(id, -8) = ?4 ${order} LIMIT 1`,
    parts.suffix,
  );
  if (!row || row.name !== parts.base) return null;
  const [first] = named(sql, parentId, parts.base, `AND phase = '${COMPLETE}' ${order} LIMIT 1`);
  return first?.id === row.id ? null : row;
}

function childOf(sql: SqlStorage, parentId: string, name: string): Child {
  // Long runs of combining marks take seconds to normalise: only what may be a name is looked up.
  if (!validateName(name).ok) return NOTHING;
  const order = `ORDER BY phase = '${COMPLETE}' DESC, is_file DESC, created_ms, id LIMIT 1`;
  const [first = null] = named(sql, parentId, name, order);
  if (first?.name === name && first.phase === COMPLETE) return { node: first, other: null };
  return { node: suffixed(sql, parentId, name), other: first };
}

/** The root of a credential. @throws AppError file_not_found when its folder is not in place */
function rootPlace(sql: SqlStorage, rootId: string): Place {
  const isDrive = rootId === ROOT_ID;
  const node = isDrive ? null : nodeById(sql, rootId);
  if (!isDrive && (node?.is_file !== 0 || !isLive(sql, rootId))) throw new AppError('file_not_found');
  return { parentId: null, name: '', node, isDrive, other: null };
}

/**
 * @param rootId  folder of the credential; '' for the whole drive
 * @throws AppError file_not_found with the reason `no_parent` when a folder above is not there
 */
export function placeOf(sql: SqlStorage, rootId: string, path: Path): Place {
  const root = rootPlace(sql, rootId);
  const noParent = () => new AppError('file_not_found', { reason: 'no_parent' });
  if (path.length > MAX_DEPTH) throw noParent();
  let parentId = rootId;
  let place = root;
  for (const [at, name] of path.entries()) {
    if (at > 0) {
      if (place.node?.is_file !== 0) throw noParent();
      parentId = place.node.id;
    }
    place = placeBelow(sql, parentId, name);
  }
  return place;
}

/** The place of this name in a folder. */
export function placeBelow(sql: SqlStorage, parentId: string, name: string): Place {
  return { parentId, name, isDrive: false, ...childOf(sql, parentId, name) };
}

/** Id of what is at a place; null for nothing. */
export function idAt({ node, isDrive }: Place): string | null {
  return isDrive ? ROOT_ID : (node?.id ?? null);
}

export function isFolderAt({ node, isDrive }: Place): boolean {
  return isDrive || node?.is_file === 0;
}

/** A place below folders that may not be there; null then. */
export function placeIfAny(sql: SqlStorage, rootId: string, path: Path): Place | null {
  try {
    return placeOf(sql, rootId, path);
  } catch (error) {
    if (error instanceof AppError && error.errorName === 'file_not_found') return null;
    throw error;
  }
}

/** Ids of the folders on the way to a path, from the root of the credential down to the last that is there. */
export function foldersTo(sql: SqlStorage, rootId: string, path: Path): string[] {
  const ids: string[] = [];
  for (let depth = 0; depth < path.length; depth += 1) {
    const place = placeIfAny(sql, rootId, path.slice(0, depth));
    const id = place && isFolderAt(place) ? idAt(place) : null;
    if (id === null) break;
    ids.push(id);
  }
  return ids;
}

/** A place where something is. @throws AppError file_not_found */
export function requireAt(sql: SqlStorage, rootId: string, path: Path): Place & { readonly id: string } {
  const place = placeIfAny(sql, rootId, path);
  const id = place && idAt(place);
  if (!place || id === null) throw new AppError('file_not_found');
  return { ...place, id };
}

/** A free place that may take a new node. */
export interface FreePlace extends Place {
  readonly parentId: string;
}

/**
 * Whether something new may be made at a place where nothing is.
 * @param exceptId  the node that will be there, whose own name it may be
 * @throws AppError file_name_empty, file_name_invalid, file_duplicated_name
 */
export function requireFree(place: Place, exceptId = ''): FreePlace {
  const { parentId, name, other } = place;
  if (parentId === null) throw new AppError('permission_denied', { reason: 'root' });
  requireName(name);
  if (other && other.id !== exceptId) {
    const isComing = other.phase !== COMPLETE && other.name === name;
    throw new AppError('file_duplicated_name', {
      reason: isComing ? 'coming_in' : 'other_spelling',
      metadata: { name: other.name },
      messageKey: isComing ? 'programs.dav.coming_in' : 'programs.dav.other_spelling',
      messageParams: { name: other.name },
    });
  }
  return { ...place, parentId };
}

/** Names that a folder's nodes are shown with, for those that are not their own. */
export function shownNames(
  sql: SqlStorage,
  folders: readonly { readonly id: string; readonly name: string }[],
): Map<string, string> {
  if (folders.length === 0) return new Map();
  const later = sql.exec<{ id: string }>(
    `SELECT nodes.id FROM json_each(?) AS asked CROSS JOIN nodes ON nodes.id = asked.value
     WHERE EXISTS (SELECT 1 FROM nodes AS same INDEXED BY nodes_by_name WHERE same.parent_id = nodes.parent_id AND same.state = 0
       AND same.is_file IN (0, 1) AND same.sort_key = nodes.sort_key AND same.name_key = nodes.name_key AND same.id <> nodes.id
       AND same.phase = '${COMPLETE}' AND (same.is_file = 1 OR same.created_ms < nodes.created_ms
         OR (same.created_ms = nodes.created_ms AND same.id < nodes.id)))`,
    JSON.stringify(folders.map(({ id }) => id)),
  );
  const names = new Map(folders.map(({ id, name }) => [id, name]));
  return new Map([...later].map(({ id }) => [id, suffixedName(names.get(id) ?? '', id)]));
}

/** Names from the root of a credential to a node; null when it is not below that root. @param line  ids from the node up */
export function pathTo(sql: SqlStorage, rootId: string, line: readonly string[]): Path | null {
  const end = rootId === ROOT_ID ? line.length : line.indexOf(rootId);
  if (end === -1) return null;
  const nodes = line.slice(0, end).flatMap((id) => nodeById(sql, id) ?? []);
  const shown = shownNames(
    sql,
    nodes.filter(({ is_file: isFile }) => isFile === 0),
  );
  return nodes.map(({ id, name }) => shown.get(id) ?? name).toReversed();
}
