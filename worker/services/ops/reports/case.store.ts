/** All SQL of reported links. No decisions. */
import type { CaseAct, CaseState, ReportReason, RestrictedStatus } from '#shared/share/reports.ts';
import type { Actor } from '#worker/services/config/index.ts';
import type {
  Appeal,
  CaseFile,
  CaseQuery,
  CaseSummary,
  Decision,
  DecisionInput,
  JudgedFile,
  ListedDecision,
  NewReport,
  ReportedLink,
  StoredReport,
} from './model.ts';

/** Tables in the desk `reports`. */
export const CASE_TABLES = `
  -- One row for each reported link, whether or not there is one until the report is looked at.
  CREATE TABLE cases (
    share_id TEXT PRIMARY KEY,
    owner_id TEXT NOT NULL,
    locale TEXT NOT NULL,               -- of the owner; '' unknown
    title TEXT NOT NULL,                -- this and the next three: when it was reported first
    status TEXT NOT NULL,
    file_num INTEGER NOT NULL,
    size_bytes INTEGER NOT NULL,
    state TEXT NOT NULL,                -- open | appealed | decided
    weight INTEGER NOT NULL,
    opened_ms INTEGER NOT NULL,
    changed_ms INTEGER NOT NULL,
    judged TEXT NOT NULL,               -- status that the last decision set; '' for none
    decision INTEGER NOT NULL,          -- number of the last one; 0: none
    until_ms INTEGER NOT NULL           -- erased then
  ) WITHOUT ROWID;
  CREATE INDEX cases_by_weight ON cases (state, weight, share_id);
  CREATE INDEX cases_by_owner ON cases (owner_id);
  CREATE INDEX cases_by_end ON cases (until_ms);
  -- One row for each person and link.
  CREATE TABLE reports (
    share_id TEXT NOT NULL,
    reporter TEXT NOT NULL,             -- keyed digest
    reason TEXT NOT NULL,
    note TEXT NOT NULL,
    file_id TEXT NOT NULL,
    email TEXT NOT NULL,                -- '' for none
    locale TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    taken INTEGER NOT NULL,             -- 1: it belongs to a case
    answered INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (share_id, reporter)
  ) WITHOUT ROWID;
  -- Evidence.
  CREATE TABLE case_files (
    share_id TEXT NOT NULL,
    node_id TEXT NOT NULL,
    content_key TEXT NOT NULL,
    gcid TEXT NOT NULL,
    name TEXT NOT NULL,
    mime TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    banned INTEGER NOT NULL,
    PRIMARY KEY (share_id, node_id)
  ) WITHOUT ROWID;
  CREATE TABLE decisions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    share_id TEXT NOT NULL,
    key TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    by TEXT NOT NULL,                   -- JSON of the actor
    act TEXT NOT NULL,
    status TEXT NOT NULL,
    ground TEXT NOT NULL,
    note TEXT NOT NULL,
    appeal TEXT NOT NULL DEFAULT '',    -- of the owner, one for a decision
    appealed_ms INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX decisions_by_case ON decisions (share_id, seq);
`;

interface CaseRow extends Record<string, SqlStorageValue> {
  share_id: string;
  owner_id: string;
  locale: string;
  title: string;
  status: string;
  file_num: number;
  size_bytes: number;
  state: string;
  weight: number;
  opened_ms: number;
  changed_ms: number;
  judged: string;
  decision: number;
}

/** @returns false where this person has reported this link before */
export function insertReport(sql: SqlStorage, report: NewReport, nowMs: number): boolean {
  const { shareId, reporter, reason, note, fileId, email, locale } = report;
  return (
    sql
      .exec(
        `INSERT OR IGNORE INTO reports (share_id, reporter, reason, note, file_id, email, locale, at_ms, taken)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0) RETURNING 1`,
        shareId,
        reporter,
        reason,
        note,
        fileId,
        email,
        locale,
        nowMs,
      )
      .toArray().length > 0
  );
}

