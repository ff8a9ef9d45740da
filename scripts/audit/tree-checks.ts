/** I1, I4, I5 and I7 inside each drive: space, unfinished files, reservations, the tree, tasks. */
import { nameKey, sortKey } from '#shared/drive/names.ts';
import { findKey } from '#shared/find/find-key.ts';
import { type Audited, eachOf, type Finding, ofClass, whereOf } from './finding.ts';
import { hasColumn, hasTable, type ObjectCopy, rowsOf } from './state-copy.ts';

/** Parents of roots that are in no folder, by the state of the node (worker/services/drive/tree/tree.store.ts). */
const STATE_PARENTS = "CASE state WHEN 1 THEN '~trash' WHEN 2 THEN '~gone' WHEN 3 THEN '~made' END";
const TOP_PARENTS = "('', '~trash', '~gone', '~made')";

/** I1: counters equal the stored rows. */
function checkSpace(drive: ObjectCopy): Finding[] {
  const found: Finding[] = [];
  const where = whereOf(drive);
  const [space] = rowsOf<{ usage: number; reserved: number; held: number; promised: number; rows: number }>(
    drive.db,
    `SELECT usage_bytes AS usage, reserved_bytes AS reserved, (SELECT count(*) FROM space) AS rows,
       (SELECT coalesce(sum(size_bytes), 0) FROM nodes WHERE content_key IS NOT NULL)
         + (SELECT coalesce(sum(size_bytes), 0) FROM versions) AS held,
       (SELECT coalesce(sum(bytes), 0) FROM reservations) AS promised FROM space`,
  );
  if (space?.rows !== 1)
    return [{ invariant: 'I1', kind: 'space-row', where, ids: [], says: 'no row of space, or several' }];
  if (space.usage !== space.held)
    found.push({
      invariant: 'I1',
      kind: 'usage',
      where,
      ids: [drive.name],
      says: `usage is ${space.usage}, files and versions hold ${space.held}`,
      repair: { kind: 'sql', file: drive.file, statement: 'UPDATE space SET usage_bytes = ?', values: [space.held] },
    });
  if (space.reserved !== space.promised)
    found.push({
      invariant: 'I5',
      kind: 'reserved',
      where,
      ids: [drive.name],
      says: `reserved is ${space.reserved}, the reservations hold ${space.promised}`,
      repair: {
        kind: 'sql',
        file: drive.file,
        statement: 'UPDATE space SET reserved_bytes = ?',
        values: [space.promised],
      },
    });
  const [nodes] = rowsOf<{ counted: number; held: number }>(
    drive.db,
    'SELECT nodes AS counted, (SELECT count(*) FROM nodes) + (SELECT count(*) FROM versions) AS held FROM space',
  );
  if (nodes && nodes.counted !== nodes.held)
    found.push({
      invariant: 'I1',
      kind: 'node-count',
      where,
      ids: [drive.name],
      says: `counts ${nodes.counted} files, folders and versions, holds ${nodes.held}`,
      repair: { kind: 'sql', file: drive.file, statement: 'UPDATE space SET nodes = ?', values: [nodes.held] },
    });
  const counts = rowsOf<{ key: string; counted: number; nodes: number }>(
    drive.db,
    `WITH held (key, n) AS (SELECT content_key, count(*) FROM (
         SELECT content_key FROM nodes WHERE content_key IS NOT NULL UNION ALL SELECT content_key FROM versions
         UNION ALL SELECT image_key FROM own_images) GROUP BY content_key)
     SELECT content_key AS key, nodes AS counted, coalesce(n, 0) AS nodes
     FROM contents LEFT JOIN held ON held.key = contents.content_key WHERE counted <> coalesce(n, 0) OR counted = 0`,
  );
  for (const { key, counted, nodes } of counts)
    found.push({
      invariant: 'I1',
      kind: 'content-count',
      where,
      ids: [key],
      says: `counted for ${counted} files and versions, ${nodes} have it`,
      ...(nodes > 0 && {
        repair: {
          kind: 'sql' as const,
          file: drive.file,
          statement: 'UPDATE contents SET nodes = ? WHERE content_key = ?',
          values: [nodes, key],
        },
      }),
    });
  return found;
}

