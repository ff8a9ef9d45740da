/**
 * The queue of uploads: three files at a time, four parts at a time over all of them; cancel, retry, clear. No React.
 */
import { newIdempotencyKey } from '#client/api/client.ts';
import { makeFolderMaker } from './folders.ts';
import type { Fingerprint } from './hash-messages.ts';
import type { Hasher } from './hasher.ts';
import type { PartDoor } from './part-door.ts';
import type { Picked } from './picked.ts';
import { type SpeedSample, sampled, speedOf } from './plan.ts';
import { makeSlots } from './slots.ts';
import type { TransferApi } from './transfer.api.ts';
import type { TransferState, UploadItem } from './transfer.state.ts';
import { uploadOne } from './upload-one.ts';
import { problemOf } from './upload-problem.ts';

const FILES_AT_ONCE = 3;
/** Over all files: a browser opens six connections to a host, and the drive itself needs some. */
const PARTS_AT_ONCE = 4;
/** How often progress is written to the screen. */
const TICK_MS = 200;

export interface Uploads {
  /** @param folderId  where they land; folders inside what was picked are made below it */
  add(picked: readonly Picked[], folderId: string): void;
  cancel(id: string): void;
  cancelAll(): void;
  retry(id: string): void;
  retryAll(): void;
  /** Takes finished, failed and cancelled ones off the list. */
  clear(): void;
}

export interface UploadsDeps {
  readonly state: TransferState;
  readonly api: TransferApi;
  readonly door: PartDoor;
  readonly hasher: Hasher;
  readonly nowMs: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
  /** A file or folder has landed: listing and storage are stale. */
  readonly onLanded: () => void;
}

interface Job {
  readonly id: string;
  readonly file: File;
  readonly folderId: string;
  readonly folders: readonly string[];
  key: string;
  uploadId: string;
  fingerprint: Fingerprint | null | undefined;
  hashedBytes: number;
  sentBytes: number;
  control: AbortController;
}

