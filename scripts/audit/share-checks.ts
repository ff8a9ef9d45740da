/** I4, I8 and I14 of shares: links and their owners' registries agree, saves are counted rightly, every claim has a holder. */
import { type Audited, byName, eachOf, type Finding, ofClass, waitingEvents, whereOf } from './finding.ts';
import { hasTable, type ObjectCopy, rowsOf } from './state-copy.ts';

interface ShareRow {
  id: string;
  owner: string;
  roots: string;
  status: string;
  cancelled: number;
  restoreLimit: number | null;
  restoreCount: number;
  createdMs: number;
  changes: number;
  terms: string;
}

interface LinkRow {
  id: string;
  state: string;
  changedMs: number;
  /** Number of changes, and the terms that both sides store. */
  changes: number;
  terms: string;
}

/** Longest a link may be in the making, or a claim be held by a call (worker/services/share/keys.ts). */
const UNDER_WAY_MS = 60_000;
/** Tasks are forgotten after this long; older shares have more saves than tasks tell of. */
const TASK_RETENTION_MS = 30 * 86_400_000;

/** Terms of a link that its owner's registry stores too. */
const TERMS = "paused || ' ' || view_only || ' ' || previews_hidden || ' ' || note";

function shareOf(object: ObjectCopy): ShareRow | undefined {
  return rowsOf<ShareRow>(
    object.db,
    `SELECT share_id AS id, owner_id AS owner, root_ids AS roots, status, cancelled, restore_limit AS restoreLimit,
       restore_count AS restoreCount, created_ms AS createdMs, change_seq AS changes,
       ${TERMS} || ' ' || coalesce(restore_limit, -1) || ' ' || (pass_hash <> '') AS terms FROM share`,
  )[0];
}

function linksOf(registry: ObjectCopy): LinkRow[] {
  return rowsOf<LinkRow>(
    registry.db,
    `SELECT share_id AS id, state, changed_ms AS changedMs, changes,
       ${TERMS} || ' ' || restore_limit || ' ' || (pass_seal <> '') AS terms FROM links`,
  );
}

/** Whether such an event for the share waits in an outbox. */
function isNamed(object: ObjectCopy | undefined, event: string, shareId: string): boolean {
  if (!object) return false;
  return waitingEvents(object, event).some(({ payload }) =>
    ((payload['shareIds'] as string[] | undefined) ?? []).includes(shareId),
  );
}

/** Whether a change of the link waits in the outbox of its registry. */
function isChanging(registry: ObjectCopy, shareId: string): boolean {
  return waitingEvents(registry, 'share.changed').some(({ payload }) => payload['shareId'] === shareId);
}

interface RestoreTasks {
  complete: number;
  /** Under way, or ended in a way that does not tell which share it was. */
  other: number;
}

function restoresByShare(audited: Audited): { of(shareId: string): RestoreTasks } {
  const byShare = new Map<string, RestoreTasks>();
  let unnamed = 0;
  for (const drive of ofClass(audited, 'DriveObject')) {
    const rows = rowsOf<{ phase: string; share: string | null }>(
      drive.db,
      `SELECT phase, coalesce(json_extract(job, '$.origin.shareId'), json_extract(params, '$.original_share_id')) AS share
       FROM tasks WHERE type = 'restore'`,
    );
    for (const { phase, share } of rows) {
      if (share === null) {
        unnamed += 1;
        continue;
      }
      const known = byShare.get(share) ?? { complete: 0, other: 0 };
      const isComplete = phase === 'PHASE_TYPE_COMPLETE';
      byShare.set(share, { complete: known.complete + Number(isComplete), other: known.other + Number(!isComplete) });
    }
  }
  return {
    of(shareId) {
      const known = byShare.get(shareId) ?? { complete: 0, other: 0 };
      return { complete: known.complete, other: known.other + unnamed };
    },
  };
}

