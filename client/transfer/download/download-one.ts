/**
 * One file from its address to the disk: fetch, write, go on where it stopped. What was written is committed when the run ends
 * in any way, and on the way each time the file has doubled, because the browser throws uncommitted bytes away with the page.
 */
import { ApiError, unreachable } from '#client/api/errors.ts';
import { MIB } from '#shared/units.ts';
import type { DownloadApi } from './download.api.ts';
import { Refused } from './failure.ts';

/** The first commit on the way. Each one copies what is there: doubling copies every byte once at most. */
const FIRST_COMMIT_BYTES = 64 * MIB;
/** Addresses asked for one file before it counts as refused. */
const LINKS = 3;
/** Tries of one file that bring nothing, and the wait before the second; it doubles. */
const TRIES = 4;
const FIRST_WAIT_MS = 1_000;
/** Silence after which a line counts as dead. */
const SILENCE_MS = 60_000;

export interface DownloadDeps {
  readonly api: DownloadApi;
  readonly after: (ms: number, run: () => void) => () => void;
  /** Rejects when the signal ends the waiting. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface DownloadJob {
  readonly id: string;
  readonly handle: FileSystemFileHandle;
  /** Tag of the content that lies there in part; '' for none. */
  readonly etag: string;
  /** Bytes of this file on the disk, committed or not. */
  readonly onBytes: (bytes: number) => void;
  /** This much of the content with this tag is on the disk for good. */
  readonly onKept: (etag: string) => void;
}

async function committedBytes(handle: FileSystemFileHandle): Promise<number> {
  return (await handle.getFile()).size;
}

/** Reads with an ear for silence. @throws ApiError unreachable */
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

/** Takes one answer to the disk. @returns whether the file is whole */
async function take(
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
      job.onKept(etag);
      writer = await job.handle.createWritable({ keepExistingData: true });
      await writer.seek(at);
    }
    await writer.close();
  } catch (error) {
    // What came is kept; where even that fails, the disk's own complaint is the one to tell.
    const isDisk = !(error instanceof ApiError) && !signal.aborted;
    await (isDisk ? writer.abort() : writer.close()).catch(() => undefined);
    if (!isDisk) job.onKept(etag);
    throw error;
  }
  const isWhole = end === null || at === end;
  // A whole file is written down as done by whoever asked for it.
  if (!isWhole) job.onKept(etag);
  return isWhole;
}

/**
 * @throws ApiError, Refused; what the file system throws; the signal's reason when ended. What was fetched so far lies in the file
 */
export async function downloadOne(job: DownloadJob, deps: DownloadDeps, signal: AbortSignal): Promise<void> {
  let { etag } = job;
  const known = {
    ...job,
    onKept: (tag: string) => {
      etag = tag;
      job.onKept(tag);
    },
  };
  let url = '';
  let links = 0;
  let vain = 0;
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
        if (await take(known, response, url, response.status === 206 ? start : 0, deps, signal)) return;
      } else {
        await response.body?.cancel();
        if (response.status >= 500) throw unreachable(new URL(url).pathname);
        // The address ran out, or what it stands for has changed.
        if (links >= LINKS) throw new Refused(`the content door answered ${response.status}`);
        url = '';
        continue;
      }
      vain = (await committedBytes(job.handle)) > start ? 0 : vain + 1;
      if (vain >= TRIES) throw unreachable(new URL(url).pathname);
    } catch (error) {
      signal.throwIfAborted();
      const isNetwork = error instanceof ApiError && error.errorName === 'unreachable';
      if (!isNetwork) throw error;
      const isFurther = etag !== '' && (await committedBytes(job.handle)) > start;
      vain = isFurther ? 0 : vain + 1;
      if (vain >= TRIES) throw error;
      await deps.wait(FIRST_WAIT_MS * 2 ** Math.max(0, vain - 1), signal);
    }
  }
}
