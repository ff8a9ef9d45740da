/** I17: the log of acts of each drive: every node is where its last act left it, and tags of folders are those of a full recomputation. */

import { type Tag, tagsSince } from '#worker/services/drive/acts/tags.store.ts';
import { ACT, SEEN } from '#worker/services/drive/core/act.ts';
import { type Audited, eachOf, type Finding, ofClass, whereOf } from './finding.ts';
import { type ObjectCopy, rowsOf } from './state-copy.ts';

/** Acts that one drive keeps (worker/services/drive/acts/log.store.ts), with those that come before the log is thinned. */
const MAX_ACTS = 23_000;

/** The storage of the copy as the drive's functions read it. */
function sqlOf({ db }: ObjectCopy): Parameters<typeof tagsSince>[0] {
  const exec = (text: string, ...values: never[]) => {
    const rows = rowsOf(db, text, ...values);
    return Object.assign(rows, { toArray: () => rows });
  };
  return { exec } as unknown as Parameters<typeof tagsSince>[0];
}

/** Where the last act of a node left it, beside where it is. Acts of one transaction follow each other. */
const LAST = `WITH each AS (
    SELECT n, kind, node.value AS id,
      CASE WHEN from_ids LIKE '[%' THEN from_ids ->> node.key ELSE from_ids END AS came_from,
      CASE WHEN to_ids LIKE '[%' THEN to_ids ->> node.key ELSE to_ids END AS went_to
    FROM acts, json_each(CASE WHEN ids LIKE '[%' THEN ids ELSE json_array(ids) END) AS node
    WHERE form > 0 AND kind > ${ACT.begin} AND kind < ${SEEN}),
  last AS (SELECT max(n) AS n, kind, id, came_from, went_to FROM each GROUP BY id)`;

function checkLog(drive: ObjectCopy): Finding[] {
  const i17 = (kind: string, says: string) => ({ invariant: 'I17', kind, says }) as const;
  const where = whereOf(drive);
  const found = [
    ...eachOf(
      drive,
      i17('act-unknown', 'an act of an unknown kind'),
      'SELECT n AS id FROM acts WHERE kind NOT IN (SELECT value FROM json_each(?)) OR form NOT IN (0, 1)',
      JSON.stringify(Object.values(ACT)),
    ),
    ...eachOf(
      drive,
      i17('last-act', 'is not where its last act left it'),
      `${LAST} SELECT last.id FROM last CROSS JOIN nodes ON nodes.id = last.id WHERE CASE last.kind
         WHEN ${ACT.trash} THEN nodes.state <> 1 OR nodes.trash_parent_id IS NOT last.came_from
         WHEN ${ACT.delete} THEN nodes.state <> 2
         ELSE nodes.parent_id IS NOT last.went_to END`,
    ),
    ...eachOf(
      drive,
      i17('act-without-node', 'is gone, and no act says so'),
      `${LAST} SELECT last.id FROM last WHERE last.kind NOT IN (${ACT.trash}, ${ACT.delete}) AND last.went_to NOT LIKE '~%'
         AND last.id NOT IN (SELECT id FROM nodes) AND (last.went_to = '' OR last.went_to IN (SELECT id FROM nodes WHERE state = 0))`,
    ),
  ];
  const [log] = rowsOf<{
    acts: number;
    least: number | null;
    begin: number | null;
    newest: number | null;
    folded: number | null;
  }>(
    drive.db,
    `SELECT count(*) AS acts, min(n) AS least, max(n) AS newest, (SELECT n FROM act_marks WHERE name = 'begin') AS begin,
       (SELECT n FROM act_marks WHERE name = 'folded') AS folded FROM acts`,
  );
  if (!log || log.acts === 0 || log.begin === null || (log.folded ?? Number.POSITIVE_INFINITY) > (log.newest ?? 0))
    return [...found, { ...i17('log-marks', 'no log of acts, or marks that are not in it'), where, ids: [drive.name] }];
  if (log.acts > MAX_ACTS) found.push({ ...i17('acts-kept', `keeps ${log.acts} acts`), where, ids: [drive.name] });
  return [...found, ...checkTags(drive, log.least ?? 0, log.folded ?? 0)];
}

/** @param least  the oldest act that is kept: older ones are in stored tags alone */
function checkTags(drive: ObjectCopy, least: number, folded: number): Finding[] {
  const sql = sqlOf(drive);
  const stored = new Map(
    rowsOf<{ id: string; n: number; run: number }>(drive.db, 'SELECT folder_id AS id, n, run FROM folder_tags').map(
      ({ id, n, run }): [string, Tag] => [id, { n, run }],
    ),
  );
  const shown = new Map([...stored, ...tagsSince(sql, folded)]);
  const whole = tagsSince(sql, 0);
  const ids = new Set([...shown.keys(), ...whole.keys()]);
  const wrong = [...ids].filter((id) => {
    const [is, should] = [shown.get(id), whole.get(id)];
    return should ? is?.n !== should.n || is.run !== should.run : (is?.n ?? 0) >= least;
  });
  return wrong.map((id) => ({
    invariant: 'I17' as const,
    kind: 'folder-tag',
    where: whereOf(drive),
    ids: [id],
    says: 'its tag is not the newest act below it',
  }));
}

export function checkLogs(audited: Audited): Finding[] {
  return ofClass(audited, 'DriveObject').flatMap(checkLog);
}
