/** Jobs of a drive as operators see them: the ones without a fault leave no row, and each act is refused where it is not safe. */
import { runInDurableObject } from 'cloudflare:test';
import { expect } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { LIMIT_BYTES, makeDrive, type TestDrive } from '../drive-fixture.ts';
import { beginRun, fetchRow } from '../fetch/runs-fixture.ts';
import { makeUploader, refusalOf, rows, personTest as test } from '../upload/upload-fixture.ts';

const faultsOf = (drive: TestDrive) =>
  drive.inside((_, sql) => sql.exec('SELECT job_id, error, tries, noted FROM job_faults').toArray());
const actOn = async (drive: Pick<TestDrive, 'stub'>, jobId: string, act: 'retry' | 'cancel' | 'dismiss') =>
  unwrap(await drive.stub.actOnJob(jobId, act));

/** A task whose step fails whenever it runs. */
async function brokenTask(drive: TestDrive): Promise<string> {
  const id = newWireId();
  await runInDurableObject(drive.stub, (_object, { storage }) => {
    storage.sql.exec(
      `INSERT INTO tasks (id, type, phase, progress, name, message, file_id, file_name, file_size, job, created_ms, updated_ms)
       VALUES (?, 'copy', 'PHASE_TYPE_RUNNING', 5, 'private', '', '', 'private', 7, '{"kind":"measure","origin":null}', ?2, ?2)`,
      id,
      Date.now(),
    );
    return storage.setAlarm(Date.now() + 60_000);
  });
  return id;
}

test('work that succeeds leaves no fault, and its drive lists nothing', async () => {
  const drive = makeDrive();
  const root = await drive.folder('a');
  await drive.file('f', root);
  const to = await drive.folder('b');
  unwrap(await drive.stub.copy(drive.caller, { ids: [root], to, limitBytes: LIMIT_BYTES }, null));
  expect(await faultsOf(drive)).toEqual([]);
  expect(unwrap(await drive.stub.deskJobs())).toEqual([]);
});

test('a job whose steps fail is stuck from the third time on, until it is tried again; it cannot be cancelled', async () => {
  const drive = makeDrive();
  await drive.folder('a');
  const jobId = await brokenTask(drive);
  for (const noted of [0, 0, 1]) {
    await runAlarm(drive.stub);
    expect(await faultsOf(drive)).toMatchObject([{ job_id: jobId, error: 'internal', noted }]);
  }
  const job = unwrap(await drive.stub.faultyJob(jobId));
  expect(job).toMatchObject({ kind: 'copy', state: 'stuck', error: 'internal', tries: 3, acts: ['retry'] });
  expect(JSON.stringify(job)).not.toContain('private');
  expect(await refusalOf(actOn(drive, jobId, 'cancel'))).toBe('failed_precondition/no_cancel');
  await actOn(drive, jobId, 'retry');
  expect(unwrap(await drive.stub.faultyJob(jobId))).toBeNull();
  await drive.inside((_, sql) => sql.exec(`UPDATE tasks SET job = '{"kind":"telling"}' WHERE id = ?`, jobId));
  await runAlarm(drive.stub);
  expect(await faultsOf(drive)).toEqual([]);
});

test('a job that recovers by itself leaves the list', async () => {
  const drive = makeDrive();
  await drive.folder('a');
  const jobId = await brokenTask(drive);
  for (let runs = 0; runs < 3; runs += 1) await runAlarm(drive.stub);
  await drive.inside((_, sql) => sql.exec(`UPDATE tasks SET job = '{"kind":"telling"}' WHERE id = ?`, jobId));
  await runAlarm(drive.stub);
  expect([await faultsOf(drive), unwrap(await drive.stub.faultyJob(jobId))]).toEqual([[], null]);
});

test('a fetch that failed by a fault of the server begins again when an operator tries it, whatever its person’s limits', async () => {
  const person = makeUploader();
  const run = await beginRun(person);
  unwrap(await person.stub.fetchFail(run, { reason: 'downloader_busy', waitMs: null }));
  const job = unwrap(await person.stub.faultyJob(run.taskId));
  expect(job).toMatchObject({ kind: 'fetch', state: 'failed', error: 'downloader_busy', acts: ['retry', 'dismiss'] });
  await actOn(person, run.taskId, 'retry');
  expect((await fetchRow(person)).state).not.toBe('ended');
  expect(await rows(person, 'SELECT job_id FROM job_faults')).toEqual([]);
});

test.each([
  ['that its source refuses', 'not_found'],
  ['whose name server does not answer', 'lookup_failed'],
] as const)(
  'a fetch %s is the person’s own: no fault, and shown only among the jobs of the account',
  async (_what, reason) => {
    const person = makeUploader();
    const run = await beginRun(person);
    // A lookup is tried again before.
    await rows(person, 'UPDATE fetches SET tries = 100 RETURNING task_id');
    unwrap(await person.stub.fetchFail(run, { reason, waitMs: null }));
    expect(unwrap(await person.stub.faultyJob(run.taskId))).toBeNull();
    expect(unwrap(await person.stub.deskJobs())).toMatchObject([{ state: 'failed', error: reason, acts: ['retry'] }]);
  },
);

test('a running fetch is cancelled once, and its person sees that', async ({ person }) => {
  const { taskId } = await beginRun(person);
  await actOn(person, taskId, 'cancel');
  expect(await rows(person, 'SELECT phase, message FROM tasks')).toEqual([
    { phase: 'PHASE_TYPE_ERROR', message: 'Cancelled' },
  ]);
  expect(await refusalOf(actOn(person, taskId, 'cancel'))).toBe('failed_precondition/no_cancel');
});

test('a failed job that an operator has seen leaves the list; an unknown one is refused', async ({ person }) => {
  const run = await beginRun(person);
  unwrap(await person.stub.fetchFail(run, { reason: 'downloader_busy', waitMs: null }));
  await actOn(person, run.taskId, 'dismiss');
  expect(unwrap(await person.stub.faultyJob(run.taskId))).toBeNull();
  expect(await refusalOf(actOn(person, run.taskId, 'dismiss'))).toBe('failed_precondition/no_dismiss');
  expect(await refusalOf(actOn(person, newWireId(), 'retry'))).toBe('not_found/no_such_job');
});

test('hashing that stops three times is stuck, and goes on when it is tried again', async ({ person }) => {
  await person.beginOwn({ sizeBytes: 9 });
  await rows(person, "UPDATE uploads SET state = 'hashing', manifest = '{}', created_ms = 1 RETURNING id");
  for (let runs = 0; runs < 3; runs += 1) {
    await rows(person, 'UPDATE upload_windows SET lease_until_ms = 1 RETURNING window');
    await runAlarm(person.stub);
  }
  const [job] = unwrap(await person.stub.deskJobs());
  expect(job).toMatchObject({ kind: 'hash', state: 'stuck', error: 'hash_stopped', tries: 3, acts: ['retry'] });
  await actOn(person, job?.jobId ?? '', 'retry');
  expect(await rows(person, 'SELECT job_id FROM job_faults')).toEqual([]);
});
