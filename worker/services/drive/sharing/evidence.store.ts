/** Files of a reported link as evidence, and operators' decisions about contents and links, as the owner's drive stores them. */
import { withItems } from '../albums/albums.store.ts';
import type { DriveTx } from '../core/tx.ts';
import { BELOW } from '../tree/batch.store.ts';
import { nodesWithGcid, setBlocked } from '../tree/blocked.store.ts';
import { notifyWatchers, watchersAbove } from '../tree/watchers.store.ts';
import { lineInShare } from './view.store.ts';

export const LINK_NOTICE_TABLE = `
  -- Decisions of operators about links of this person; shown for 30 days.
  CREATE TABLE link_notices (
    share_id TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,               -- of the decision: a late one changes nothing
    kind TEXT NOT NULL,                 -- closed | opened
    ground TEXT NOT NULL,
    at_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
`;

/** The person reads about a decision for this long: 30 days. */
const NOTICE_TTL_MS = 30 * 86_400_000;

export interface LinkNotice {
  readonly shareId: string;
  readonly seq: number;
  readonly kind: 'closed' | 'opened';
  /** Machine word of the reason. */
  readonly ground: string;
  readonly atMs: number;
}

export function setLinkNotice({ sql, nowMs }: DriveTx, { shareId, seq, kind, ground, atMs }: LinkNotice): void {
  sql.exec('DELETE FROM link_notices WHERE at_ms <= ?', nowMs - NOTICE_TTL_MS);
  sql.exec(
    `INSERT INTO link_notices (share_id, seq, kind, ground, at_ms) VALUES (?1, ?2, ?3, ?4, ?5)
     ON CONFLICT (share_id) DO UPDATE SET seq = ?2, kind = ?3, ground = ?4, at_ms = ?5 WHERE seq < ?2`,
    shareId,
    seq,
    kind,
    ground,
    atMs,
  );
}

/** The newest decisions, at most three. */
export function linkNotices(sql: SqlStorage, nowMs: number): LinkNotice[] {
  return sql
    .exec<{ share_id: string; seq: number; kind: string; ground: string; at_ms: number }>(
      'SELECT * FROM link_notices WHERE at_ms > ? ORDER BY at_ms DESC LIMIT 3',
      nowMs - NOTICE_TTL_MS,
    )
    .toArray()
    .map((row) => ({
      shareId: row.share_id,
      seq: row.seq,
      kind: row.kind as LinkNotice['kind'],
      ground: row.ground,
      atMs: row.at_ms,
    }));
}

/** A complete file of a link, as evidence. */
export interface EvidenceFile {
  readonly nodeId: string;
  readonly contentKey: string;
  readonly gcid: string;
  readonly name: string;
  readonly mime: string;
  readonly sizeBytes: number;
}

/** Folders that are walked for evidence. */
const FOLDERS = 5_000;

/** Complete files of a link, those that were named first. @param fileIds  as visitors named them: ids that the link does not show are skipped */
export function evidenceOf(
  sql: SqlStorage,
  { rootIds, fileIds, limit }: { rootIds: readonly string[]; fileIds: readonly string[]; limit: number },
): EvidenceFile[] {
  const named = fileIds.filter((id) => lineInShare(sql, rootIds, id) !== null);
  return sql
    .exec<Record<string, string | number>>(
      `WITH RECURSIVE roots (id) AS (SELECT value FROM json_each(?1)),
         folders (id) AS (
           SELECT nodes.id FROM roots JOIN nodes ON nodes.id = roots.id WHERE nodes.state = 0 AND nodes.is_file = 0
           UNION ALL SELECT nodes.id FROM folders ${BELOW} ON nodes.parent_id = folders.id AND nodes.state = 0 AND nodes.is_file = 0
           LIMIT ${FOLDERS}),
         files (id) AS (
           SELECT value FROM json_each(?2)
           UNION SELECT id FROM roots
           UNION SELECT nodes.id FROM folders ${BELOW} ON nodes.parent_id = folders.id AND nodes.state = 0 AND nodes.is_file = 1)
       SELECT nodes.id, content_key, gcid, name, mime, size_bytes FROM files CROSS JOIN nodes ON nodes.id = files.id
       WHERE nodes.is_file = 1 AND nodes.state = 0 AND phase = 'PHASE_TYPE_COMPLETE' AND content_key IS NOT NULL
       ORDER BY nodes.id NOT IN (SELECT value FROM json_each(?2)), size_bytes DESC, nodes.id LIMIT ?3`,
      JSON.stringify(withItems(sql, rootIds)),
      JSON.stringify(named),
      limit,
    )
    .toArray()
    .map((row) => ({
      nodeId: String(row['id']),
      contentKey: String(row['content_key']),
      gcid: String(row['gcid']).toUpperCase(),
      name: String(row['name']),
      mime: String(row['mime']),
      sizeBytes: Number(row['size_bytes']),
    }));
}

/** Closes contents in this drive, or opens them again; links that show them are notified. */
export function setContentBans(
  tx: DriveTx,
  { contents, banned }: { contents: readonly { contentKey: string; gcid: string }[]; banned: boolean },
): void {
  const { sql } = tx;
  const labels = sql
    .exec<{ gcid: string }>(
      `SELECT DISTINCT upper(gcid) AS gcid FROM nodes WHERE content_key IN (SELECT value FROM json_each(?)) AND gcid <> ''`,
      JSON.stringify(contents.map(({ contentKey }) => contentKey)),
    )
    .toArray()
    .map(({ gcid }) => gcid);
  const gcids = [...new Set([...labels, ...contents.map(({ gcid }) => gcid.toUpperCase())])].filter(
    (gcid) => gcid !== '',
  );
  setBlocked(sql, gcids, banned);
  const watchers = watchersAbove(tx, nodesWithGcid(sql, gcids));
  if (watchers.length > 0) notifyWatchers(tx, watchers, banned);
}
