/**
 * One file from first byte to finished: name its content, begin or resume, send what is missing, complete, wait.
 * Knows no queue and no signals; tells its progress by callbacks.
 */
import { newIdempotencyKey } from '#client/api/client.ts';
import { ApiError } from '#client/api/errors.ts';
import type { UploadSession } from '#shared/drive/upload.contract.ts';
import { type ErrorName, isErrorName } from '#shared/errors.ts';
import type { Hasher } from '../hash/hasher.ts';
import type { Fingerprint } from '../hash/messages.ts';
import type { Slots } from '../slots.ts';
import { FileChanged, mayPass } from './failure.ts';
import { INSTANT_MIN_BYTES, nameContent } from './instant.ts';
import { missingParts, partRange, storedBytes } from './plan.ts';
import type { PartDoor, WholeDoor } from './send-part.ts';
import type { Begun, Ended, TransferApi } from './upload.api.ts';

/** Tries of one part, and the wait before the second; it doubles. */
const PART_TRIES = 3;
const FIRST_WAIT_MS = 1_000;
/** Between two questions whether the content has been checked. */
const POLL_MS = [200, 400, 800, 1_500, 3_000] as const;
/** Workers of one file; how many parts travel at once is decided by the slots that all files share. */
const WORKERS = 4;

/** How long a stopped upload may look for the session it has begun. */
const FIND_MS = 5_000;

const TOKEN_ERRORS: readonly ErrorName[] = ['permission_denied', 'unauthenticated'];

export interface UploadDeps {
  readonly api: TransferApi;
  readonly hasher: Hasher;
  readonly door: PartDoor;
  readonly wholeDoor: WholeDoor;
  readonly slots: Slots;
  /** Rejects when the signal ends the waiting. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface UploadJob {
  readonly file: File;
  /** Left out: where the name is taken, both are kept. */
  readonly conflict?: 'replace' | undefined;
  readonly parentId: () => Promise<string>;
  /** Of the begin call; another one when the session of this one is over. */
  key: string;
  /** Of an earlier try; '' before the first. */
  uploadId: string;
  /** Of an earlier try; undefined before the first. Kept, so that the begin call says the same under the same key. */
  fingerprint: Fingerprint | null | undefined;
  /** There is a session now, or the content is known. */
  readonly onBegun: (parentId: string) => void;
  /** 0 when hashing begins; never called for a file that is sent unhashed. */
  readonly onHashed: (bytes: number) => void;
  readonly onSent: (bytes: number) => void;
  readonly onPhase: (phase: 'checking' | 'sending') => void;
}

/**
 * A file too small for an instant upload goes in one request, unless a session of it is open already.
 * @returns whether it is stored; whatever was in the way is met again, and told, by the upload with a session, under the same key
 */
async function sendWhole(job: UploadJob, deps: UploadDeps, signal: AbortSignal): Promise<boolean> {
  const { file, conflict, key } = job;
  if (job.uploadId !== '' || file.size === 0 || file.size >= INSTANT_MIN_BYTES) return false;
  const parentId = await job.parentId();
  const giveBack = await deps.slots.take(signal);
  try {
    job.onPhase('sending');
    const { name, lastModified: modifiedMs } = file;
    const origin = deps.api.nextOrigin();
    const { onSent } = job;
    await deps.wholeDoor({ origin, parentId, name, modifiedMs, conflict, key, bytes: file, onSent, signal });
    job.onBegun(parentId);
    return true;
  } catch {
    // What was paused or cancelled may have begun: its session is wanted, to go on with or to give up.
    if (signal.aborted) await begin(job, deps, parentId, AbortSignal.timeout(FIND_MS)).catch(() => {});
    signal.throwIfAborted();
    job.onSent(0);
    return false;
  } finally {
    giveBack();
  }
}

async function begin(job: UploadJob, { api }: UploadDeps, parentId: string, signal: AbortSignal): Promise<Begun> {
  const { fingerprint = null, conflict, key } = job;
  const { name, size: sizeBytes, lastModified: modifiedMs } = job.file;
  const begun = await api.begin({ parentId, name, sizeBytes, modifiedMs, fingerprint, conflict, key }, signal);
  job.uploadId = begun.session?.upload_id ?? '';
  return begun;
}

async function sessionOf(job: UploadJob, deps: UploadDeps, signal: AbortSignal): Promise<Begun> {
  const { api, hasher } = deps;
  if (job.uploadId !== '') {
    try {
      const session = await api.state(job.uploadId, signal);
      if (session.phase !== 'PHASE_TYPE_ERROR') return { session, taskId: null };
    } catch (error) {
      if (!(error instanceof ApiError) || error.errorName !== 'not_found') throw error;
    }
    // Given up meanwhile: from the beginning, and under another key, which the server does not know.
    job.uploadId = '';
    job.key = newIdempotencyKey();
  }
  if (job.fingerprint === undefined) job.fingerprint = await nameContent(job.file, hasher, job.onHashed, signal);
  const parentId = await job.parentId();
  signal.throwIfAborted();
  const begun = await begin(job, deps, parentId, signal);
  job.onBegun(parentId);
  return begun;
}

