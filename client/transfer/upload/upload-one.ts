/**
 * Uploads one file: fingerprint, begin or resume, send the missing parts, complete, wait for the check.
 * Reports progress by callbacks; has no queue and no signals.
 */
import { newIdempotencyKey } from '#client/api/client.ts';
import { ApiError } from '#client/api/errors.ts';
import type { UploadSession } from '#shared/drive/upload.contract.ts';
import { type ErrorName, isErrorName } from '#shared/errors.ts';
import type { Hasher } from '../hash/hasher.ts';
import type { Fingerprint } from '../hash/messages.ts';
import type { Slots } from '../slots.ts';
import type { Wait } from '../timers.ts';
import { checkReadable, mayPass } from './failure.ts';
import type { SendGrouped } from './group-sender.ts';
import { fingerprintOf, INSTANT_MIN_BYTES } from './instant.ts';
import { missingParts, partRange, storedBytes } from './plan.ts';
import type { SendPart, SendWhole, WholeRequest } from './send-part.ts';
import type { TransferApi, UploadStart } from './upload.api.ts';

/** Tries of one part, and the wait before the second; it doubles. */
const PART_TRIES = 3;
const FIRST_WAIT_MS = 1_000;
/** Waits between two polls of the content check. */
const POLL_MS = [200, 400, 800, 1_500, 3_000] as const;
/** Workers of one file; the slots that all files share limit the parts sent at once. */
const WORKERS = 4;

/** Time a stopped upload may take to find the session it has begun. */
const FIND_MS = 5_000;

const TOKEN_ERRORS: readonly ErrorName[] = ['permission_denied', 'unauthenticated'];

export interface UploadDeps {
  readonly api: Pick<TransferApi, 'begin' | 'state' | 'complete' | 'task' | 'nextOrigin'>;
  readonly hasher: Pick<Hasher, 'fingerprint'>;
  readonly sendPart: SendPart;
  readonly sendWhole: SendWhole;
  /** Sends it with others, where it is small enough. Left out, and false: it is sent alone. */
  readonly sendGrouped?: SendGrouped;
  readonly slots: Slots;
  readonly wait: Wait;
  /** The server looks at the first part before it takes others. */
  readonly isFirstPartAlone?: boolean;
}

export interface UploadJob {
  readonly file: File;
  /** Size and time of the file as they were when it was picked: each look at a picked file reads the disk. */
  readonly sizeBytes: number;
  /** Epoch ms. */
  readonly modifiedMs: number;
  /** When a picture or film was taken, as the wire has it; left out, or '': the server reads it. */
  readonly takenTime?: () => Promise<string>;
  /** For a name that is taken; left out: keep both. */
  readonly conflict?: 'replace' | undefined;
  readonly parentId: () => Promise<string>;
  /** Idempotency key of the begin call; replaced when its session has expired. */
  key: string;
  /** Session of an earlier run; '' before the first. */
  uploadId: string;
  /** Result of an earlier run; undefined before the first. Reused, because a repeated key needs the same body. */
  fingerprint: Fingerprint | null | undefined;
  /** The session exists, or the file is stored. */
  readonly onStarted: (parentId: string) => void;
  /** First called with 0; never called for a file that is sent unhashed. */
  readonly onHashed: (bytes: number) => void;
  readonly onSent: (bytes: number) => void;
  readonly onPhase: (phase: 'checking' | 'sending') => void;
  /** Its signal was aborted to go on later. */
  readonly isPaused?: () => boolean;
}

/** Whether a file goes in one request, and has one part at most. */
export function isWhole(sizeBytes: number): boolean {
  return sizeBytes > 0 && sizeBytes < INSTANT_MIN_BYTES;
}

async function sendAlone(request: WholeRequest, deps: UploadDeps): Promise<void> {
  const release = await deps.slots.take(request.signal);
  try {
    await deps.sendWhole({ ...request, origin: deps.api.nextOrigin() });
  } finally {
    release();
  }
}

/** A cancelled request may have made the file or will: the session that its key finds then ends it. */
async function findCancelled(job: UploadJob, deps: UploadDeps, parentId: string): Promise<void> {
  const signal = AbortSignal.timeout(FIND_MS);
  const release = await deps.slots.take(signal).catch(() => null);
  if (release) await begin(job, deps, parentId, signal).catch(() => {});
  release?.();
}

/**
 * Sends a file too small for an instant upload in one request, with others or alone, unless it has a session.
 * @returns whether it is stored. After a failure of a request of its own the upload with a session follows under the same key and reports
 * the error
 */
async function trySendWhole(job: UploadJob, deps: UploadDeps, signal: AbortSignal): Promise<boolean> {
  const { file, sizeBytes, modifiedMs, conflict, key, onSent } = job;
  if (job.uploadId !== '' || !isWhole(sizeBytes)) return false;
  const parentId = await job.parentId();
  const { name } = file;
  const takenTime = (await job.takenTime?.()) ?? '';
  const sent = { parentId, name, sizeBytes, modifiedMs, takenTime, conflict, key };
  const request = { origin: '', ...sent, bytes: file, onSent, signal };
  let isAlone = false;
  try {
    signal.throwIfAborted();
    job.onPhase('sending');
    isAlone = !(await deps.sendGrouped?.(request));
    if (isAlone) await sendAlone(request, deps);
    job.onStarted(parentId);
    return true;
  } catch (error) {
    // A paused one is sent again under its key.
    if (signal.aborted && !job.isPaused?.()) await findCancelled(job, deps, parentId);
    signal.throwIfAborted();
    if (!isAlone) throw error;
    onSent(0);
    return false;
  }
}

