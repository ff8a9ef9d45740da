import { constants, DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { NODE_COLUMNS } from '#worker/services/drive/tree/node-columns.ts';
import type { Audited } from './finding.ts';
import { migrateCopy } from './tables/migrate-copy.ts';
import { checkTrees } from './tree-checks.ts';

/** Columns of `nodes` that the audit of an empty drive reads, as SQLite names them. */
function columnsRead(): Set<string> {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  db.exec('CREATE TABLE _self (version INTEGER); INSERT INTO _self VALUES (0)');
  migrateCopy(db, 'DriveObject', 0);
  const columns = new Set<string>();
  db.setAuthorizer((action, table, column) => {
    // Of `count(*)` SQLite names the table and no column.
    if (action === constants.SQLITE_READ && table === 'nodes' && column) columns.add(column);
    return constants.SQLITE_OK;
  });
  const drive = { className: 'DriveObject', name: 'V-anna', file: '', db, alarmMs: null, scheduledMs: null };
  checkTrees({ objects: [drive] } as unknown as Audited);
  return columns;
}

it('the audit of a drive reads the columns of files that are marked as audited, and no other', () => {
  const marked = Object.entries(NODE_COLUMNS).flatMap(([column, { audited }]) => (audited ? [column] : []));
  expect([...columnsRead()].toSorted()).toEqual(marked.toSorted());
});
