/** Runs waiting uploads: several files at a time, and over all of them as many parts as the network carries. */
import { newIdempotencyKey } from '#client/api/client.ts';
import { limitFactsOf } from '#client/api/error-facts.ts';
import { ApiError } from '#client/api/errors.ts';
import type { Hasher } from '../hash/hasher.ts';
import { makeSlots } from '../slots.ts';
import { type After, makeWait } from '../timers.ts';
import { makeConcurrency } from './concurrency.ts';
import { type FolderMaker, folderPathOf } from './folders.ts';
import { GROUPED_AT_ONCE, GROUPED_FILE_BYTES, makeGroupSender } from './group-sender.ts';
import { makePace } from './pace.ts';
import type { SendGroup, SendPart, SendWhole } from './send-part.ts';
import { takenTimeOf } from './taken-time.ts';
import type { TransferApi } from './upload.api.ts';
import type { TransferState } from './upload.state.ts';
import { isWhole, type UploadJob, uploadOne } from './upload-one.ts';
import type { UploadEntry, UploadRegistry } from './upload-registry.ts';
import { makeUploadStops } from './upload-stops.ts';

/** Short files spend more time on answers than on bytes, so at least two run at a time. */
const LEAST_FILES = 2;
/** The plan allows no more files at a time: other devices of the person may send some. The file goes on after this wait. */
const LIMIT_WAIT_MS = 5_000;
/** As many files find out that there is no network; the rest need not try. */
const MOST_OFFLINE = 5;

export interface UploadQueueDeps {
  readonly state: TransferState;
  readonly api: TransferApi;
  readonly sendPart: SendPart;
  readonly sendWhole: SendWhole;
  /** Left out: each small file is sent alone. */
  readonly sendGroup?: SendGroup;
  readonly hasher: Hasher;
  readonly nowMs: () => number;
  readonly after: After;
  /** A file or folder is stored: listing and storage are stale. */
  readonly onLanded: () => void;
}

export interface UploadQueue {
  /** Starts waiting files up to the limit. */
  start(): void;
  /** Queues a file again that waits for the network. */
  wake(id: string): void;
  /** Aborts the session of an upload. The server deletes sessions that this call does not reach. */
  release(entry: UploadEntry): void;
}

interface JobParts {
  readonly registry: UploadRegistry;
  readonly folderMaker: FolderMaker;
}

/** The job of one run. Its progress goes into the entry, its phases into the panel. */
function jobOf(
  entry: UploadEntry,
  file: File,
  { registry, folderMaker, hasher, nowMs }: Pick<UploadQueueDeps, 'hasher' | 'nowMs'> & JobParts,
): UploadJob {
  const { record, control } = entry;
  const job: UploadJob = {
    file,
    sizeBytes: record.sizeBytes,
    modifiedMs: record.modifiedMs ?? file.lastModified,
    takenTime: () => takenTimeOf(file, record.modifiedMs ?? file.lastModified, nowMs()),
    key: record.key,
    uploadId: record.uploadId,
    fingerprint: record.fingerprint,
    conflict: record.conflict,
    parentId: () => folderMaker.idOf(folderPathOf(record)),
    onStarted(parentId) {
      const { key, uploadId, fingerprint } = job;
      registry.change(entry, { key, uploadId, fingerprint, parentId });
      registry.addEnds(entry, file, hasher);
    },
    onSent(bytes) {
      entry.sentBytes = bytes;
    },
    isPaused: () => entry.stopReason === 'pause',
    onHashed(bytes) {
      if (bytes === 0) registry.set(entry.id, { phase: 'checking' });
      entry.hashedBytes = bytes;
    },
    onPhase(phase) {
      entry.hashedBytes = 0;
      if (!control.signal.aborted) registry.set(entry.id, { phase, sentBytes: entry.sentBytes, checkedBytes: 0 });
    },
  };
  return job;
}