/** The index by time has each picture once, where its camera or its last change says; an older drive is filled in step by step. */
function checkTaken(drive: ObjectCopy): Finding[] {
  if (!hasColumn(drive.db, 'nodes', 'taken_ms')) return [];
  const filled = hasTable(drive.db, 'taken_state')
    ? '(taken_ms IS NOT NULL OR id <= coalesce((SELECT fill_after FROM taken_state), id))'
    : '1';
  const due = `CASE WHEN is_file = 1 AND phase = 'PHASE_TYPE_COMPLETE' AND category IN ('IMAGE', 'VIDEO')
    THEN coalesce(camera_ms, user_modified_ms) END`;
  return [
    ...eachOf(
      drive,
      {
        invariant: 'I7',
        kind: 'taken',
        says: 'stands elsewhere in the order of time than its camera or its last change says',
      },
      `SELECT id FROM nodes WHERE taken_ms IS NOT ${due} AND ${filled}`,
    ),
    ...eachOf(
      drive,
      { invariant: 'I7', kind: 'taken-unread', says: 'has a time of its camera, and counts as unread' },
      'SELECT id FROM nodes WHERE camera_ms IS NOT NULL AND taken_by < 9',
    ),
  ];
}

/** Items of albums are files of the drive, and their albums are there. */
function checkAlbums(drive: ObjectCopy): Finding[] {
  if (!hasTable(drive.db, 'albums')) return [];
  return eachOf(
    drive,
    { invariant: 'I4', kind: 'album-item', says: 'in an album, and no file of the drive, or the album is gone' },
    `SELECT album_id, node_id FROM album_items WHERE album_id NOT IN (SELECT id FROM albums)
       OR NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = node_id AND is_file = 1)`,
  );
}

/** I4: an unfinished file has an upload or job that will end it, and shows no bytes. */
function checkUnfinished(drive: ObjectCopy): Finding[] {
  const i4 = (kind: string, says: string) => ({ invariant: 'I4', kind, says }) as const;
  const pending = "phase <> 'PHASE_TYPE_COMPLETE'";
  return [
    ...eachOf(
      drive,
      i4('unfinished-with-bytes', 'unfinished and has a content'),
      `SELECT id FROM nodes WHERE ${pending} AND content_key IS NOT NULL`,
    ),
    ...eachOf(
      drive,
      i4('finished-without-bytes', 'a complete file without a content'),
      `SELECT id FROM nodes WHERE is_file = 1 AND phase = 'PHASE_TYPE_COMPLETE' AND content_key IS NULL`,
    ),
    ...eachOf(
      drive,
      i4('folder-with-bytes', 'a folder that has a content, a size, or is unfinished'),
      `SELECT id FROM nodes WHERE is_file = 0 AND (content_key IS NOT NULL OR size_bytes <> 0 OR ${pending})`,
    ),
    ...eachOf(
      drive,
      i4('unfinished-without-upload', 'unfinished, and no upload will finish it'),
      `SELECT id FROM nodes WHERE ${pending} AND id NOT IN (SELECT node_id FROM uploads WHERE state IN ('open', 'hashing'))`,
    ),
    ...eachOf(
      drive,
      i4('upload-without-file', 'takes parts for a file that is not there'),
      "SELECT id FROM uploads WHERE state = 'open' AND node_id NOT IN (SELECT id FROM nodes)",
    ),
    ...eachOf(
      drive,
      i4('sealed-without-manifest', 'is being hashed and has no manifest'),
      "SELECT id FROM uploads WHERE state = 'hashing' AND manifest IS NULL",
    ),
    ...eachOf(
      drive,
      i4('part-without-upload', 'parts of an upload that is not there'),
      'SELECT DISTINCT upload_id AS id FROM upload_parts WHERE upload_id NOT IN (SELECT id FROM uploads)',
    ),
    ...eachOf(
      drive,
      i4('done-without-file-bytes', 'an upload that is done while its file is unfinished'),
      `SELECT id FROM uploads WHERE state = 'done' AND node_id IN (SELECT id FROM nodes WHERE ${pending})`,
    ),
    ...eachOf(
      drive,
      i4('task-never-ends', 'a task that is under way with nothing left to do'),
      `SELECT id FROM tasks WHERE job IS NULL AND phase NOT IN ('PHASE_TYPE_COMPLETE', 'PHASE_TYPE_ERROR') AND id NOT IN (SELECT task_id FROM uploads WHERE state IN ('open', 'hashing'))`,
    ),
    ...eachOf(
      drive,
      i4('task-ended-with-work', 'a task that ended with work left'),
      "SELECT id FROM tasks WHERE job IS NOT NULL AND phase IN ('PHASE_TYPE_COMPLETE', 'PHASE_TYPE_ERROR')",
    ),
    ...(hasColumn(drive.db, 'tasks', 'ended_job')
      ? eachOf(
          drive,
          i4('ended-job-without-failure', 'a job to try again beside a task that did not fail'),
          "SELECT id FROM tasks WHERE ended_job IS NOT NULL AND (job IS NOT NULL OR phase <> 'PHASE_TYPE_ERROR')",
        )
      : []),
    ...eachOf(
      drive,
      i4('work-without-task', 'work of a task that is not under way'),
      'SELECT DISTINCT task_id AS id FROM job_items WHERE task_id NOT IN (SELECT id FROM tasks WHERE job IS NOT NULL)',
    ),
    ...eachOf(
      drive,
      i4('batch-without-ids', 'a batch that was taken on and does not know of what'),
      `SELECT id FROM tasks WHERE json_extract(job, '$.kind') = 'batch' AND id NOT IN (SELECT task_id FROM job_items WHERE part = 'batch')`,
    ),
    ...eachOf(
      drive,
      i4('copy-left-hidden', 'a hidden copy that no task will put in place'),
      `SELECT id FROM nodes WHERE state = 3 AND id NOT IN
         (SELECT pair.value ->> 1 FROM job_items CROSS JOIN json_each(job_items.note) AS pair WHERE part = 'place')`,
    ),
    ...eachOf(
      drive,
      i4('deletion-left', 'taken out of the tree and no task will delete it'),
      "SELECT id FROM nodes WHERE state = 2 AND id NOT IN (SELECT node_id FROM job_items WHERE part = 'delete')",
    ),
  ];
}

