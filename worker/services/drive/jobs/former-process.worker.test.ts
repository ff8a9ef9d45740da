/** Jobs that a process began and did not end go on in the next one. */
import { env, runInDurableObject } from 'cloudflare:test';
import { expect } from 'vitest';
import { newWireId } from '#worker/platform/ids.ts';
import { DriveObject } from '../drive.object.ts';
import { beginRun } from '../fetch/runs-fixture.ts';
import { personTest as it, makeUploader, rows, type Uploader } from '../upload/upload-fixture.ts';

const LEASE_MS = 3_600_000;

/** An extraction under way, whose newest run was its second try. @returns id of its task */
async function extraction(person: Uploader): Promise<string> {
  const id = newWireId();
  const { nowMs } = person.call();
  const order = { do: 'extract', fileId: '', contentKey: '', archiveName: 'a.zip', secret: '', chosen: '' };
  const place = { uploadId: '', next: 0, folderId: '', doneBytes: 0, totalBytes: 1 };
  const job = { kind: 'archive', order, place, run: 7, tries: 2, untilMs: nowMs + LEASE_MS };
  await rows(
    person,
    `INSERT INTO tasks (id, type, phase, progress, name, message, file_id, file_name, file_size, params, job, created_ms, updated_ms)
     VALUES ('${id}', 'decompress', 'PHASE_TYPE_RUNNING', 30, 'a', '', '', 'a', 1, '{}', '${JSON.stringify(job)}', ${nowMs}, ${nowMs}) RETURNING id`,
  );
  return id;
}

/** Opens the drive as an object of a process does. */
async function openIn(person: Uploader, process: string): Promise<void> {
  await runInDurableObject(person.stub, async (_object, state) => {
    new DriveObject(state, { ...env, PROCESS_NAME: process } as never);
    // The object of the test runs no alarm of the one that was opened here.
    await state.storage.deleteAlarm();
  });
}

async function jobOf(person: Uploader, taskId: string) {
  const [row] = await rows<{ phase: string; job: string | null }>(
    person,
    `SELECT phase, job FROM tasks WHERE id = '${taskId}'`,
  );
  const job = row?.job ? (JSON.parse(row.job) as { tries: number; untilMs: number }) : null;
  return { phase: row?.phase, tries: job?.tries, isLeased: (job?.untilMs ?? 0) > person.call().nowMs };
}

async function fetchState(person: Uploader) {
  const [row] = await rows<{ state: string; tries: number }>(person, 'SELECT state, tries FROM fetches');
  return row;
}

it('the next process goes on with runs at once and counts no try; the same process leaves them alone', async () => {
  const person = makeUploader();
  await beginRun(person);
  await openIn(person, 'first');
  const taskId = await extraction(person);
  await openIn(person, 'first');
  expect(await jobOf(person, taskId)).toEqual({ phase: 'PHASE_TYPE_RUNNING', tries: 2, isLeased: true });
  expect(await fetchState(person)).toEqual({ state: 'running', tries: 0 });
  await openIn(person, 'second');
  expect(await jobOf(person, taskId)).toEqual({ phase: 'PHASE_TYPE_RUNNING', tries: 1, isLeased: false });
  expect(await fetchState(person)).toEqual({ state: 'waiting', tries: 0 });
});

it('a job during whose runs five processes ended is given up', async ({ person }) => {
  await beginRun(person);
  await openIn(person, 'process 0');
  const taskId = await extraction(person);
  const leased = `json_set(job, '$.untilMs', ${person.call().nowMs + LEASE_MS})`;
  const phases: unknown[] = [];
  for (let number = 1; number <= 5; number += 1) {
    await openIn(person, `process ${number}`);
    phases.push([(await jobOf(person, taskId)).phase, (await fetchState(person))?.state]);
    await rows(person, `UPDATE tasks SET job = ${leased} WHERE id = '${taskId}' AND job IS NOT NULL RETURNING id`);
    await rows(person, `UPDATE fetches SET state = 'running' WHERE state = 'waiting' RETURNING state`);
  }
  const going = ['PHASE_TYPE_RUNNING', 'waiting'];
  expect(phases).toEqual([going, going, going, going, ['PHASE_TYPE_ERROR', 'ended']]);
  expect(await rows(person, 'SELECT * FROM interrupted_runs')).toEqual([]);
});

it('without names of processes a lease ends by its time', async ({ person }) => {
  await beginRun(person);
  const taskId = await extraction(person);
  await openIn(person, '');
  expect(await jobOf(person, taskId)).toEqual({ phase: 'PHASE_TYPE_RUNNING', tries: 2, isLeased: true });
  expect(await rows(person, 'SELECT * FROM lease_process')).toEqual([]);
});
