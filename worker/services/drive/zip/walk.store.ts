/**
 * The entries of a zip file, read from the tree in one order: roots by name, in each folder its files, then its folders with all
 * below them. A cursor is a place in this walk, so that pages can be read again and nothing is held between them.
 */
import { createHash } from 'node:crypto';
import { type EntrySizes, entrySizes, type ZipEntry } from '#shared/content/zip-layout.ts';
import { AppError } from '#shared/errors.ts';
import { ROOT_ID } from '#shared/ids.ts';
import { MIB } from '#shared/units.ts';
import { withItems } from '../albums/albums.store.ts';
import { lineInShare } from '../sharing/view.store.ts';
import { requireBatch, topmost } from '../tree/batch.store.ts';
import { NOT_BLOCKED } from '../tree/blocked.store.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { isLive, liveOf, nodesById } from '../tree/tree.store.ts';
import { entryName, type FolderNumbers, folderNumbers } from './child-names.store.ts';
import { distinctNames } from './root-names.ts';

/** The content of a zip file. */
export interface ZipScope {
  /** Its roots; none: everything in the drive or in the share. */
  readonly ids: readonly string[];
  /** The shared nodes, for a visitor; null for the owner. */
  readonly shareRoots: readonly string[] | null;
}

export interface ZipNode extends ZipEntry {
  /** '' for folders. */
  readonly contentKey: string;
  /** JSON of a BlobManifest; '' for folders and where only measures are read. */
  readonly manifest: string;
}

/** A run of entries that is read and checked as one. */
export interface ZipPage {
  /** Where the walk is before its first entry. */
  readonly cursor: string;
  readonly entries: number;
  /** Hex digest of everything that decides about the bytes of its entries. */
  readonly digest: string;
  /** Bytes of local headers and contents, and of the entries in the directory. */
  readonly localBytes: number;
  readonly centralBytes: number;
}

/** Entries of one page; it is shorter where its paths and manifests are long. */
const PAGE_ENTRIES = 1_000;
const PAGE_CHARS = 4 * MIB;
/** Files of a folder read by one statement. */
const CHUNK_ROWS = 200;

/** A folder that is being read: its id, the last child that was taken, and its numbers once a name was changed. */
type Frame = [id: string, isFile: 0 | 1, sortKey: string, childId: string, numbers?: FolderNumbers];

interface Position {
  /** Roots taken so far. */
  root: number;
  /** Digest of the open folders: their names and places. */
  line: string;
  /** Path of the innermost open folder; ends with `/` unless empty. */
  prefix: string;
  readonly frames: Frame[];
}

interface Child {
  readonly id: string;
  readonly is_file: number;
  readonly name: string;
  readonly sort_key: string;
  readonly size_bytes: number;
  readonly user_modified_ms: number;
  readonly content_key: string | null;
  readonly crc32: number | null;
  readonly manifest: string | null;
  readonly manifest_chars: number | null;
}

type ChildRow = Child & Record<string, SqlStorageValue>;

function openFolder(position: Position, id: string, name: string): void {
  position.prefix = name === '' ? '' : `${position.prefix}${name}/`;
  position.frames.push([id, 1, '', '']);
}

function treeChanged(): AppError {
  return new AppError('failed_precondition', { reason: 'tree_changed' });
}

/** Names and places of the open folders. The place of the first one decides about nothing. */
function lineDigest(sql: SqlStorage, frames: readonly Frame[]): string {
  const ids = frames.map(([id]) => id);
  const rows = nodesById(sql, ids);
  const facts = ids.map((id, depth) => {
    const row = rows.get(id);
    return [id, depth === 0 ? '' : row?.parent_id, row?.name, row?.state];
  });
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22);
}

function closeFolder(position: Position): void {
  position.frames.pop();
  position.prefix = position.prefix.slice(0, position.prefix.lastIndexOf('/', position.prefix.length - 2) + 1);
}