async function begin(job: UploadJob, { api }: UploadDeps, parentId: string, signal: AbortSignal): Promise<UploadStart> {
  const { fingerprint = null, conflict, key } = job;
  const { sizeBytes, modifiedMs, file } = job;
  const { name } = file;
  const takenTime = (await job.takenTime?.()) ?? '';
  const sent = { parentId, name, sizeBytes, modifiedMs, takenTime, fingerprint, conflict, key };
  const start = await api.begin(sent, signal);
  job.uploadId = start.session?.upload_id ?? '';
  return start;
}

async function sessionOf(job: UploadJob, deps: UploadDeps, signal: AbortSignal): Promise<UploadStart> {
  const { api, hasher } = deps;
  if (job.uploadId !== '') {
    try {
      const session = await api.state(job.uploadId, signal);
      if (session.phase !== 'PHASE_TYPE_ERROR') return { session, taskId: null };
    } catch (error) {
      if (!(error instanceof ApiError) || error.errorName !== 'not_found') throw error;
    }
    // The session has expired: start again under a new key.
    job.uploadId = '';
    job.key = newIdempotencyKey();
  }
  if (job.fingerprint === undefined) job.fingerprint = await fingerprintOf(job.file, hasher, job.onHashed, signal);
  const parentId = await job.parentId();
  signal.throwIfAborted();
  const start = await begin(job, deps, parentId, signal);
  job.onStarted(parentId);
  return start;
}

async function sendParts(job: UploadJob, deps: UploadDeps, first: UploadSession, signal: AbortSignal): Promise<void> {
  const { sizeBytes } = job;
  const queue = missingParts(first);
  const underway = new Map<number, number>();
  let token = first.upload_token;
  let stored = storedBytes(first, sizeBytes);
  const report = () => job.onSent(stored + [...underway.values()].reduce((sum, bytes) => sum + bytes, 0));
  report();

  async function sendOne(part: number): Promise<void> {
    const { start, end } = partRange(first, part, sizeBytes);
    const bytes = job.file.slice(start, end);
    for (let tried = 1; ; tried += 1) {
      const release = await deps.slots.take(signal);
      try {
        await deps.sendPart({
          origin: deps.api.nextOrigin(),
          uploadId: first.upload_id,
          part,
          token,
          bytes,
          signal,
          onSent: (sent) => {
            underway.set(part, Math.min(sent, bytes.size));
            report();
          },
        });
        underway.delete(part);
        stored += bytes.size;
        report();
        return;
      } catch (error) {
        underway.delete(part);
        signal.throwIfAborted();
        await checkReadable(bytes);
        if (tried >= PART_TRIES) throw error;
        if (error instanceof ApiError && TOKEN_ERRORS.includes(error.errorName)) {
          // The token or the session has expired; the state call asks the user to sign in if needed and returns a new token.
          token = (await deps.api.state(first.upload_id, signal)).upload_token;
        } else if (!mayPass(error)) throw error;
      } finally {
        release();
      }
      report();
      await deps.wait(FIRST_WAIT_MS * 2 ** (tried - 1), signal);
    }
  }

  if (deps.isFirstPartAlone && queue[0] === 1) await sendOne(queue.shift() ?? 1);
  // The first failure stops the other workers. The server keeps the parts they have sent.
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
  for (let polls = 0; ; polls += 1) {
    const task = await deps.api.task(taskId, signal);
    if (task.phase === 'PHASE_TYPE_COMPLETE') return;
    if (task.phase === 'PHASE_TYPE_ERROR')
      throw new ApiError(
        { error: isErrorName(task.message) ? task.message : 'internal', error_description: task.message },
        'task',
      );
    await deps.wait(POLL_MS[Math.min(polls, POLL_MS.length - 1)] ?? 0, signal);
  }
}

/**
 * @returns whether the file was stored without sending a byte
 * @throws ApiError, FileChanged; the signal's reason when cancelled
 */
export async function uploadOne(
  job: UploadJob,
  deps: UploadDeps,
  signal: AbortSignal,
): Promise<{ isInstant: boolean }> {
  if (await trySendWhole(job, deps, signal)) return { isInstant: false };
  const { session: open, taskId } = await sessionOf(job, deps, signal);
  if (open === null) {
    job.onSent(job.sizeBytes);
    if (taskId !== null) await untilChecked(taskId, deps, signal);
    return { isInstant: job.sizeBytes > 0 };
  }
  // The answer of the complete call was lost: all parts are stored.
  if (open.phase === 'PHASE_TYPE_COMPLETE') return { isInstant: false };
  if (open.phase !== 'PHASE_TYPE_RUNNING') {
    job.onPhase('sending');
    await sendParts(job, deps, open, signal);
  }
  job.onPhase('checking');
  const end = await deps.api.complete(open.upload_id, signal);
  if (!end.isDone && end.taskId !== null) await untilChecked(end.taskId, deps, signal);
  return { isInstant: false };
}
