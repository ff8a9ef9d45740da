/** Sessions that wait for bytes, read by pages. Plain SQL. */
import { readTimePlace, timeToken } from '../tree/listing-query.ts';

export interface OpenUploadRow extends Record<string, SqlStorageValue> {
  id: string;
  node_id: string;
  door: string;
  name: string;
  parent_id: string;
  size_bytes: number;
  part_bytes: number;
  gcid_claim: string;
  created_ms: number;
  deadline_ms: number;
  parts: number;
  stored_bytes: number;
  last_part_ms: number | null;
}

export interface OpenUploadPage {
  readonly rows: OpenUploadRow[];
  readonly nextPageToken: string;
}

/** Newest first; without sessions past their deadline, and those of fetches and of visitors. @throws AppError invalid_argument for a bad page token */
export function listOpenUploads(sql: SqlStorage, pageToken: string, rows: number, nowMs: number): OpenUploadPage {
  const after = readTimePlace(pageToken);
  const found = sql
    .exec<OpenUploadRow>(
      `SELECT u.id, u.node_id, u.door, n.name, n.parent_id, u.size_bytes, u.part_bytes, u.gcid_claim, u.created_ms, u.deadline_ms,
              count(p.part) AS parts, coalesce(sum(p.size_bytes), 0) AS stored_bytes, max(p.at_ms) AS last_part_ms
       FROM uploads u JOIN nodes n ON n.id = u.node_id LEFT JOIN upload_parts p ON p.upload_id = u.id AND p.stored = 1
       WHERE u.state = 'open' AND NOT EXISTS (SELECT 1 FROM fetches WHERE upload_id = u.id)
         AND NOT EXISTS (SELECT 1 FROM collect_files WHERE upload_id = u.id AND collect_files.state = 'coming') AND u.deadline_ms > ?1 AND (u.created_ms, u.id) < (?2, ?3)
       GROUP BY u.id ORDER BY u.created_ms DESC, u.id DESC LIMIT ?4`,
      nowMs,
      after?.timeMs ?? Number.MAX_SAFE_INTEGER,
      after?.id ?? '',
      rows + 1,
    )
    .toArray();
  if (found.length <= rows) return { rows: found, nextPageToken: '' };
  found.pop();
  const last = found.at(-1);
  return { rows: found, nextPageToken: last ? timeToken({ timeMs: last.created_ms, id: last.id }) : '' };
}