export function countReports(sql: SqlStorage, shareId: string): number {
  return sql.exec<{ n: number }>('SELECT count(*) AS n FROM reports WHERE share_id = ?', shareId).one().n;
}

/** Files that reports without a case name. */
export function waitingFileIds(sql: SqlStorage, shareId: string): string[] {
  return sql
    .exec<{ file_id: string }>(
      "SELECT DISTINCT file_id FROM reports WHERE share_id = ? AND taken = 0 AND file_id <> ''",
      shareId,
    )
    .toArray()
    .map((row) => row.file_id);
}

/** Reports of a link that does not exist. */
export function dropUntaken(sql: SqlStorage, shareId: string): void {
  sql.exec('DELETE FROM reports WHERE share_id = ? AND taken = 0', shareId);
}

/** @returns whether there were any that belonged to no case */
export function takeReports(sql: SqlStorage, shareId: string): boolean {
  return (
    sql.exec('UPDATE reports SET taken = 1 WHERE share_id = ? AND taken = 0 RETURNING 1', shareId).toArray().length > 0
  );
}

/** Those that belong to the case, oldest first. */
export function reportsOf(sql: SqlStorage, shareId: string): StoredReport[] {
  return sql
    .exec<Record<string, string | number>>(
      'SELECT * FROM reports WHERE share_id = ? AND taken = 1 ORDER BY at_ms, reporter',
      shareId,
    )
    .toArray()
    .map((row) => ({
      shareId,
      reporter: String(row['reporter']),
      reason: row['reason'] as ReportReason,
      note: String(row['note']),
      fileId: String(row['file_id']),
      email: String(row['email']),
      locale: String(row['locale']),
      atMs: Number(row['at_ms']),
      isAnswered: row['answered'] === 1,
    }));
}

/** Marks a report as answered. Its address stays only for copyright: the owner's reasons may be passed on to it. */
export function setAnswered(sql: SqlStorage, shareId: string, reporter: string): void {
  sql.exec(
    "UPDATE reports SET answered = 1, email = CASE reason WHEN 'copyright' THEN email ELSE '' END WHERE share_id = ? AND reporter = ?",
    shareId,
    reporter,
  );
}

/** @param untilMs  an open case is erased then */
export function insertCase(sql: SqlStorage, link: ReportedLink, nowMs: number, untilMs: number): void {
  const { shareId, ownerId, locale, title, status, fileNum, sizeBytes } = link;
  sql.exec(
    `INSERT OR IGNORE INTO cases (share_id, owner_id, locale, title, status, file_num, size_bytes, state, weight, opened_ms,
       changed_ms, judged, decision, until_ms) VALUES (?, ?, ?, ?, ?, ?, ?, 'open', 0, ?8, ?8, '', 0, ?9)`,
    shareId,
    ownerId,
    locale,
    title,
    status,
    fileNum,
    sizeBytes,
    nowMs,
    untilMs,
  );
}

export interface CaseChange {
  readonly state: CaseState;
  readonly weight: number;
  readonly judged: string;
  readonly decision: number;
  readonly untilMs: number;
}

export function updateCase(sql: SqlStorage, shareId: string, change: CaseChange, nowMs: number): void {
  const { state, weight, judged, decision, untilMs } = change;
  sql.exec(
    'UPDATE cases SET state = ?, weight = ?, judged = ?, decision = ?, until_ms = ?, changed_ms = ? WHERE share_id = ?',
    state,
    weight,
    judged,
    decision,
    untilMs,
    nowMs,
    shareId,
  );
}

/** Keeps the stored facts of a file. */
export function insertFiles(sql: SqlStorage, shareId: string, files: readonly CaseFile[]): void {
  for (const { nodeId, contentKey, gcid, name, mime, sizeBytes } of files)
    sql.exec(
      `INSERT OR IGNORE INTO case_files (share_id, node_id, content_key, gcid, name, mime, size_bytes, banned)
       VALUES (?, ?, ?, ?, ?, ?, ?, 0)`,
      shareId,
      nodeId,
      contentKey,
      gcid,
      name,
      mime,
      sizeBytes,
    );
}

