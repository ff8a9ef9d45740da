/**
 * Reading a tree to copy it: roots, then the children of folders in pages, each with the contents of its files. Read by
 * the same drive (copy) or by another person's (restore). Only what is complete, in place and not closed by an operator goes.
 */
import type { BlobManifest } from '#shared/content/manifest.ts';
import { MIB } from '#shared/units.ts';
import { type OwnImage, ownImageOf } from '../pictures/own-images.store.ts';
import { isBlocked } from './blocked.store.ts';
import { contentByKey } from './content.store.ts';
import type { NodeRow } from './node-columns.ts';
import { nodeById } from './tree.store.ts';

export interface SourceNode {
  readonly id: string;
  readonly parentId: string;
  readonly isFile: boolean;
  readonly name: string;
  readonly sizeBytes: number;
  readonly gcid: string;
  readonly contentKey: string | null;
  readonly folderType: string;
  readonly userModifiedMs: number;
}

export interface SourceContent {
  readonly contentKey: string;
  /** JSON of a BlobManifest. */
  readonly manifest: string;
  readonly sizeBytes: number;
  readonly gcid: string;
  readonly crc32: number;
  /** The image that this drive's owner made of it. */
  readonly own?: { readonly image: OwnImage; readonly content: Omit<SourceContent, 'own'> };
}

/** A folder whose children are wanted, from after `cursor` on (`''`: from the first). */
export interface FolderWant {
  readonly id: string;
  readonly cursor: string;
}

export type SourceWant =
  | { readonly kind: 'roots'; readonly ids: readonly string[] }
  | { readonly kind: 'children'; readonly folders: readonly FolderWant[] };

export interface SourcePage {
  readonly nodes: readonly SourceNode[];
  readonly contents: readonly SourceContent[];
  /** Roots that were read, and the position in each folder; null: read to its end. A folder that is absent was not begun. */
  readonly reached: readonly { readonly id: string; readonly cursor: string | null }[];
  /** Wanted nodes that are no longer there to be read. */
  readonly missing: number;
}

/** The query of one drive about a share's tree in another. */
export interface ExportQuery {
  readonly rootIds: readonly string[];
  /** Empty: every root. */
  readonly ids?: readonly string[];
  readonly want?: SourceWant;
  readonly rows?: number;
}

export interface ExportMeasure {
  /** The ids to copy: those requested without those below another one. */
  readonly ids: readonly string[];
  readonly bytes: number;
  readonly rows: number;
  readonly height: number;
}

/** A page ends when its manifests have this many characters: one call between objects carries 32 MiB. */
const PAGE_MANIFEST_CHARS = 4 * MIB;

const EMPTY_CURSOR = [-1, '', ''] as const;

function readCursor(cursor: string): readonly [number, string, string] {
  return cursor === '' ? EMPTY_CURSOR : (JSON.parse(cursor) as [number, string, string]);
}

function toSource(row: NodeRow): SourceNode {
  return {
    id: row.id,
    parentId: row.parent_id,
    isFile: row.is_file === 1,
    name: row.name,
    sizeBytes: row.size_bytes,
    gcid: row.gcid,
    contentKey: row.content_key,
    folderType: row.folder_type,
    userModifiedMs: row.user_modified_ms,
  };
}

function isCopyable(sql: SqlStorage, row: NodeRow): boolean {
  if (row.is_file === 0) return true;
  return row.phase === 'PHASE_TYPE_COMPLETE' && row.content_key !== null && !isBlocked(sql, row.gcid);
}

function sourceContent(sql: SqlStorage, contentKey: string): Omit<SourceContent, 'own'> | null {
  const content = contentByKey(sql, contentKey);
  if (!content) return null;
  const { manifest, size_bytes: sizeBytes, gcid, crc32 } = content;
  return { contentKey, manifest, sizeBytes, gcid, crc32 };
}

/** A page while it is filled: each content once, and no more than one call carries. */
class Filling {
  readonly nodes: SourceNode[] = [];
  readonly contents = new Map<string, SourceContent>();
  readonly reached: { id: string; cursor: string | null }[] = [];
  missing = 0;
  #manifestChars = 0;
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  get isFull(): boolean {
    return this.#manifestChars >= PAGE_MANIFEST_CHARS;
  }

  /** Adds a node when it may be copied. */
  take(row: NodeRow): void {
    if (!isCopyable(this.#sql, row)) return;
    this.nodes.push(toSource(row));
    if (row.content_key === null || this.contents.has(row.content_key)) return;
    const content = sourceContent(this.#sql, row.content_key);
    if (!content) return;
    const image = ownImageOf(this.#sql, row.content_key);
    const own = image && sourceContent(this.#sql, image.imageKey);
    this.contents.set(row.content_key, { ...content, ...(own ? { own: { image, content: own } } : {}) });
    this.#manifestChars += content.manifest.length + (own?.manifest.length ?? 0);
  }

  page(): SourcePage {
    return { nodes: this.nodes, contents: [...this.contents.values()], reached: this.reached, missing: this.missing };
  }
}

function fillRoots(sql: SqlStorage, filling: Filling, ids: readonly string[], allowed: (id: string) => boolean): void {
  for (const id of ids) {
    if (filling.isFull) return;
    const row = allowed(id) ? nodeById(sql, id) : null;
    if (row && isCopyable(sql, row)) filling.take(row);
    else filling.missing += 1;
    filling.reached.push({ id, cursor: null });
  }
}

/** Reads on in one folder. */
function fillChildren(sql: SqlStorage, filling: Filling, folder: FolderWant, rows: number): void {
  const found = sql
    .exec<NodeRow>(
      'SELECT * FROM nodes WHERE parent_id = ? AND state = 0 AND (is_file, sort_key, id) > (?, ?, ?) ORDER BY is_file, sort_key, id LIMIT ?',
      folder.id,
      ...readCursor(folder.cursor),
      rows,
    )
    .toArray();
  let read = 0;
  while (read < found.length && !filling.isFull) {
    const row = found[read];
    if (row) filling.take(row);
    read += 1;
  }
  const last = found[read - 1];
  const ended = read === found.length && found.length < rows;
  const cursor = last ? JSON.stringify([last.is_file, last.sort_key, last.id]) : folder.cursor;
  filling.reached.push({ id: folder.id, cursor: ended ? null : cursor });
}

/**
 * One page of a tree. A file that is renamed between two pages of its folder may be missed or met twice; the copy is made once.
 * @param rows  nodes at most
 * @param allowed  whether this node may be read now; those that may not count as missing
 */
export function readSource(
  sql: SqlStorage,
  want: SourceWant,
  rows: number,
  allowed: (id: string) => boolean,
): SourcePage {
  const filling = new Filling(sql);
  if (want.kind === 'roots') {
    fillRoots(sql, filling, want.ids, allowed);
    return filling.page();
  }
  for (const folder of want.folders) {
    const left = rows - filling.nodes.length;
    if (left <= 0 || filling.isFull) break;
    if (allowed(folder.id)) fillChildren(sql, filling, folder, left);
    else {
      filling.missing += 1;
      filling.reached.push({ id: folder.id, cursor: null });
    }
  }
  return filling.page();
}

/** Parsed manifest of a stored content. */
export function manifestOf(json: string): BlobManifest {
  return JSON.parse(json) as BlobManifest;
}