/** Whether the bytes can still be read as they were chosen. */
async function checkReadable(bytes: Blob): Promise<void> {
  try {
    await bytes.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new FileChanged('the file cannot be read', { cause });
  }
}

async function sendParts(job: UploadJob, deps: UploadDeps, first: UploadSession, signal: AbortSignal): Promise<void> {
  const sizeBytes = job.file.size;
  const queue = missingParts(first);
  const underway = new Map<number, number>();
  let token = first.upload_token;
  let stored = storedBytes(first, sizeBytes);
  const tell = () => job.onSent(stored + [...underway.values()].reduce((sum, bytes) => sum + bytes, 0));
  tell();

  async function sendOne(part: number): Promise<void> {
    const { start, end } = partRange(first, part, sizeBytes);
    const bytes = job.file.slice(start, end);
    for (let tried = 1; ; tried += 1) {
      const giveBack = await deps.slots.take(signal);
      try {
        await deps.door({
          origin: deps.api.nextOrigin(),
          uploadId: first.upload_id,
          part,
          token,
          bytes,
          signal,
          onSent: (sent) => {
            underway.set(part, Math.min(sent, bytes.size));
            tell();
          },
        });
        underway.delete(part);
        stored += bytes.size;
        tell();
        return;
      } catch (error) {
        underway.delete(part);
        signal.throwIfAborted();
        await checkReadable(bytes);
        if (tried >= PART_TRIES) throw error;
        if (error instanceof ApiError && TOKEN_ERRORS.includes(error.errorName)) {
          // The token or the session ran out; the state call asks to sign in where that is needed, and gives a fresh one.
          token = (await deps.api.state(first.upload_id, signal)).upload_token;
        } else if (!mayPass(error)) throw error;
      } finally {
        giveBack();
      }
      tell();
      await deps.wait(FIRST_WAIT_MS * 2 ** (tried - 1), signal);
    }
  }

  // The first failure ends the others too: they are kept by the server and sent no second time.
  const failed = new AbortController();
  const worker = async () => {
    for (let part = queue.shift(); part !== undefined && !failed.signal.aborted; part = queue.shift()) {
      try {
        await sendOne(part);
      } catch (error) {
        failed.abort(error);
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: Math.min(WORKERS, queue.length) }, worker));
  if (results.some((result) => result.status === 'rejected')) throw failed.signal.reason;
}

async function untilChecked(taskId: string, deps: UploadDeps, signal: AbortSignal): Promise<void> {
  for (let asked = 0; ; asked += 1) {
    const task = await deps.api.task(taskId, signal);
    if (task.phase === 'PHASE_TYPE_COMPLETE') return;
    if (task.phase === 'PHASE_TYPE_ERROR')
      throw new ApiError(
        { error: isErrorName(task.message) ? task.message : 'internal', error_description: task.message },
        'task',
      );
    await deps.wait(POLL_MS[Math.min(asked, POLL_MS.length - 1)] ?? 0, signal);
  }
}

async function untilDone(ended: Ended, deps: UploadDeps, signal: AbortSignal): Promise<void> {
  if (!ended.isDone && ended.taskId !== null) await untilChecked(ended.taskId, deps, signal);
}

/**
 * @returns whether it was stored without sending a byte
 * @throws ApiError, FileChanged; the signal's reason when cancelled
 */
export async function uploadOne(
  job: UploadJob,
  deps: UploadDeps,
  signal: AbortSignal,
): Promise<{ isInstant: boolean }> {
  if (await sendWhole(job, deps, signal)) return { isInstant: false };
  const { session: open, taskId } = await sessionOf(job, deps, signal);
  if (open === null) {
    job.onSent(job.file.size);
    if (taskId !== null) await untilChecked(taskId, deps, signal);
    return { isInstant: job.file.size > 0 };
  }
  // An end whose answer was lost: no part is wanted any more.
  if (open.phase === 'PHASE_TYPE_COMPLETE') return { isInstant: false };
  if (open.phase !== 'PHASE_TYPE_RUNNING') {
    job.onPhase('sending');
    await sendParts(job, deps, open, signal);
  }
  job.onPhase('checking');
  await untilDone(await deps.api.complete(open.upload_id, signal), deps, signal);
  return { isInstant: false };
}