export function countFiles(sql: SqlStorage, shareId: string): number {
  return sql.exec<{ n: number }>('SELECT count(*) AS n FROM case_files WHERE share_id = ?', shareId).one().n;
}

/** Reported files first. */
export function filesOf(sql: SqlStorage, shareId: string): JudgedFile[] {
  return sql
    .exec<Record<string, string | number>>(
      `SELECT *, node_id IN (SELECT file_id FROM reports WHERE share_id = ?1) AS reported FROM case_files
       WHERE share_id = ?1 ORDER BY reported DESC, name, node_id`,
      shareId,
    )
    .toArray()
    .map((row) => ({
      nodeId: String(row['node_id']),
      contentKey: String(row['content_key']),
      gcid: String(row['gcid']),
      name: String(row['name']),
      mime: String(row['mime']),
      sizeBytes: Number(row['size_bytes']),
      isReported: row['reported'] === 1,
      isBanned: row['banned'] === 1,
    }));
}

/** Bans these files of a case, and no other. */
export function setBanned(sql: SqlStorage, shareId: string, nodeIds: readonly string[]): void {
  sql.exec(
    'UPDATE case_files SET banned = node_id IN (SELECT value FROM json_each(?)) WHERE share_id = ?',
    JSON.stringify(nodeIds),
    shareId,
  );
}

function summaryOf(sql: SqlStorage, row: CaseRow): CaseSummary {
  const reasons = sql
    .exec<{ reason: string; n: number }>(
      'SELECT reason, count(*) AS n FROM reports WHERE share_id = ? AND taken = 1 GROUP BY reason ORDER BY n DESC, reason',
      row.share_id,
    )
    .toArray();
  return {
    shareId: row.share_id,
    ownerId: row.owner_id,
    locale: row.locale,
    title: row.title,
    status: row.status,
    fileNum: row.file_num,
    sizeBytes: row.size_bytes,
    state: row.state as CaseState,
    weight: row.weight,
    reports: reasons.reduce((sum, { n }) => sum + n, 0),
    reasons: reasons.map(({ reason }) => reason as ReportReason),
    openedMs: row.opened_ms,
    changedMs: row.changed_ms,
    judged: row.judged as RestrictedStatus | '',
    decision: row.decision,
  };
}

export function caseSummary(sql: SqlStorage, shareId: string): CaseSummary | null {
  const row = sql.exec<CaseRow>('SELECT * FROM cases WHERE share_id = ?', shareId).toArray()[0];
  return row ? summaryOf(sql, row) : null;
}

/** Cases about links of a person, newest first. */
export function casesOf(sql: SqlStorage, ownerId: string, limit: number): CaseSummary[] {
  return sql
    .exec<CaseRow>('SELECT * FROM cases WHERE owner_id = ? ORDER BY opened_ms DESC, share_id LIMIT ?', ownerId, limit)
    .toArray()
    .map((row) => summaryOf(sql, row));
}

/** Heaviest first. */
export function listCases(sql: SqlStorage, { state, after, limit }: CaseQuery): CaseSummary[] {
  return sql
    .exec<CaseRow>(
      `SELECT * FROM cases WHERE (?1 = '' OR state = ?1) AND (?2 IS NULL OR (weight, share_id) < (?2, ?3))
       ORDER BY weight DESC, share_id DESC LIMIT ?4`,
      state,
      after?.weight ?? null,
      after?.shareId ?? '',
      limit,
    )
    .toArray()
    .map((row) => summaryOf(sql, row));
}

/** Cases counted by one look. */
const COUNTED_CASES = 1_000;