/** I8: as many saves are counted as were made, and never more than allowed. */
function checkSaves(audited: Audited, object: ObjectCopy, share: ShareRow, tasks: RestoreTasks): Finding[] {
  const where = whereOf(object);
  const found: Finding[] = [];
  const i8 = (kind: string, says: string): Finding => ({ invariant: 'I8', kind, where, ids: [share.id], says });
  if (share.restoreLimit !== null && share.restoreCount > share.restoreLimit)
    found.push(i8('restores-over-limit', `${share.restoreCount} saves of at most ${share.restoreLimit}`));
  if (share.restoreCount < tasks.complete)
    found.push(i8('restores-uncounted', `${share.restoreCount} saves are counted, ${tasks.complete} were made`));
  const claims = rowsOf<{ request_key: string; used: number; advance?: number; at_ms: number }>(
    object.db,
    'SELECT * FROM claims',
  );
  const open = claims.reduce((sum, { used, advance }) => sum + (used === 0 ? 1 : 0) + (advance ?? 0), 0);
  const underWay = tasks.other + open;
  if (share.restoreCount > tasks.complete + underWay && audited.nowMs - share.createdMs < TASK_RETENTION_MS)
    found.push(
      i8(
        'restores-overcounted',
        `${share.restoreCount} saves are counted, ${tasks.complete} were made, ${underWay} may be under way`,
      ),
    );
  for (const claim of claims) {
    if (claim.used === 1 && (claim.advance ?? 0) === 0) continue;
    const isOld = audited.nowMs - claim.at_ms > 2 * UNDER_WAY_MS;
    if (object.alarmMs === null || (audited.running && isOld))
      found.push({
        invariant: 'I14',
        kind: 'claim-left',
        where,
        ids: [share.id, claim.request_key],
        says: 'a save is held by a call that is over',
      });
  }
  return found;
}

function checkShare(audited: Audited, object: ObjectCopy, share: ShareRow): Finding[] {
  const where = whereOf(object);
  const i4 = (kind: string, says: string, ids: string[] = [share.id]): Finding => ({
    invariant: 'I4',
    kind,
    where,
    ids,
    says,
  });
  const registry = byName(audited, 'ShareBookObject').get(share.owner);
  const drive = byName(audited, 'DriveObject').get(share.owner);
  const link = registry && linksOf(registry).find((row) => row.id === share.id);
  const isClosing = isNamed(registry, 'share.closed', share.id);
  const found: Finding[] = [];
  if (share.id !== object.name) found.push(i4('share-name', `says that it is ${share.id}`));
  if (share.status !== 'OK' || isClosing) return found;
  if (link?.state !== 'done' && link?.state !== 'pending')
    found.push(i4('share-not-in-book', 'is open and its owner cannot see it'));
  const roots = JSON.parse(share.roots) as string[];
  const watched = new Set(
    drive
      ? rowsOf<{ id: string }>(drive.db, 'SELECT node_id AS id FROM watches WHERE share_id = ?', share.id).map(
          (row) => row.id,
        )
      : [],
  );
  for (const root of roots) {
    if (!watched.has(root)) found.push(i4('share-unwatched', 'does not hear of changes', [share.id, root]));
    const phase = drive && rowsOf<{ phase: string }>(drive.db, 'SELECT phase FROM nodes WHERE id = ?', root)[0]?.phase;
    if (phase !== undefined && phase !== 'PHASE_TYPE_COMPLETE')
      found.push(i4('share-of-unfinished', 'shows a file that is not complete', [share.id, root]));
  }
  return found;
}

function checkRegistry(audited: Audited, registry: ObjectCopy, shares: ReadonlyMap<string, ShareRow>): Finding[] {
  const where = whereOf(registry);
  return linksOf(registry).flatMap((link): Finding[] => {
    const share = shares.get(link.id);
    if (link.state === 'done' && share?.owner !== registry.name)
      return [
        {
          invariant: 'I4',
          kind: 'link-without-share',
          where,
          ids: [link.id],
          says: 'a finished link that opens nothing',
        },
      ];
    if (link.state === 'done' && share && share.changes === link.changes && share.terms !== link.terms)
      return [
        {
          invariant: 'I4',
          kind: 'link-terms-differ',
          where,
          ids: [link.id],
          says: `its registry has the terms "${link.terms}", the link "${share.terms}"`,
        },
      ];
    if (link.state === 'done' && share && share.changes < link.changes && !isChanging(registry, link.id))
      return [
        { invariant: 'I4', kind: 'link-change-lost', where, ids: [link.id], says: 'a change never reached the link' },
      ];
    if (link.state === 'cancelled' && share?.status === 'OK' && !isNamed(registry, 'share.closed', link.id))
      return [
        {
          invariant: 'I4',
          kind: 'cancelled-share-open',
          where,
          ids: [link.id],
          says: 'a cancelled link that still opens',
        },
      ];
    if (link.state === 'pending' && audited.running && audited.nowMs - link.changedMs > 2 * UNDER_WAY_MS)
      return [
        { invariant: 'I4', kind: 'link-left-pending', where, ids: [link.id], says: 'a link nobody goes on making' },
      ];
    return [];
  });
}

