/** The drive's rows as their owner takes them along: every file and folder with its path, page by page. */

import { TRASH_PARENT } from '../tree/tree.store.ts';
import { allVersions, hasVersions } from '../tree/versions/version.store.ts';

/** One file or folder, wherever it lies. Times are epoch ms. */
export interface ExportRow {
  readonly id: string;
  readonly folder: boolean;
  readonly place: 'drive' | 'trash';
  /** From the root, or from the trashed root; begins with `/`. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly isComplete: boolean;
  /** '' for folders and files whose bytes are not all there. */
  readonly contentKey: string;
  readonly gcid: string;
  readonly isStarred: boolean;
  readonly createdMs: number;
  readonly modifiedMs: number;
  /** When the person last changed it. */
  readonly userModifiedMs: number;
  /** Of a trashed root only; null for all else. */
  readonly trashedMs: number | null;
  /** Former contents, newest first. */
  readonly versions: readonly ExportVersion[];
}

export interface ExportVersion {
  readonly sizeBytes: number;
  readonly contentKey: string;
  readonly gcid: string;
  /** Of the file while it held this. */
  readonly modifiedMs: number;
  readonly replacedMs: number;
}

export interface ExportPage {
  readonly rows: readonly ExportRow[];
  /** Id to go on after; '' at the end. */
  readonly next: string;
}

type Line = { readonly place: 'drive' | 'trash'; readonly path: string } | null;

type Row = {
  id: string;
  parent_id: string;
  is_file: number;
  name: string;
  size_bytes: number;
  phase: string;
  content_key: string | null;
  gcid: string;
  starred: number;
  created_ms: number;
  modified_ms: number;
  user_modified_ms: number;
  trashed_ms: number | null;
};

/** Where folders lie, each looked up once a page. Null for what is being deleted or made. */
function makeLines(sql: SqlStorage): (parentId: string) => Line {
  const known = new Map<string, Line>([
    ['', { place: 'drive', path: '' }],
    [TRASH_PARENT, { place: 'trash', path: '' }],
  ]);
  const lineTo = (id: string): Line => {
    const found = known.get(id);
    if (found !== undefined) return found;
    const row = sql
      .exec<{ parent_id: string; name: string }>('SELECT parent_id, name FROM nodes WHERE id = ?', id)
      .toArray()[0];
    const above = row ? lineTo(row.parent_id) : null;
    const line = row && above ? { place: above.place, path: `${above.path}/${row.name}` } : null;
    known.set(id, line);
    return line;
  };
  return lineTo;
}

/** Rows of one page: some 400 KB between objects. */
const EXPORT_ROWS = 1_000;

/** In the order of ids. A node that is made or moved while pages are read may be on no page, or under either path. */
export function exportPage(sql: SqlStorage, after: string, limit = EXPORT_ROWS): ExportPage {
  const lineTo = makeLines(sql);
  const isPlain = !hasVersions(sql);
  const versionsOf = (id: string): ExportVersion[] =>
    isPlain
      ? []
      : allVersions(sql, id).map((version) => ({
          sizeBytes: version.size_bytes,
          contentKey: version.content_key,
          gcid: version.gcid,
          modifiedMs: version.modified_ms,
          replacedMs: version.replaced_ms,
        }));
  const found = sql
    .exec<Row>(
      `SELECT id, parent_id, is_file, name, size_bytes, phase, content_key, gcid, starred, created_ms, modified_ms, user_modified_ms, trashed_ms
       FROM nodes WHERE id > ? ORDER BY id LIMIT ?`,
      after,
      limit,
    )
    .toArray();
  const rows = found.flatMap((row): ExportRow[] => {
    const line = lineTo(row.parent_id);
    if (!line) return [];
    return [
      {
        id: row.id,
        folder: row.is_file === 0,
        place: line.place,
        path: `${line.path}/${row.name}`,
        sizeBytes: row.size_bytes,
        isComplete: row.phase === 'PHASE_TYPE_COMPLETE',
        contentKey: row.content_key ?? '',
        gcid: row.gcid,
        isStarred: row.starred === 1,
        createdMs: row.created_ms,
        modifiedMs: row.modified_ms,
        userModifiedMs: row.user_modified_ms,
        trashedMs: row.parent_id === TRASH_PARENT ? row.trashed_ms : null,
        versions: versionsOf(row.id),
      },
    ];
  });
  return { rows, next: found.length === limit ? (found.at(-1)?.id ?? '') : '' };
}