/** The chosen nodes, or all that a share shows. @throws AppError file_not_found, file_in_recycle_bin when a chosen one is gone */
export function zipRoots(sql: SqlStorage, { ids, shareRoots }: ZipScope): NodeRow[] {
  const isShown = (id: string): boolean => shareRoots !== null && lineInShare(sql, shareRoots, id) !== null;
  if (shareRoots && !ids.every(isShown)) throw new AppError('file_not_found', { field: 'file_ids' });
  const wanted = ids.length === 0 ? topmost(sql, liveOf(sql, withItems(sql, shareRoots ?? []))) : ids;
  const rows = shareRoots ? [...nodesById(sql, wanted).values()] : requireBatch(sql, wanted, 'refuse');
  const order = (row: NodeRow): string => `${1 - row.is_file}${row.sort_key}\0${row.id}`;
  return rows
    .map((row) => ({ row, key: order(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
}

function isWholeDrive({ ids, shareRoots }: ZipScope): boolean {
  return ids.length === 0 && shareRoots === null;
}

/** One pass over the walk from a cursor on. */
export class Walk {
  readonly nodes: ZipNode[] = [];
  readonly position: Position;
  isEnded = false;
  readonly #sql: SqlStorage;
  readonly #scope: ZipScope;
  readonly #columns: string;
  readonly #open: string;
  readonly #limit: number;
  #chars = 0;
  #roots: { rows: NodeRow[]; names: Map<string, string> } | undefined;

  constructor(sql: SqlStorage, scope: ZipScope, cursor: string, limit: number, withManifests: boolean) {
    this.#sql = sql;
    this.#scope = scope;
    this.#limit = limit;
    const manifest = withManifests ? 'contents.manifest' : "''";
    this.#columns = `nodes.id, nodes.is_file, nodes.name, nodes.sort_key, nodes.size_bytes, nodes.user_modified_ms, nodes.content_key,
       contents.crc32, ${manifest} AS manifest, length(contents.manifest) AS manifest_chars`;
    this.#open = scope.shareRoots ? ` AND (nodes.is_file = 0 OR ${NOT_BLOCKED})` : '';
    this.position = cursor === '' ? { root: 0, line: '', prefix: '', frames: [] } : (JSON.parse(cursor) as Position);
    if (cursor === '' && isWholeDrive(scope)) openFolder(this.position, ROOT_ID, '');
    if (cursor !== '') this.#requireOpenFolders();
  }

  /** The folders that the walk is in may have left the drive or the share. @throws AppError file_not_found, failed_precondition */
  #requireOpenFolders(): void {
    const { frames, line } = this.position;
    const id = frames.at(-1)?.[0] ?? ROOT_ID;
    if (id === ROOT_ID) return;
    const { shareRoots } = this.#scope;
    const isThere = shareRoots ? lineInShare(this.#sql, shareRoots, id) !== null : isLive(this.#sql, id);
    if (!isThere) throw new AppError('file_not_found');
    if (lineDigest(this.#sql, frames) !== line) throw treeChanged();
  }

  /** Where the next page begins. */
  cursor(): string {
    return JSON.stringify({ ...this.position, line: lineDigest(this.#sql, this.position.frames) });
  }

  run(): void {
    while (!this.isEnded && !this.#isFull()) {
      if (this.position.frames.length === 0) this.#nextRoot();
      else this.#nextChildren();
    }
  }

  #isFull(): boolean {
    return this.nodes.length >= this.#limit || this.#chars >= PAGE_CHARS;
  }

  #nextRoot(): void {
    if (!this.#roots) {
      const rows = isWholeDrive(this.#scope) ? [] : zipRoots(this.#sql, this.#scope);
      this.#roots = { rows, names: distinctNames(rows).names };
    }
    const { rows, names } = this.#roots;
    const root = rows[this.position.root];
    if (!root) {
      this.isEnded = true;
      return;
    }
    this.position.root += 1;
    const [row] = this.#rows('nodes', 'nodes.id = ?', [root.id], 1);
    if (row) this.#take(row, names.get(root.id) ?? row.name);
  }

  /** Reads on in the innermost folder. */
  #nextChildren(): void {
    const frame = this.position.frames.at(-1);
    if (!frame) return;
    const [folderId, isFile, sortKey, childId] = frame;
    const rows = isFile === 1 ? Math.min(CHUNK_ROWS, this.#limit - this.nodes.length) : 1;
    const children = this.#rows(
      'nodes INDEXED BY nodes_by_name',
      'nodes.parent_id = ? AND nodes.state = 0 AND nodes.is_file = ? AND (nodes.sort_key, nodes.id) > (?, ?)',
      [folderId, isFile, sortKey, childId],
      rows,
    );
    for (const child of children) {
      if (this.#isFull()) return;
      frame[2] = child.sort_key;
      frame[3] = child.id;
      this.#take(
        child,
        entryName(this.#sql, folderId, child, () => {
          frame[4] ??= folderNumbers(this.#sql, folderId);
          return frame[4];
        }),
      );
    }
    if (children.length === rows) return;
    if (isFile === 0) closeFolder(this.position);
    else [frame[1], frame[2], frame[3]] = [0, '', ''];
  }

  #rows(from: string, where: string, values: readonly SqlStorageValue[], rows: number): ChildRow[] {
    return this.#sql
      .exec<ChildRow>(
        `SELECT ${this.#columns} FROM ${from} LEFT JOIN contents ON contents.content_key = nodes.content_key
         WHERE ${where} AND nodes.phase = 'PHASE_TYPE_COMPLETE'${this.#open} ORDER BY nodes.sort_key, nodes.id LIMIT ?`,
        ...values,
        rows,
      )
      .toArray();
  }

  #take(row: Child, named: string): void {
    // A letter and a colon at the beginning of a path name a drive on Windows.
    const name = this.position.prefix === '' ? named.replace(/^([a-z]):/i, '$1_') : named;
    const path = this.position.prefix + name;
    const modifiedMs = row.user_modified_ms;
    this.#chars += path.length;
    if (row.is_file === 0) {
      this.nodes.push({ path: `${path}/`, sizeBytes: 0, crc32: 0, modifiedMs, contentKey: '', manifest: '' });
      openFolder(this.position, row.id, name);
      return;
    }
    // An upload that has not ended.
    if (row.content_key === null) return;
    if (row.crc32 === null) throw new AppError('data_loss', { reason: 'content_missing' });
    this.#chars += row.manifest_chars ?? 0;
    const { size_bytes: sizeBytes, crc32, content_key: contentKey } = row;
    this.nodes.push({ path, sizeBytes, crc32, modifiedMs, contentKey, manifest: row.manifest ?? '' });
  }
}

function digestOf(nodes: readonly ZipNode[]): string {
  const hash = createHash('sha256');
  for (const { path, sizeBytes, crc32, modifiedMs, contentKey } of nodes)
    hash.update(`${path}\0${sizeBytes}\0${crc32}\0${modifiedMs}\0${contentKey}\n`);
  return hash.digest('hex');
}

/** @throws AppError invalid_argument for a path that no zip file can hold */
function sizesOf(node: ZipNode, offset: number): EntrySizes {
  try {
    return entrySizes(node, offset);
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('invalid_argument', { reason: 'zip_path' }, { cause: error });
    throw error;
  }
}

/**
 * Measures the next page of the walk.
 * @param offset  bytes of the archive before it
 * @returns next null: it was the last one
 */
export function measureZipPage(
  sql: SqlStorage,
  scope: ZipScope,
  cursor: string,
  offset: number,
): { page: ZipPage; next: string | null } {
  const walk = new Walk(sql, scope, cursor, PAGE_ENTRIES, false);
  walk.run();
  let [localBytes, centralBytes] = [0, 0];
  for (const node of walk.nodes) {
    const sizes = sizesOf(node, offset + localBytes);
    localBytes += sizes.localBytes;
    centralBytes += sizes.centralBytes;
  }
  const page = { cursor, entries: walk.nodes.length, digest: digestOf(walk.nodes), localBytes, centralBytes };
  return { page, next: walk.isEnded ? null : walk.cursor() };
}

/**
 * The entries of a page that was measured before.
 * @throws AppError failed_precondition when the tree is another one now
 */
export function readZipPage(
  sql: SqlStorage,
  scope: ZipScope,
  page: Pick<ZipPage, 'cursor' | 'entries' | 'digest'>,
): ZipNode[] {
  const walk = new Walk(sql, scope, page.cursor, page.entries, true);
  walk.run();
  if (digestOf(walk.nodes) !== page.digest) throw treeChanged();
  return walk.nodes;
}
