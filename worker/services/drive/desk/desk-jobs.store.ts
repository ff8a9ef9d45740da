/** Jobs of one drive for operators: those under way, and those with a fault. Reads only. No names: what a person stores stays theirs. */
import { type DeskJob, type JobAct, type JobKind, type JobState, kindOfTask } from '#shared/drive/desk/jobs.ts';
import { faultOf, type JobFault } from '../jobs/faults.store.ts';
import { type TaskRow, taskById } from '../jobs/task.store.ts';
import { digestedCount } from '../upload/hash/store.ts';
import { hashProgress } from '../upload/rules.ts';
import { type UploadRow, uploadById } from '../upload/store.ts';

/** Jobs of one answer. */
const LISTED = 100;

type DeskTask = TaskRow & { ended_job?: string | null };

function actsOf(kind: JobKind, state: JobState, canStartAgain: boolean, fault: JobFault | null): JobAct[] {
  const acts: JobAct[] = [];
  if (state === 'stuck' || (state === 'failed' && canStartAgain)) acts.push('retry');
  // The work of other kinds cannot be left half done.
  if (state !== 'failed' && (kind === 'fetch' || kind === 'archive' || kind === 'upload')) acts.push('cancel');
  if (state === 'failed' && fault) acts.push('dismiss');
  return acts;
}

function stateOf(phase: string, fault: JobFault | null): JobState {
  if (phase === 'PHASE_TYPE_ERROR') return 'failed';
  if (fault?.noted === 1) return 'stuck';
  return phase === 'PHASE_TYPE_PENDING' ? 'waiting' : 'running';
}

function ofTask(row: DeskTask, fault: JobFault | null): DeskJob {
  const kind = kindOfTask(row.type);
  const state = stateOf(row.phase, fault);
  const { error = '' } = JSON.parse(row.params) as { error?: string };
  const canStartAgain = kind === 'fetch' || (kind === 'archive' && (row.ended_job ?? null) !== null);
  return {
    jobId: row.id,
    kind,
    state,
    error: fault?.error ?? (error || (state === 'failed' ? row.message : '')),
    tries: fault?.tries ?? 0,
    sizeBytes: row.file_size,
    progress: row.progress,
    createdMs: row.created_ms,
    sinceMs: fault?.since_ms ?? (state === 'failed' ? row.updated_ms : 0),
    acts: actsOf(kind, state, canStartAgain, fault),
  };
}

function ofUpload(sql: SqlStorage, row: UploadRow, fault: JobFault | null): DeskJob {
  const kind = row.state === 'hashing' ? 'hash' : 'upload';
  const state = row.state === 'open' || row.state === 'hashing' ? stateOf('PHASE_TYPE_RUNNING', fault) : 'failed';
  return {
    jobId: row.id,
    kind,
    state,
    error: fault?.error ?? '',
    tries: fault?.tries ?? 0,
    sizeBytes: row.size_bytes,
    progress: kind === 'hash' ? hashProgress(row.size_bytes, digestedCount(sql, row.id)) : 0,
    createdMs: row.created_ms,
    sinceMs: fault?.since_ms ?? 0,
    acts: actsOf(kind, state, false, fault),
  };
}

/** A job under any state; null where there is none. */
export function deskJob(sql: SqlStorage, jobId: string): DeskJob | null {
  const fault = faultOf(sql, jobId);
  const task = taskById(sql, jobId);
  if (task) return ofTask(task, fault);
  const upload = uploadById(sql, jobId);
  return upload && ofUpload(sql, upload, fault);
}

/** A job that operators have in their list; null once its fault has ended. */
export function faultyJob(sql: SqlStorage, jobId: string): DeskJob | null {
  return faultOf(sql, jobId)?.noted === 1 ? deskJob(sql, jobId) : null;
}

/** Newest first: running jobs, and those that failed in the last 30 days, for any reason. */
export function deskJobs(sql: SqlStorage): DeskJob[] {
  const tasks = sql
    .exec<DeskTask>(
      `SELECT * FROM tasks WHERE type <> 'upload' AND (job IS NOT NULL OR phase <> 'PHASE_TYPE_COMPLETE')
       ORDER BY created_ms DESC, id DESC LIMIT ?`,
      LISTED,
    )
    .toArray()
    .map((row) => ofTask(row, faultOf(sql, row.id)));
  // Sessions of fetches and archives belong to their tasks.
  const uploads = sql
    .exec<UploadRow>(
      `SELECT * FROM uploads WHERE state IN ('open', 'hashing') AND task_id <> ''
         AND NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.id = uploads.task_id AND tasks.type <> 'upload')
       ORDER BY created_ms DESC LIMIT ?`,
      LISTED,
    )
    .toArray()
    .map((row) => ofUpload(sql, row, faultOf(sql, row.id)));
  return [...tasks, ...uploads].sort((a, b) => b.createdMs - a.createdMs).slice(0, LISTED);
}
