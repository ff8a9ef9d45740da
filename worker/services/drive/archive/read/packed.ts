/**
 * Archives that are read as a whole by the archive engine, beside the thread that answers requests: 7z, rar, tar.xz and tar.bz2, and a
 * tar.gz that is listed. Archive and contents pass through as streams.
 */
import type { NameReading } from '#shared/drive/archive/entry-names.ts';
import { AppError } from '#shared/errors.ts';
import {
  type ArchiveEngine,
  type EngineHead,
  MAX_ENGINE_BYTES,
  type PieceReader,
} from '#worker/platform/archives/engine.ts';
import { ArchiveFailed } from '../failed.ts';
import type { WalkedEntry } from './archive.ts';
import type { ArchiveSource } from './source.ts';
import { walkTar } from './tar.ts';

type Entries = Extract<EngineHead, { ok: true }>['entries'];

/** The next bytes of the answer, so many. */
function contentFrom(reader: PieceReader, sizeBytes: number): ReadableStream<Uint8Array> {
  let left = sizeBytes;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = left === 0 ? null : await reader.some(left);
      if (!piece && left > 0) throw new ArchiveFailed('internal');
      if (!piece) return controller.close();
      left -= piece.length;
      controller.enqueue(piece.slice());
    },
  });
}

/** The rest of the answer. */
function restOf(reader: PieceReader): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = await reader.some(MAX_ENGINE_BYTES);
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
    cancel: () => reader.cancel(),
  });
}

async function* walkEntries(entries: Entries, reader: PieceReader, hasContents: boolean): AsyncGenerator<WalkedEntry> {
  /** First byte of the contents that is not read yet. */
  let at = 0;
  let start = 0;
  for (const [index, { isLink, ...entry }] of entries.entries()) {
    const end = start + entry.sizeBytes;
    const skip = async (): Promise<void> => {
      while (at < end) at += (await reader.some(end - at))?.length ?? Number.POSITIVE_INFINITY;
    };
    let isRead = false;
    if (!isLink)
      yield {
        ...entry,
        index,
        content: () => {
          isRead = true;
          return contentFrom(reader, entry.sizeBytes);
        },
      };
    // A content that was begun is read to its end by its reader, or the walk ends.
    if (isRead) at = end;
    else if (hasContents) await skip();
    start = end;
  }
}

/** A failure of the engine, or of the store that feeds it, says nothing about the archive: it is no `damaged`. */
function failed(error: unknown): never {
  throw new ArchiveFailed('internal', error);
}

/** @param wanted  contents of others are not read; null: of all */
export async function* walkPacked(
  engine: ArchiveEngine,
  source: ArchiveSource,
  password: string,
  wanted: ReadonlySet<number> | null,
  reading: NameReading,
): AsyncGenerator<WalkedEntry> {
  if (source.sizeBytes > MAX_ENGINE_BYTES) throw new ArchiveFailed('too_large');
  const isTar = /\.(t?xz|tbz2?|tgz|tar\.\w+)$/i.test(source.name);
  const what = isTar ? 'stream' : wanted?.size === 0 ? 'list' : 'contents';
  const { head, contents } = await engine
    .run({ what, password }, source.stream(0, source.sizeBytes), source.sizeBytes)
    .catch(failed);
  const reader: PieceReader = { ...contents, some: (length) => contents.some(length).catch(failed) };
  try {
    if (!head.ok && head.reason === 'busy') throw new AppError('unavailable', { reason: 'archive_engine' });
    if (!head.ok) throw new ArchiveFailed(head.reason);
    if (isTar) yield* walkTar(() => restOf(reader), false, reading);
    else yield* walkEntries(head.entries, reader, what === 'contents');
  } finally {
    await contents.cancel();
  }
}
