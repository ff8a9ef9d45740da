/**
 * Downloads one file: fetch, write, resume after an interruption. Commits when the run ends for any reason, and in between each
 * time the file has doubled, because the browser deletes uncommitted bytes with the page.
 */
import { ApiError, unreachable } from '#client/api/errors.ts';
import { MIB } from '#shared/units.ts';
import type { After, Wait } from '../timers.ts';
import type { DownloadApi } from './download.api.ts';
import { ContentRefused } from './failure.ts';

/** Size of the first intermediate commit. A commit copies the file: with doubling every byte is copied at most once. */
const FIRST_COMMIT_BYTES = 64 * MIB;
/** Links requested for one file before it counts as refused. */
const LINKS = 3;
/** Tries of one file without progress, and the wait before the second; it doubles. */
const TRIES = 4;
const FIRST_WAIT_MS = 1_000;
/** Too many files at a time for the plan, or too many requests: another try is worth it only later. */
const BUSY_WAIT_MS = 3_000;
/** Time without bytes after which the connection counts as lost. */
const SILENCE_MS = 60_000;

export interface DownloadDeps {
  readonly api: DownloadApi;
  readonly after: After;
  readonly wait: Wait;
}

export interface DownloadJob {
  readonly id: string;
  readonly handle: FileSystemFileHandle;
  /** ETag of the content that is partly on the disk; '' for none. */
  readonly etag: string;
  /** Bytes of this file on the disk, committed or not. */
  readonly onBytes: (bytes: number) => void;
  /** The bytes written so far are committed. @param etag  of their content */
  readonly onCommitted: (etag: string) => void;
}

async function committedBytes(handle: FileSystemFileHandle): Promise<number> {
  return (await handle.getFile()).size;
}

/** @throws ApiError unreachable, also after SILENCE_MS without bytes */
async function* chunksOf(response: Response, url: string, deps: DownloadDeps, signal: AbortSignal) {
  const reader = response.body?.getReader();
  if (!reader) return;
  const path = new URL(url).pathname;
  try {
    for (;;) {
      const stop = deps.after(SILENCE_MS, () => void reader.cancel(new Error('silence')).catch(() => undefined));
      const read = await reader.read().catch((error: unknown) => {
        signal.throwIfAborted();
        throw unreachable(path, error);
      });
      stop();
      if (read.done) return;
      yield read.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Writes one response to the disk. @returns whether the file is complete */
async function write(
  job: DownloadJob,
  response: Response,
  url: string,
  start: number,
  deps: DownloadDeps,
  signal: AbortSignal,
): Promise<boolean> {
  const etag = response.headers.get('etag') ?? '';
  const length = response.headers.get('content-length');
  const end = length === null ? null : start + Number(length);
  let at = start;
  let commitAt = Math.max(FIRST_COMMIT_BYTES, 2 * start);
  let writer = await job.handle.createWritable({ keepExistingData: start > 0 });
  if (start > 0) await writer.seek(start);
  try {
    for await (const chunk of chunksOf(response, url, deps, signal)) {
      await writer.write(chunk as Uint8Array<ArrayBuffer>);
      at += chunk.byteLength;
      job.onBytes(at);
      if (at < commitAt || (end !== null && end - at < at / 2)) continue;
      commitAt = 2 * at;
      await writer.close();
      job.onCommitted(etag);
      writer = await job.handle.createWritable({ keepExistingData: true });
      await writer.seek(at);
    }
    await writer.close();
  } catch (error) {
    // Commits the received bytes; a failing disk reports its own error instead.
    const isDisk = !(error instanceof ApiError) && !signal.aborted;
    await (isDisk ? writer.abort() : writer.close()).catch(() => undefined);
    if (!isDisk) job.onCommitted(etag);
    throw error;
  }
  const isComplete = end === null || at === end;
  // The caller records a complete file as done.
  if (!isComplete) job.onCommitted(etag);
  return isComplete;
}

/**
 * The bytes fetched before an error stay in the file.
 * @throws ApiError, ContentRefused; errors of the file system; the reason of the signal
 */
export async function downloadOne(job: DownloadJob, deps: DownloadDeps, signal: AbortSignal): Promise<void> {
  let { etag } = job;
  const known = {
    ...job,
    onCommitted: (tag: string) => {
      etag = tag;
      job.onCommitted(tag);
    },
  };
  let url = '';
  let links = 0;
  let tries = 0;
  for (;;) {
    signal.throwIfAborted();
    const start = etag === '' ? 0 : await committedBytes(job.handle);
    job.onBytes(start);
    try {
      if (url === '') {
        url = (await deps.api.link(job.id, signal)).url;
        links += 1;
      }
      const response = await deps.api.bytes(url, start, etag, signal);
      if (response.status === 416) etag = '';
      else if (response.status === 200 || response.status === 206) {
        if (await write(known, response, url, response.status === 206 ? start : 0, deps, signal)) return;
      } else {
        await response.body?.cancel();
        if (response.status === 429) {
          await deps.wait(BUSY_WAIT_MS, signal);
          continue;
        }
        if (response.status >= 500) throw unreachable(new URL(url).pathname);
        // The link has expired, or its content has changed.
        if (links >= LINKS) throw new ContentRefused(`the content endpoint answered ${response.status}`);
        url = '';
        continue;
      }
      tries = (await committedBytes(job.handle)) > start ? 0 : tries + 1;
      if (tries >= TRIES) throw unreachable(new URL(url).pathname);
    } catch (error) {
      signal.throwIfAborted();
      const isNetwork = error instanceof ApiError && error.errorName === 'unreachable';
      if (!isNetwork) throw error;
      const hasProgress = etag !== '' && (await committedBytes(job.handle)) > start;
      tries = hasProgress ? 0 : tries + 1;
      if (tries >= TRIES) throw error;
      await deps.wait(FIRST_WAIT_MS * 2 ** Math.max(0, tries - 1), signal);
    }
  }
}
