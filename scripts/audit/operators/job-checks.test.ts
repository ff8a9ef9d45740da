import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/units.ts';
import { ADMIN_MIGRATIONS } from '#worker/services/ops/admin.migrations.ts';
import type { Audited } from '../finding.ts';
import { checkJobs } from './job-checks.ts';

const NOW_MS = 100 * DAY_MS;

interface State {
  /** Jobs in the list of operators -> age in days. */
  readonly listed?: Readonly<Record<string, number>>;
  /** Faults of the drive -> age in days. */
  readonly faults?: Readonly<Record<string, number>>;
  /** 0: no fault has been reported to the operators yet. */
  readonly noted?: number;
  /** Tasks that the faults are about. */
  readonly tasks?: readonly string[];
  /** Jobs whose event waits. */
  readonly waiting?: readonly string[];
  /** The end of the account waits to be known. */
  readonly closing?: boolean;
}

const OUTBOX =
  'CREATE TABLE _outbox (id TEXT, event TEXT, payload TEXT, at_ms INTEGER, attempts INTEGER, due_ms INTEGER)';

function found({ listed = {}, faults = {}, noted = 1, tasks = Object.keys(faults), waiting = [], closing }: State) {
  const [admin, drive, account] = [':memory:', ':memory:', ':memory:'].map((name) => new DatabaseSync(name));
  if (!admin || !drive || !account) throw new Error('no database');
  for (const migration of ADMIN_MIGRATIONS) for (const statement of migration) admin.exec(statement);
  for (const db of [drive, account]) db.exec(OUTBOX);
  drive.exec(`CREATE TABLE job_faults (job_id TEXT, error TEXT, tries INTEGER, since_ms INTEGER, noted INTEGER);
    CREATE TABLE tasks (id TEXT); CREATE TABLE uploads (id TEXT)`);
  for (const [id, days] of Object.entries(listed))
    admin
      .prepare("INSERT INTO jobs VALUES ('V1', ?, 'copy', 'failed', 'internal', 1, 0, 0, 0, ?, '')")
      .run(id, NOW_MS - days * DAY_MS);
  for (const [id, days] of Object.entries(faults))
    drive.prepare("INSERT INTO job_faults VALUES (?, 'internal', 3, ?, ?)").run(id, NOW_MS - days * DAY_MS, noted);
  for (const id of tasks) drive.prepare('INSERT INTO tasks VALUES (?)').run(id);
  for (const jobId of waiting)
    drive
      .prepare("INSERT INTO _outbox VALUES (?, 'drive.job-changed', ?, 0, 0, 0)")
      .run(jobId, JSON.stringify({ jobId }));
  if (closing) account.exec("INSERT INTO _outbox VALUES ('e', 'auth.account-closed', '{}', 0, 0, 0)");
  const objects = [
    { className: 'DriveObject', name: 'V1', db: drive },
    { className: 'AccountObject', name: 'V1', db: account },
  ];
  return checkJobs({ nowMs: NOW_MS, objects } as unknown as Audited, admin).map(({ kind, ids }) => [kind, ids[1]]);
}

test('a list that has the faults of the drive has no finding', () => {
  expect(found({ listed: { a: 1, b: 2 }, faults: { a: 1, b: 2 } })).toEqual([]);
});

test('a fault that the list does not have is found, unless its event waits or its job is gone', () => {
  expect(found({ faults: { a: 1 } })).toEqual([['job-not-listed', 'a']]);
  expect(found({ faults: { a: 1 }, waiting: ['a'] })).toEqual([]);
  expect(found({ faults: { a: 1 }, waiting: ['b'] })).toEqual([['job-not-listed', 'a']]);
  expect(found({ faults: { a: 1 }, noted: 0 })).toEqual([]);
  expect(found({ faults: { a: 1 }, tasks: [] })).toEqual([]);
});

test('a job of the list whose fault has ended is found, unless an event brings that', () => {
  expect(found({ listed: { a: 1 } })).toEqual([['job-left-listed', 'a']]);
  expect(found({ listed: { a: 1 }, faults: { a: 1 }, noted: 0 })).toEqual([['job-left-listed', 'a']]);
  expect(found({ listed: { a: 1 }, waiting: ['a'] })).toEqual([]);
  expect(found({ listed: { a: 1 }, closing: true })).toEqual([]);
});

test('what is about to be forgotten is not compared', () => {
  expect(found({ listed: { a: 29.5 } })).toEqual([]);
  expect(found({ faults: { a: 29.5 } })).toEqual([]);
});
