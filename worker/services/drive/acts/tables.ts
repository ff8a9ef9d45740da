/** Tables of the log of acts. The log takes the place of the recent events, which had one row a file and type. */
import type { NumberedMigrations } from '#worker/platform/storage/migrations.ts';

/** Kinds, forms and bits are those of core/act.ts when this version was made. */
const ACTS = `
  -- One row an act, append-only. n never repeats within a run, and (n, run) never at all: an object that went back writes other runs.
  CREATE TABLE acts (
    n INTEGER PRIMARY KEY,
    run INTEGER NOT NULL,
    form INTEGER NOT NULL,             -- of the row; 0: made of an event of an earlier version
    at_ms INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    shown INTEGER NOT NULL,            -- lists that have it
    credential TEXT NOT NULL,
    ids TEXT NOT NULL,                 -- one node, or a JSON array
    from_ids TEXT,                     -- one folder for all, or a JSON array as long as ids
    to_ids TEXT,
    detail TEXT,                       -- JSON
    id TEXT                            -- of the event it was made of
  );
  CREATE INDEX acts_seen ON acts (ids, kind) WHERE kind >= 64;
  INSERT INTO acts
    SELECT row_number() OVER (ORDER BY updated_ms, id), 0, 0, updated_ms,
      CASE type WHEN 'TYPE_CREATE' THEN 1 WHEN 'TYPE_UPLOAD' THEN 2 WHEN 'TYPE_UPDATE' THEN 3 WHEN 'TYPE_RESTORE' THEN 10
        WHEN 'TYPE_VIEW' THEN 64 WHEN 'TYPE_PLAY' THEN 65 ELSE 66 END,
      CASE WHEN task IS NULL THEN 1 ELSE 3 END, '', node_id, NULL, NULL,
      CASE WHEN task IS NOT NULL THEN json_object('name', json_extract(task, '$.name'), 'size', json_extract(task, '$.sizeBytes'),
          'params', json(json_extract(task, '$.params')))
        WHEN params <> '{}' THEN json_object('params', json(params)) END, id
    FROM events WHERE type <> 'TYPE_DELETE';
  DROP TABLE events;
  -- Programs follow the log from here on. Two drives that were made of one older state and went apart before have different runs.
  INSERT INTO acts SELECT coalesce((SELECT max(n) FROM acts), 0) + 1, CASE WHEN EXISTS (SELECT 1 FROM nodes) THEN abs(random() % 1099511627776) ELSE 0 END,
    1, 0, 0, 0, '', '', NULL, NULL, NULL, NULL;
  -- 'begin': where programs begin to follow; 'folded': the act up to which tags are stored; 'cleared KIND': recent acts that a person cleared.
  CREATE TABLE act_marks (name TEXT PRIMARY KEY, n INTEGER NOT NULL, run INTEGER NOT NULL) WITHOUT ROWID;
  INSERT INTO act_marks SELECT mark.value, n, run FROM acts, json_each('["begin","folded"]') AS mark WHERE kind = 0;
  -- The newest act at or below each folder; one without a row has that of 'begin'.
  CREATE TABLE folder_tags (folder_id TEXT PRIMARY KEY, n INTEGER NOT NULL, run INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TRIGGER folder_tags_removed AFTER DELETE ON nodes WHEN OLD.is_file = 0 BEGIN DELETE FROM folder_tags WHERE folder_id = OLD.id; END;
`;

export const ACT_TABLES: NumberedMigrations = { 58: ACTS };
