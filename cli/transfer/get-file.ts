/** Gets one file of the drive: on after a cut, by the bytes that are here already, and checked against the hash that the server made. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, type FileHandle, lstat, open, rename, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, unreachable } from '#client/api/errors.ts';
import type { FileObject } from '#shared/drive/model.ts';
import { CommandError, EXIT } from '../command/exit.ts';
import { detailOf } from '../drive/node.ts';
import type { Drive } from '../session/drive.ts';
import type { FileProgress } from '../terminal/progress.ts';
import { type LabelStream, makeLabelStream } from './hash.ts';

/** Links that are asked for one file before it counts as refused. */
const LINKS = 3;
/** Tries without a new byte, and the pause before the second; it doubles. */
const TRIES = 5;
const FIRST_WAIT_MS = 1_000;
/** Too many files at a time for the plan. */
const BUSY_WAIT_MS = 3_000;
/** Time without bytes after which the connection counts as lost. */
const SILENCE_MS = 60_000;

/** Windows has no such flag, and links only for administrators. */
const NO_LINK = constants.O_NOFOLLOW ?? 0;

const damaged = (name: string) =>
  new CommandError({
    exit: EXIT.damaged,
    name: 'damaged',
    message: `${name}: the bytes that arrived are not those of the drive`,
    remedy: 'They were deleted: run the same command again.',
  });

/** @throws ApiError file_blocked and others */
async function linkOf(drive: Drive, id: string, signal: AbortSignal): Promise<string> {
  const { links, web_content_link: whole } = await detailOf(drive, id, signal);
  const url = links['application/octet-stream']?.url ?? whole;
  if (url) return url;
  throw new ApiError({ error: 'not_found', error_description: 'the file has no bytes yet' }, id);
}

/** Pieces of an answer. @throws ApiError unreachable, also after SILENCE_MS without bytes */
async function* piecesOf(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const timer = setTimeout(() => void reader.cancel(new Error('silence')).catch(() => undefined), SILENCE_MS);
      const read = await reader
        .read()
        .catch((error: unknown) => {
          signal.throwIfAborted();
          throw unreachable('content', error);
        })
        .finally(() => clearTimeout(timer));
      if (read.done) return;
      yield read.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Where the bytes of one file go, in order. */
export interface Sink {
  /** Bytes that are there already. */
  at: number;
  write(bytes: Uint8Array): Promise<void>;
}

/**
 * Moves all bytes of a file that the sink lacks.
 * @throws ApiError, CommandError; errors of the sink; the reason of the signal
 */
export async function moveBytes(
  drive: Drive,
  file: FileObject,
  sink: Sink,
  progress: FileProgress,
  signal: AbortSignal,
): Promise<void> {
  const sizeBytes = Number(file.size);
  let [url, links, tries] = ['', 0, 0];
  while (sink.at < sizeBytes) {
    const start = sink.at;
    try {
      if (url === '') {
        url = await linkOf(drive, file.id, signal);
        links += 1;
      }
      const headers = { ...drive.headers, ...(start > 0 ? { range: `bytes=${start}-` } : {}) };
      const response = await fetch(url, { headers, signal }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw unreachable('content', error);
      });
      if (response.status !== (start > 0 ? 206 : 200)) {
        await response.body?.cancel();
        if (response.status === 429) {
          await delay(BUSY_WAIT_MS, undefined, { signal });
          continue;
        }
        if (response.status >= 500) throw unreachable('content');
        // The link has expired, or its content has changed.
        if (links >= LINKS)
          throw new ApiError(
            { error: 'file_not_found', error_description: `${file.name} cannot be read: ${response.status}` },
            'content',
          );
        url = '';
        continue;
      }
      for await (const piece of piecesOf(response, signal)) {
        await sink.write(piece.subarray(0, sizeBytes - sink.at));
        progress.at(sink.at);
      }
      if (sink.at < sizeBytes) throw unreachable('content');
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiError) || error.errorName !== 'unreachable') throw error;
      tries = sink.at > start ? 0 : tries + 1;
      if (tries >= TRIES) throw error;
      await delay(FIRST_WAIT_MS * 2 ** tries, undefined, { signal });
    }
  }
}