/** I8: a fetch saves what has no mark, so marks are whole, and an owner does not follow an own link. A share that is not followed has no copies of folders. */
function checkFollows(registry: ObjectCopy): Finding[] {
  if (!hasTable(registry.db, 'follows')) return [];
  const strays = hasTable(registry.db, 'fetched_folders')
    ? eachOf(
        registry,
        { invariant: 'I8', kind: 'stray-folder-copy', says: 'is not followed and has copies of folders' },
        'SELECT DISTINCT share_id AS id FROM fetched_folders WHERE share_id NOT IN (SELECT share_id FROM follows)',
      )
    : [];
  const marks = eachOf(
    registry,
    { invariant: 'I8', kind: 'follow-marks', says: 'is followed with marks that are cut, or by its owner' },
    'SELECT share_id AS id FROM follows WHERE length(seen) % 8 <> 0 OR share_id IN (SELECT share_id FROM links)',
  );
  return [...strays, ...marks];
}

/** I4: a link is direct on both sides, and a file has one direct link. */
function checkDirect(audited: Audited, registry: ObjectCopy): Finding[] {
  const where = whereOf(registry);
  const shares = byName(audited, 'ShareObject');
  const rows = rowsOf<{ id: string; roots: string }>(
    registry.db,
    "SELECT share_id AS id, root_ids AS roots FROM links WHERE share_to = '~direct' AND state = 'done'",
  );
  const seen = new Set<string>();
  return rows.flatMap(({ id, roots }): Finding[] => {
    const link = shares.get(id);
    const isDirect = link && rowsOf(link.db, 'SELECT 1 FROM share WHERE direct = 1').length > 0;
    const finding = (kind: string, says: string): Finding => ({ invariant: 'I4', kind, where, ids: [id], says });
    const isSecond = seen.has(roots);
    seen.add(roots);
    return [
      ...(isDirect ? [] : [finding('direct-with-page', 'is a direct link for its owner alone')]),
      ...(isSecond ? [finding('direct-twice', 'is the second direct link of its file')] : []),
    ];
  });
}

export function checkShares(audited: Audited): Finding[] {
  const found: Finding[] = [];
  const shares = new Map<string, ShareRow>();
  const tasks = restoresByShare(audited);
  for (const object of ofClass(audited, 'ShareObject')) {
    const share = shareOf(object);
    if (!share) continue;
    shares.set(object.name, share);
    found.push(...checkShare(audited, object, share), ...checkSaves(audited, object, share, tasks.of(share.id)));
  }
  const registries = byName(audited, 'ShareBookObject');
  for (const registry of registries.values())
    found.push(
      ...checkRegistry(audited, registry, shares),
      ...checkFollows(registry),
      ...checkDirect(audited, registry),
    );
  for (const drive of ofClass(audited, 'DriveObject')) {
    const registry = registries.get(drive.name);
    const links = new Set(registry ? linksOf(registry).map((row) => row.id) : []);
    for (const { id } of rowsOf<{ id: string }>(drive.db, 'SELECT DISTINCT share_id AS id FROM watches'))
      if (!shares.has(id) && !links.has(id) && !isNamed(registry, 'share.closed', id))
        found.push({
          invariant: 'I14',
          kind: 'watch-left',
          where: whereOf(drive),
          ids: [id],
          says: 'watched for a share that is not there',
        });
  }
  return found;
}