export function makeUploadQueue(
  deps: UploadQueueDeps,
  registry: UploadRegistry,
  folderMaker: FolderMaker,
): UploadQueue {
  const { state, api, hasher, after, onLanded } = deps;
  const { set, itemOf, itemsIn } = registry;
  const concurrency = makeConcurrency(deps.nowMs, (limit) => {
    slots.resize(limit);
    start();
  });
  const slots = makeSlots(concurrency.limit());
  const wait = makeWait(after);
  let running = 0;
  /** Small files that are sent together, besides. */
  let grouped = 0;
  /** Files at a time that the plan allows, once the server has refused one. */
  let planFiles = Number.POSITIVE_INFINITY;
  let isLimited = false;
  const stop = makeUploadStops({ ...deps, wake });
  const pace = makePace({ ...deps, entryOf: registry.entryOf, isRunning: () => running + grouped > 0 });
  const sendPart = concurrency.watch(pace.count(deps.sendPart));
  const sendWhole = concurrency.watch(pace.count(deps.sendWhole));
  const sendGrouped =
    deps.sendGroup &&
    makeGroupSender({
      sendGroup: concurrency.watch(pace.count(deps.sendGroup)),
      slots,
      after,
      nextOrigin: api.nextOrigin,
    });
  const isGrouped = ({ record: { sizeBytes } }: UploadEntry): boolean =>
    sendGrouped !== undefined && isWhole(sizeBytes) && sizeBytes <= GROUPED_FILE_BYTES;

  function wake(id: string): void {
    if (itemOf(id)?.phase !== 'offline') return;
    set(id, { phase: 'waiting', problem: null });
    // Before those that have not tried yet.
    begin(id);
    start();
  }

  function onPlanLimit(entry: UploadEntry, error: ApiError): void {
    planFiles = Math.max(1, limitFactsOf(error).limit ?? planFiles);
    isLimited = true;
    after(LIMIT_WAIT_MS, () => {
      isLimited = false;
      start();
    });
    set(entry.id, { phase: 'waiting', problem: null, checkedBytes: 0 });
  }

  function onFailure(entry: UploadEntry, error: unknown): void {
    if (error instanceof ApiError && error.errorName === 'transfer_limit') onPlanLimit(entry, error);
    else stop(entry, error);
  }

  async function run(entry: UploadEntry, file: File): Promise<void> {
    const hasCompany = isGrouped(entry);
    if (hasCompany) grouped += 1;
    else running += 1;
    const control = new AbortController();
    Object.assign(entry, { isRunning: true, stopReason: null, control });
    set(entry.id, { phase: 'sending', problem: null });
    pace.start();
    const job = jobOf(entry, file, { registry, folderMaker, hasher, nowMs: deps.nowMs });
    try {
      const whole = hasCompany && sendGrouped ? { sendWhole, sendGrouped } : { sendWhole };
      const parts = { api, sendPart, ...whole, hasher, slots, wait };
      const { isInstant } = await uploadOne(job, parts, control.signal);
      entry.sentBytes = entry.record.sizeBytes;
      entry.offlineTimes = 0;
      set(entry.id, { phase: 'done', sentBytes: entry.sentBytes, checkedBytes: 0, isInstant, problem: null });
      registry.settle(entry, 'done');
      onLanded();
      // The network is back: nothing waits for its own next try.
      for (const { id } of itemsIn('offline')) wake(id);
    } catch (error) {
      entry.record = { ...entry.record, key: job.key, uploadId: job.uploadId, fingerprint: job.fingerprint };
      if (entry.stopReason === 'cancel') release(entry);
      else if (entry.stopReason === null) onFailure(entry, error);
    }
    entry.hashedBytes = 0;
    entry.isRunning = false;
    if (hasCompany) grouped -= 1;
    else running -= 1;
    start();
  }

  /** @returns whether more may begin */
  function begin(id: string): boolean {
    const entry = registry.entryOf(id);
    if (!entry) return true;
    const lanes = concurrency.limit() - (isWhole(entry.record.sizeBytes) ? 0 : 1);
    const mayBegin = isGrouped(entry)
      ? grouped < GROUPED_AT_ONCE
      : !isLimited && running < Math.min(planFiles, Math.max(LEAST_FILES, lanes));
    if (mayBegin && entry.file && !entry.isRunning) void run(entry, entry.file);
    return mayBegin;
  }

  function start(): void {
    for (const { id } of state.list.each('waiting'))
      if (state.list.countIn('offline') >= MOST_OFFLINE || !begin(id)) return;
  }

  function release(entry: UploadEntry): void {
    const { uploadId } = entry.record;
    entry.sentBytes = 0;
    entry.record = { ...entry.record, uploadId: '', key: newIdempotencyKey() };
    registry.settle(entry, 'removed');
    if (uploadId === '') return;
    api.abort(uploadId).then(
      () => {
        if (itemOf(entry.id)?.phase === 'cancelled') set(entry.id, { isFreed: true });
        onLanded();
      },
      () => undefined,
    );
  }

  return { start, wake, release };
}