/** Reads what is here of a file. @returns its bytes */
async function readLabel(part: string, label: LabelStream, signal: AbortSignal): Promise<number> {
  let bytes = 0;
  for await (const piece of createReadStream(part, { signal })) {
    label.update(piece as Buffer);
    bytes += (piece as Buffer).length;
  }
  return bytes;
}

/** The gcid of a local file. */
export async function labelOf(file: string, sizeBytes: number, signal: AbortSignal): Promise<string> {
  const label = makeLabelStream(sizeBytes);
  await readLabel(file, label, signal);
  return label.end();
}

/** Longest name that stays as it is beside the marks of a part, in bytes: file systems take 255. */
const NAME_BYTES = 200;

/** A name, or for a long one its beginning and its digest: long names that begin alike stay apart. */
export function shortName(name: string): string {
  if (Buffer.byteLength(name) <= NAME_BYTES) return name;
  return `${[...name].slice(0, 20).join('')}.${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}

/**
 * The bytes that have come so far are beside the file, under a name that says which content they are of: a later run goes on with
 * them, and one of another content begins anew.
 */
function partName(target: string, file: FileObject): string {
  const mark = (file.hash || file.id).slice(0, 12).toLowerCase();
  return path.join(path.dirname(target), `.${shortName(path.basename(target))}.${mark}.magpie-part`);
}

async function writeWhole(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
}

/** @param target  is replaced when all bytes have come. @throws as {@link moveBytes} */
export async function getFile(
  drive: Drive,
  file: FileObject,
  target: string,
  progress: FileProgress,
  signal: AbortSignal,
): Promise<void> {
  const sizeBytes = Number(file.size);
  const part = partName(target, file);
  const label = makeLabelStream(sizeBytes);
  const before = await lstat(part).catch(() => null);
  const held = before?.isFile() ? before.size : 0;
  if (held > sizeBytes) await rm(part, { force: true });
  const start = held > 0 && held <= sizeBytes ? await readLabel(part, label, signal) : 0;
  progress.at(start);
  // The name can be foreseen: a link that waits under it in a folder of several people is not followed.
  const handle = await open(
    part,
    constants.O_WRONLY | constants.O_CREAT | NO_LINK | (start > 0 ? 0 : constants.O_TRUNC),
  );
  try {
    const sink: Sink = {
      at: start,
      async write(bytes) {
        await writeWhole(handle, bytes, sink.at);
        label.update(bytes);
        sink.at += bytes.length;
      },
    };
    await moveBytes(drive, file, sink, progress, signal);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (file.hash !== '' && label.end() !== file.hash) {
    await rm(part, { force: true });
    throw damaged(file.name);
  }
  const modifiedMs = Date.parse(file.user_modified_time || file.modified_time);
  if (!Number.isNaN(modifiedMs)) await utimes(part, modifiedMs / 1000, modifiedMs / 1000);
  await rename(part, target);
}

/** The bytes of a file to the standard output. @throws as {@link moveBytes}; bytes that were written before a fault stay written */
export async function getToOutput(
  drive: Drive,
  file: FileObject,
  progress: FileProgress,
  signal: AbortSignal,
): Promise<void> {
  const label = makeLabelStream(Number(file.size));
  const sink: Sink = {
    at: 0,
    async write(bytes) {
      await new Promise<void>((resolve, reject) => {
        process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
      });
      label.update(bytes);
      sink.at += bytes.length;
    },
  };
  await moveBytes(drive, file, sink, progress, signal);
  if (file.hash !== '' && label.end() !== file.hash) throw damaged(file.name);
}
