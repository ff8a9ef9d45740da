/**
 * I13 of reported links: what operators decided has come about, or an event brings it. The link has taken the last decision of its case,
 * its bans are in the blob index, and every drive that holds a banned content has closed it.
 */
import { type Audited, byName, type Finding, ofClass, waitingEvents, whereOf } from './finding.ts';
import { hasTable, type ObjectCopy, rowsOf } from './state-copy.ts';

/** The DeskObject of reported links (worker/services/ops/keys.ts). */
const QUEUE = 'reports';

interface CaseRow {
  id: string;
  /** Number of the last one that set a status. */
  decision: number;
}

interface BanRow {
  key: string;
  caseId: string;
  gcid: string;
}

function isWaiting(queue: ObjectCopy, event: string, shareId: string): boolean {
  return waitingEvents(queue, event).some(({ payload }) => payload['shareId'] === shareId);
}

function bansOf(audited: Audited): (BanRow & { index: ObjectCopy })[] {
  return ofClass(audited, 'BlobIndexObject').flatMap((index) =>
    hasTable(index.db, 'bans')
      ? rowsOf<BanRow>(index.db, 'SELECT content_key AS key, case_id AS caseId, gcid FROM bans').map((row) => ({
          ...row,
          index,
        }))
      : [],
  );
}

/** The link has taken the last decision that concerns its status. */
function checkStatus(queue: ObjectCopy, found: CaseRow, shares: ReadonlyMap<string, ObjectCopy>): Finding[] {
  if (isWaiting(queue, 'ops.case-decided', found.id)) return [];
  const share = shares.get(found.id);
  const [row] = share ? rowsOf<{ decision: number }>(share.db, 'SELECT decision FROM share') : [];
  if (!row || row.decision >= found.decision) return [];
  const says = `decision ${found.decision} concerns the link, which has taken ${row.decision}`;
  return [{ invariant: 'I13', kind: 'decision-not-applied', where: whereOf(queue), ids: [found.id], says }];
}

function checkDesk(audited: Audited, queue: ObjectCopy, bans: readonly BanRow[]): Finding[] {
  const shares = byName(audited, 'ShareObject');
  const isBanned = new Set(bans.map(({ key, caseId }) => `${key}/${caseId}`));
  const where = whereOf(queue);
  const found = rowsOf<CaseRow>(
    queue.db,
    "SELECT share_id AS id, max(seq) AS decision FROM decisions WHERE act NOT IN ('none', 'uphold') GROUP BY share_id",
  ).flatMap((each) => checkStatus(queue, each, shares));
  const files = rowsOf<{ id: string; key: string }>(
    queue.db,
    'SELECT share_id AS id, content_key AS key FROM case_files WHERE banned = 1',
  );
  for (const { id, key } of files)
    if (!isBanned.has(`${key}/${id}`) && !isWaiting(queue, 'ops.case-decided', id))
      found.push({
        invariant: 'I13',
        kind: 'ban-missing',
        where,
        ids: [id, key],
        says: 'banned, and the index does not know it',
      });
  for (const { id } of rowsOf<{ id: string }>(queue.db, 'SELECT DISTINCT share_id AS id FROM reports WHERE taken = 0'))
    if (!isWaiting(queue, 'ops.report-filed', id))
      found.push({
        invariant: 'I13',
        kind: 'report-left',
        where,
        ids: [id],
        says: 'a report that no event gives to a case',
      });
  return [...found, ...checkCounts(queue)];
}

/** Public counts of a kind are never below the rows that are still stored; rows are erased with their case, counts stay. */
function checkCounts(queue: ObjectCopy): Finding[] {
  if (!hasTable(queue.db, 'case_counts')) return [];
  const stored = `SELECT 'report' AS kind, reason FROM reports WHERE taken = 1 UNION ALL SELECT act, ground FROM decisions
    UNION ALL SELECT 'appeal', ground FROM decisions WHERE appealed_ms > 0`;
  const low = rowsOf<{ id: string; rows: number; n: number }>(
    queue.db,
    `SELECT kind || ' ' || reason AS id, count(*) AS rows, (SELECT coalesce(sum(n), 0) FROM case_counts
       WHERE case_counts.kind = stored.kind AND case_counts.reason = stored.reason) AS n
     FROM (${stored}) AS stored GROUP BY kind, reason HAVING n < rows`,
  );
  return low.map(({ id, rows, n }) => {
    const says = `counted ${n} times, and ${rows} are stored`;
    return { invariant: 'I13', kind: 'case-counts-low', where: whereOf(queue), ids: [id], says };
  });
}

/** Drives that hold a banned content have closed it. */
function checkBans(audited: Audited, bans: ReturnType<typeof bansOf>): Finding[] {
  const drives = byName(audited, 'DriveObject');
  return bans.flatMap(({ key, gcid, index }) => {
    const holders = rowsOf<{ id: string }>(
      index.db,
      'SELECT drive_id AS id FROM refs WHERE content_key = ? AND present = 1',
      key,
    );
    const told = waitingEvents(index, 'drive.content-judged').flatMap(({ payload }) => payload['driveIds'] as string[]);
    return holders.flatMap(({ id }): Finding[] => {
      const drive = drives.get(id);
      if (!drive || told.includes(id)) return [];
      const closed = rowsOf(drive.db, 'SELECT 1 FROM blocked_contents WHERE gcid = ?', gcid).length > 0;
      const says = 'a banned content that this drive has not closed';
      return closed ? [] : [{ invariant: 'I13', kind: 'ban-not-applied', where: whereOf(drive), ids: [key], says }];
    });
  });
}

export function checkCases(audited: Audited): Finding[] {
  const bans = bansOf(audited);
  const queues = ofClass(audited, 'DeskObject').filter(({ name, db }) => name === QUEUE && hasTable(db, 'cases'));
  return [...queues.flatMap((queue) => checkDesk(audited, queue, bans)), ...checkBans(audited, bans)];
}