/** An open case waits since its first report, an objection since it was made. */
export function countWaiting(
  sql: SqlStorage,
  state: Exclude<CaseState, 'decided'>,
): { count: number; sinceMs: number | null } {
  const since = state === 'open' ? 'opened_ms' : 'changed_ms';
  return sql
    .exec<{ count: number; sinceMs: number | null }>(
      `SELECT count(*) AS count, min(at_ms) AS sinceMs FROM (SELECT ${since} AS at_ms FROM cases WHERE state = ? LIMIT ?)`,
      state,
      COUNTED_CASES,
    )
    .one();
}

/** @returns its number */
export function insertDecision(
  sql: SqlStorage,
  decided: Omit<DecisionInput, 'nodeIds' | 'seen' | 'status'> & { readonly status: string },
  by: Actor,
  nowMs: number,
): number {
  const { shareId, key, act, status, ground, note } = decided;
  return sql
    .exec<{ seq: number }>(
      'INSERT INTO decisions (share_id, key, at_ms, by, act, status, ground, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq',
      shareId,
      key,
      nowMs,
      JSON.stringify(by),
      act,
      status,
      ground,
      note,
    )
    .one().seq;
}

function decisionOf(row: Record<string, string | number>): Decision {
  return {
    seq: Number(row['seq']),
    atMs: Number(row['at_ms']),
    by: JSON.parse(String(row['by'])) as Actor,
    act: row['act'] as CaseAct,
    status: row['status'] as RestrictedStatus | '',
    ground: row['ground'] as ReportReason,
    note: String(row['note']),
    key: String(row['key']),
    appeal: row['appealed_ms'] === 0 ? null : { message: String(row['appeal']), atMs: Number(row['appealed_ms']) },
  };
}

/** Newest first. */
export function decisionsOf(sql: SqlStorage, shareId: string): Decision[] {
  return sql
    .exec<Record<string, string | number>>('SELECT * FROM decisions WHERE share_id = ? ORDER BY seq DESC', shareId)
    .toArray()
    .map(decisionOf);
}

/** Decisions of all cases, oldest first. @param after  number of the last one before */
export function decisionsAfter(sql: SqlStorage, after: number, limit: number): ListedDecision[] {
  return sql
    .exec<Record<string, string | number>>(
      `SELECT decisions.*, cases.owner_id, cases.title FROM decisions JOIN cases ON cases.share_id = decisions.share_id
       WHERE seq > ? ORDER BY seq LIMIT ?`,
      after,
      limit,
    )
    .toArray()
    .map((row) => ({
      ...decisionOf(row),
      shareId: String(row['share_id']),
      ownerId: String(row['owner_id']),
      title: String(row['title']),
    }));
}

/** Stores the one appeal of a decision. */
export function insertAppeal(sql: SqlStorage, seq: number, { message, atMs }: Appeal): void {
  sql.exec('UPDATE decisions SET appeal = ?, appealed_ms = ? WHERE seq = ? AND appealed_ms = 0', message, atMs, seq);
}

const CASE_PARTS = ['reports', 'case_files', 'decisions', 'cases'] as const;

/** Erases cases whose time has ended, and reports that never got one. @returns when the next case ends, epoch ms */
export function dropEndedCases(sql: SqlStorage, nowMs: number, reportTtlMs: number): number | null {
  for (const table of CASE_PARTS)
    sql.exec(`DELETE FROM ${table} WHERE share_id IN (SELECT share_id FROM cases WHERE until_ms <= ?)`, nowMs);
  sql.exec('DELETE FROM reports WHERE taken = 0 AND at_ms <= ?', nowMs - reportTtlMs);
  return sql.exec<{ at: number | null }>('SELECT min(until_ms) AS at FROM cases').one().at;
}

/** Decided cases of a closed account end with it. */
export function endCasesOf(sql: SqlStorage, ownerId: string, nowMs: number): void {
  sql.exec("UPDATE cases SET until_ms = ? WHERE owner_id = ? AND state = 'decided'", nowMs, ownerId);
}
