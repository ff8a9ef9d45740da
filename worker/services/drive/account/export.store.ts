/** The export of a drive: every file and folder with its path, page by page. */

import { exportedFieldsOf } from '#shared/drive/file-fields.ts';
import type { ExportPage, ExportRow, ExportVersion } from '../tree/export-row.ts';
import { playedSeconds } from '../tree/history/history.store.ts';
import { EXPORTED_COLUMNS, type NodeRow, wireFieldsOf } from '../tree/node-columns.ts';
import { TRASH_PARENT } from '../tree/tree.store.ts';
import { allVersions, hasVersions } from '../tree/versions/version.store.ts';

type Line = { readonly place: 'drive' | 'trash'; readonly path: string } | null;

/** Where folders lie, each looked up once a page. Null for nodes that are being deleted or made. */
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
  const played = playedSeconds(sql);
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
    .exec<NodeRow>(`SELECT ${EXPORTED_COLUMNS} FROM nodes WHERE id > ? ORDER BY id LIMIT ?`, after, limit)
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
        ...exportedFieldsOf(wireFieldsOf(row)),
        isStarred: row.starred === 1,
        playedSeconds: played.get(row.id) ?? 0,
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