/** I5: every promise belongs to something that is under way, and is as large as it. */
function checkReservations(drive: ObjectCopy): Finding[] {
  // A file of a stranger is promised part by part.
  const promised = hasColumn(drive.db, 'uploads', 'by_part')
    ? "CASE WHEN by_part = 1 AND state = 'open' THEN (SELECT coalesce(sum(size_bytes), 0) FROM upload_parts WHERE upload_id = uploads.id) ELSE size_bytes END"
    : 'size_bytes';
  return [
    ...eachOf(
      drive,
      { invariant: 'I5', kind: 'reservation-without-owner', says: 'space is promised to nothing that is under way' },
      `SELECT owner AS id FROM reservations WHERE owner NOT IN (SELECT id FROM tasks WHERE job IS NOT NULL)
         AND owner NOT IN (SELECT id FROM tasks WHERE type = 'offline' AND phase NOT IN ('PHASE_TYPE_COMPLETE', 'PHASE_TYPE_ERROR'))
         AND owner NOT IN (SELECT id FROM uploads WHERE state IN ('open', 'hashing') AND node_id IN (SELECT id FROM nodes))`,
    ),
    ...eachOf(
      drive,
      { invariant: 'I5', kind: 'upload-without-reservation', says: 'an upload without the space it was promised' },
      `SELECT id FROM uploads WHERE state IN ('open', 'hashing') AND node_id IN (SELECT id FROM nodes)
         AND ${promised} <> coalesce((SELECT bytes FROM reservations WHERE owner = uploads.id), 0)`,
    ),
  ];
}

