/**
 * Reading a tree to copy it: roots, then the children of folders in pages, each with the contents of its files. Read by
 * the same drive (copy) or by another person's (restore). Only complete nodes in place that no operator closed are copied.
 */
import type { BlobManifest } from '#shared/content/manifest.ts';
import type { Taken } from '#shared/drive/photos/taken.ts';
import { MIB } from '#shared/units.ts';
import { type OwnImage, ownImageOf } from '../images/own-images.store.ts';
import { openGcids } from './blocked.store.ts';
import { type ContentRow, contentByKey } from './content.store.ts';
import type { NodeRow } from './node-columns.ts';
import { takenOf } from './taken.store.ts';
import { isLive, nodesById, STATE } from './tree.store.ts';

export interface SourceNode {
  readonly id: string;
  readonly parentId: string;
  readonly isFile: boolean;
  readonly name: string;
  /** These four follow from the name. */
  readonly nameKey: string;
  readonly sortKey: string;
  readonly mime: string;
  readonly category: string;
  readonly sizeBytes: number;
  readonly gcid: string;
  readonly contentKey: string | null;
  readonly userModifiedMs: number;
  /** When it was taken, where that is known. */
  readonly taken?: Taken;
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

/** The query of one drive about a share's tree in another, or about a common folder. */
export interface ExportQuery {
  /** The right to a common folder: its folder is the root, whatever `rootIds` says. */
  readonly grant?: { readonly grantId: string; readonly userId: string };
  /** The task that takes the common folder over, and how many grants its drive may still have. */
  readonly handover?: { readonly taskId: string; readonly grantsLeft: number };
  readonly rootIds: readonly string[];
  /** Empty: every root. */
  readonly ids?: readonly string[];
  readonly want?: SourceWant;
  readonly rows?: number;
}

export interface ExportMeasure {
  /** The ids to copy, folders first: those requested without those below another one. */
  readonly ids: readonly string[];
  /** How many of them are folders. */
  readonly folders: number;
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
  const taken = takenOf(row);
  return {
    id: row.id,
    parentId: row.parent_id,
    isFile: row.is_file === 1,
    name: row.name,
    nameKey: row.name_key,
    sortKey: row.sort_key,
    mime: row.mime,
    category: row.category,
    sizeBytes: row.size_bytes,
    gcid: row.gcid,
    contentKey: row.content_key,
    userModifiedMs: row.user_modified_ms,
    ...(taken && { taken }),
  };
}

type PlainContent = Omit<SourceContent, 'own'>;

function toContent(row: ContentRow): PlainContent {
  const { content_key: contentKey, manifest, size_bytes: sizeBytes, gcid, crc32 } = row;
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
  readonly #isOpen: (gcid: string) => boolean;
  readonly #hasImages: boolean;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#isOpen = openGcids(sql);
    this.#hasImages = sql.exec('SELECT 1 FROM own_images LIMIT 1').toArray().length > 0;
  }

  get isFull(): boolean {
    return this.#manifestChars >= PAGE_MANIFEST_CHARS;
  }

  isCopyable(row: NodeRow): boolean {
    if (row.is_file === 0) return true;
    return row.phase === 'PHASE_TYPE_COMPLETE' && row.content_key !== null && this.#isOpen(row.gcid);
  }

  /** Adds those that may be copied until the page is full. @returns how many rows were read */
  take(rows: readonly NodeRow[]): number {
    const keys = new Set(rows.flatMap((row) => row.content_key ?? []));
    const text =
      'SELECT contents.* FROM json_each(?) AS asked CROSS JOIN contents ON contents.content_key = asked.value';
    // Read on demand: manifests of a whole page may be more than the memory holds.
    const found = this.#sql.exec<ContentRow>(text, JSON.stringify([...keys].filter((key) => !this.contents.has(key))));
    let read = 0;
    for (const row of rows) {
      if (this.isFull) break;
      read += 1;
      if (row.content_key !== null && keys.delete(row.content_key)) this.#readTo(found, row.content_key);
      if (this.isCopyable(row)) this.nodes.push(toSource(row));
    }
    return read;
  }

  /** Reads contents, which come in the order of their first nodes. */
  #readTo(found: SqlStorageCursor<ContentRow>, contentKey: string): void {
    while (!this.contents.has(contentKey)) {
      const next = found.next();
      if (next.done) return;
      const content = toContent(next.value);
      const own = this.#hasImages ? this.#ownOf(content.contentKey) : null;
      this.contents.set(content.contentKey, own ? { ...content, own } : content);
      this.#manifestChars += content.manifest.length + (own?.content.manifest.length ?? 0);
    }
  }

  #ownOf(contentKey: string): SourceContent['own'] | null {
    const image = ownImageOf(this.#sql, contentKey);
    const row = image && contentByKey(this.#sql, image.imageKey);
    return image && row ? { image, content: toContent(row) } : null;
  }

  page(): SourcePage {
    return { nodes: this.nodes, contents: [...this.contents.values()], reached: this.reached, missing: this.missing };
  }
}

function fillRoots(
  sql: SqlStorage,
  filling: Filling,
  ids: readonly string[],
  allowed: (row: NodeRow) => boolean,
): void {
  const found = nodesById(sql, ids);
  const rows = ids.flatMap((id) => found.get(id) ?? []).filter((row) => allowed(row) && filling.isCopyable(row));
  const read = filling.take(rows);
  // Those after the last that was read are asked for again.
  const next = rows[read]?.id;
  const end = next === undefined ? ids.length : ids.indexOf(next);
  filling.missing += end - read;
  for (const id of ids.slice(0, end)) filling.reached.push({ id, cursor: null });
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
  const read = filling.take(found);
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
  allowed: (row: NodeRow) => boolean,
): SourcePage {
  const filling = new Filling(sql);
  if (want.kind === 'roots') {
    fillRoots(sql, filling, want.ids, allowed);
    return filling.page();
  }
  const folders = nodesById(
    sql,
    want.folders.map(({ id }) => id),
  );
  for (const folder of want.folders) {
    const left = rows - filling.nodes.length;
    if (left <= 0 || filling.isFull) break;
    const row = folders.get(folder.id);
    if (row && allowed(row)) fillChildren(sql, filling, folder, left);
    else {
      filling.missing += 1;
      filling.reached.push({ id: folder.id, cursor: null });
    }
  }
  return filling.page();
}

/** Whether nodes are in place; each folder is looked up once. */
export function liveRows(sql: SqlStorage): (row: NodeRow) => boolean {
  const standings = new Map<string, boolean>();
  return ({ parent_id: parentId, state }) => {
    const isIn = standings.get(parentId) ?? isLive(sql, parentId);
    standings.set(parentId, isIn);
    return state === STATE.live && isIn;
  };
}

/** Parsed manifest of a stored content. */
export function manifestOf(json: string): BlobManifest {
  return JSON.parse(json) as BlobManifest;
}