export function makeUploads({ state, api, door, hasher, nowMs, after, onLanded }: UploadsDeps): Uploads {
  const jobs = new Map<string, Job>();
  const slots = makeSlots(PARTS_AT_ONCE);
  const folderMaker = makeFolderMaker((parentId, name) => api.createFolder(parentId, name));
  let made = 0;
  let running = 0;
  let isTicking = false;
  let samples: readonly SpeedSample[] = [];

  const wait = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const stop = after(ms, resolve);
      signal.addEventListener(
        'abort',
        () => {
          stop();
          reject(signal.reason);
        },
        { once: true },
      );
    });

  function set(id: string, change: Partial<UploadItem>): void {
    state.items.value = state.items.value.map((item) => (item.id === id ? { ...item, ...change } : item));
  }

  /** Progress of all files in one write, so that a fast network does not draw the panel a hundred times a second. */
  function tick(): void {
    isTicking = false;
    const items = state.items.value.map((item) => {
      const { sentBytes, hashedBytes: checkedBytes } = jobs.get(item.id) ?? { ...item, hashedBytes: item.checkedBytes };
      const isSame = sentBytes === item.sentBytes && checkedBytes === item.checkedBytes;
      return isSame ? item : { ...item, sentBytes, checkedBytes };
    });
    state.items.value = items;
    const travelled = items.reduce((sum, item) => (item.isInstant ? sum : sum + item.sentBytes), 0);
    samples = sampled(samples, { atMs: nowMs(), bytes: travelled });
    state.speed.value = speedOf(samples);
    if (running > 0) tickSoon();
    else {
      samples = [];
      state.speed.value = 0;
    }
  }

  function tickSoon(): void {
    if (isTicking) return;
    isTicking = true;
    after(TICK_MS, tick);
  }

  async function run(job: Job): Promise<void> {
    running += 1;
    // Held here: a retry may give the job another before this run has ended.
    const control = new AbortController();
    job.control = control;
    set(job.id, { phase: 'sending', problem: null });
    tickSoon();
    const upload = {
      file: job.file,
      key: job.key,
      uploadId: job.uploadId,
      fingerprint: job.fingerprint,
      parentId: () => folderMaker.idOf(job.folderId, job.folders),
      onSent: (bytes: number) => {
        job.sentBytes = bytes;
      },
      onHashed: (bytes: number) => {
        if (bytes === 0) set(job.id, { phase: 'checking' });
        job.hashedBytes = bytes;
      },
      onPhase: (phase: 'checking' | 'sending') => {
        job.hashedBytes = 0;
        set(job.id, { phase, sentBytes: job.sentBytes, checkedBytes: 0 });
      },
    };
    try {
      const { isInstant } = await uploadOne(upload, { api, door, hasher, slots, wait }, control.signal);
      job.sentBytes = job.file.size;
      set(job.id, { phase: 'done', sentBytes: job.file.size, isInstant });
      onLanded();
    } catch (error) {
      if (!control.signal.aborted) set(job.id, { phase: 'failed', problem: problemOf(error) });
      else if (upload.uploadId !== '') {
        // The server sweeps what this does not reach.
        api.abort(upload.uploadId).catch(() => undefined);
        upload.uploadId = '';
      }
    }
    job.uploadId = upload.uploadId;
    job.fingerprint = upload.fingerprint;
    job.hashedBytes = 0;
    running -= 1;
    pump();
  }

  function pump(): void {
    while (running < FILES_AT_ONCE) {
      const next = state.items.value.find((item) => item.phase === 'waiting');
      const job = next && jobs.get(next.id);
      if (!job) return;
      void run(job);
    }
  }

  function makeFolder(folderId: string, folders: readonly string[]): void {
    folderMaker.idOf(folderId, folders).then(onLanded, () => undefined);
  }

  function cancel(id: string): void {
    const item = state.items.value.find((one) => one.id === id);
    if (!item || item.phase === 'done' || item.phase === 'cancelled') return;
    set(id, { phase: 'cancelled', problem: null });
    jobs.get(id)?.control.abort(new DOMException('cancelled', 'AbortError'));
  }

  function retry(id: string): void {
    const job = jobs.get(id);
    const item = state.items.value.find((one) => one.id === id);
    if (!job || (item?.phase !== 'failed' && item?.phase !== 'cancelled')) return;
    // A cancelled upload is gone on the server: the same key would find its old answer.
    if (job.uploadId === '') {
      job.key = newIdempotencyKey();
      job.sentBytes = 0;
    }
    set(id, { phase: 'waiting', problem: null, sentBytes: job.sentBytes });
    pump();
  }

  return {
    add(picked, folderId) {
      const items: UploadItem[] = [];
      for (const { file, folders } of picked) {
        if (!file) {
          makeFolder(folderId, folders);
          continue;
        }
        made += 1;
        const id = `u${made}`;
        jobs.set(id, {
          id,
          file,
          folderId,
          folders,
          key: newIdempotencyKey(),
          uploadId: '',
          fingerprint: undefined,
          hashedBytes: 0,
          sentBytes: 0,
          control: new AbortController(),
        });
        items.push({
          id,
          name: [...folders, file.name].join('/'),
          sizeBytes: file.size,
          sentBytes: 0,
          checkedBytes: 0,
          phase: 'waiting',
          problem: null,
          isInstant: false,
        });
      }
      if (items.length === 0) return;
      state.isOpen.value = true;
      state.items.value = [...state.items.value, ...items];
      pump();
    },
    cancel,
    cancelAll: () => {
      for (const item of state.items.value) cancel(item.id);
    },
    retry,
    retryAll: () => {
      for (const item of state.items.value) if (item.phase === 'failed') retry(item.id);
    },
    clear: () => {
      const isOver = (item: UploadItem) =>
        item.phase === 'done' || item.phase === 'failed' || item.phase === 'cancelled';
      for (const item of state.items.value) {
        if (!isOver(item)) continue;
        const job = jobs.get(item.id);
        if (job && job.uploadId !== '' && item.phase === 'failed') api.abort(job.uploadId).catch(() => undefined);
        jobs.delete(item.id);
      }
      state.items.value = state.items.value.filter((item) => !isOver(item));
    },
  };
}