/** A file that will take another's place when it is whole holds no name until then. */
function checkKeys(drive: ObjectCopy): Finding[] {
  const sort = hasColumn(drive.db, 'nodes', 'sort_key') ? 'sort_key' : 'NULL';
  // The alarm fills the keys for finding of a drive that is older than they are.
  const find = hasColumn(drive.db, 'nodes', 'find_key')
    ? "CASE WHEN id <= coalesce((SELECT find_after FROM space), id) THEN coalesce(find_key, '') END"
    : 'NULL';
  const rows = rowsOf<{
    id: string;
    name: string;
    key: string;
    sort: string | null;
    find: string | null;
    open: number;
  }>(
    drive.db,
    `SELECT id, name, name_key AS key, ${sort} AS sort, ${find} AS find, phase <> 'PHASE_TYPE_COMPLETE' AS open FROM nodes`,
  );
  const isRight = ({ id, name, key, sort, find, open }: (typeof rows)[number]): boolean =>
    (nameKey(name) === key || (open === 1 && key === `\0${id}`)) &&
    (sort === null || sortKey(name) === sort) &&
    // Of a name of invisible characters the key for finding is empty, as one that equals the name's key is stored.
    (find === null || find === (findKey(name) === nameKey(name) ? '' : findKey(name)));
  return rows
    .filter((row) => !isRight(row))
    .map(({ id, name }) => ({
      invariant: 'I7',
      kind: 'name-key',
      says: `its key is not that of its name "${name}"`,
      where: whereOf(drive),
      ids: [id],
    }));
}

/** I7: one tree of live parents without a circle; file names differ within a folder. */
function checkTree(drive: ObjectCopy): Finding[] {
  const i7 = (kind: string, says: string) => ({ invariant: 'I7', kind, says }) as const;
  const found = [
    ...eachOf(
      drive,
      i7('parent-missing', 'its folder is not there, or is a file'),
      `SELECT id FROM nodes WHERE state = 0 AND parent_id <> '' AND parent_id NOT IN (SELECT id FROM nodes WHERE is_file = 0)`,
    ),
    ...eachOf(
      drive,
      i7('root-misplaced', 'its state and its place say different things'),
      `SELECT id FROM nodes WHERE (state <> 0 AND parent_id <> ${STATE_PARENTS}) OR state NOT IN (0, 1, 2, 3) OR (state = 0 AND parent_id IN ('~trash', '~gone', '~made'))`,
    ),
    ...eachOf(
      drive,
      i7('trash-without-end', 'in the trash without a time at which it goes'),
      'SELECT id FROM nodes WHERE state = 1 AND (trashed_ms IS NULL OR trash_until_ms IS NULL)',
    ),
    ...eachOf(
      drive,
      i7('circle', 'cannot be reached from the top: it lies in a circle, or below something that is missing'),
      `WITH RECURSIVE reach (id) AS (
         SELECT id FROM nodes WHERE parent_id IN ${TOP_PARENTS}
         UNION SELECT nodes.id FROM reach JOIN nodes ON nodes.parent_id = reach.id)
       SELECT id FROM nodes WHERE id NOT IN (SELECT id FROM reach) AND parent_id IN (SELECT id FROM nodes)`,
    ),
  ];
  const twins = rowsOf<{ ids: string; parent: string }>(
    drive.db,
    `SELECT group_concat(id) AS ids, parent_id AS parent FROM nodes WHERE state = 0 AND is_file = 1 GROUP BY parent_id, name_key HAVING count(*) > 1`,
  );
  for (const { ids, parent } of twins)
    found.push({
      ...i7('name-twice', `files of one name in folder "${parent}"`),
      where: whereOf(drive),
      ids: ids.split(','),
    });
  found.push(...checkKeys(drive));
  if (hasTable(drive.db, 'ranked_folders'))
    found.push(
      ...eachOf(
        drive,
        i7('unranked', 'in a large folder, and not in its indexes of time and size'),
        'SELECT id FROM nodes WHERE ranked = 0 AND state = 0 AND parent_id IN (SELECT folder_id FROM ranked_folders WHERE done = 1)',
      ),
    );
  return found;
}

export function checkTrees(audited: Audited): Finding[] {
  return ofClass(audited, 'DriveObject').flatMap((drive) => [
    ...checkSpace(drive),
    ...checkUnfinished(drive),
    ...checkTaken(drive),
    ...checkAlbums(drive),
    ...checkReservations(drive),
    ...checkTree(drive),
  ]);
}
