/** Opens a stored archive of any format that its name promises, and lists it. */
import { archiveFormatOf } from '#shared/drive/archive/archive-name.ts';
import { GUESSED, type NameReading } from '#shared/drive/archive/entry-names.ts';
import { AppError } from '#shared/errors.ts';
import type { ArchiveEngine } from '#worker/platform/archives/engine.ts';
import { ArchiveFailed } from '../failed.ts';
import { entryTime, MAX_ENTRIES, MAX_PATHS_CHARS, MAX_STREAMED_BYTES, maxUnpackedBytes } from '../rules.ts';
import { type ArchiveEntry, inflated, type WalkArchive, type WalkedEntry } from './archive.ts';
import { walkPacked } from './packed.ts';
import type { ArchiveSource } from './source.ts';
import { walkTar } from './tar.ts';
import { withNames } from './walk-names.ts';
import { openZip } from './zip.ts';

/** A request lists, a job extracts. */
export type ReadPurpose = 'list' | 'extract';

export interface ArchiveAccess {
  readonly engine: ArchiveEngine;
  readonly source: ArchiveSource;
  readonly password: string;
  readonly reading?: NameReading;
  readonly purpose: ReadPurpose;
}

/** The stream without its packing. Bytes past the allowed number end it. */
function unpacked(source: ArchiveSource): ReadableStream<Uint8Array> {
  let left = Math.min(MAX_STREAMED_BYTES, maxUnpackedBytes(source.sizeBytes));
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      left -= bytes.length;
      if (left < 0) controller.error(new ArchiveFailed('too_large'));
      else controller.enqueue(bytes);
    },
  });
  return inflated(source.stream(0, source.sizeBytes), 'gzip').pipeThrough(bound);
}

function walkOf({
  engine,
  source,
  password,
  reading = GUESSED,
  purpose,
}: ArchiveAccess): Promise<WalkArchive> | WalkArchive {
  switch (archiveFormatOf(source.name)) {
    case 'zip':
      return openZip(source, password, reading);
    case 'tar':
      return () => walkTar((from) => source.stream(Math.min(from, source.sizeBytes), source.sizeBytes), true, reading);
    case 'tar.gz':
      // A request leaves the unpacking to the engine, whose bytes and time are bounded; a job takes hours where it must.
      if (purpose === 'list') return (wanted) => walkPacked(engine, source, password, wanted, reading);
      return () => walkTar(() => unpacked(source), false, reading);
    case 'packed':
      return (wanted) => walkPacked(engine, source, password, wanted, reading);
    case null:
      throw new ArchiveFailed('unsupported');
  }
}

/** Other failures mean a damaged archive; those of a call are its own. */
function failureOf(error: unknown): Error {
  return error instanceof ArchiveFailed || error instanceof AppError ? error : new ArchiveFailed('damaged', error);
}

/** @throws ArchiveFailed; AppError unavailable: other archives are being read */
export async function openArchive(access: ArchiveAccess): Promise<WalkArchive> {
  const walk = await walkOf(access);
  return async function* bounded(wanted) {
    let left = maxUnpackedBytes(access.source.sizeBytes);
    let count = 0;
    let chars = 0;
    try {
      for await (const entry of walk(wanted)) {
        count += 1;
        left -= entry.sizeBytes;
        chars += entry.path.length;
        if (count > MAX_ENTRIES) throw new ArchiveFailed('too_many');
        if (left < 0 || chars > MAX_PATHS_CHARS) throw new ArchiveFailed('too_large');
        yield { ...entry, modifiedMs: entryTime(entry.modifiedMs) };
      }
    } catch (error) {
      throw failureOf(error);
    }
  };
}

/** All entries without their contents. @throws ArchiveFailed; AppError unavailable */
export async function listArchive(access: Omit<ArchiveAccess, 'purpose'>): Promise<ArchiveEntry[]> {
  const walk = await openArchive({ ...access, purpose: 'list' });
  const walked: Omit<WalkedEntry, 'content'>[] = [];
  for await (const { content: _, ...entry } of walk(new Set())) walked.push(entry);
  return withNames(walked, access.reading ?? GUESSED);
}
