/** Opens a stored archive of any format that its name promises, and lists it. */
import { archiveFormatOf } from '#shared/drive/archive/archive-name.ts';
import { ArchiveFailed } from '../failed.ts';
import { MAX_ENTRIES, MAX_PACKED_BYTES, maxUnpackedBytes } from '../rules.ts';
import type { ArchiveEntry, WalkArchive } from './archive.ts';
import { walkPacked } from './packed.ts';
import type { ArchiveSource } from './source.ts';
import { walkTar } from './tar.ts';
import { openZip } from './zip.ts';

/** The stream without its packing. Bytes past the allowed number end it. */
function unpacked(source: ArchiveSource): ReadableStream<Uint8Array> {
  let left = maxUnpackedBytes(source.sizeBytes);
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      left -= bytes.length;
      if (left < 0) controller.error(new ArchiveFailed('too_large'));
      else controller.enqueue(bytes);
    },
  });
  const unzip = new DecompressionStream('gzip') as unknown as ReadableWritablePair<Uint8Array, Uint8Array>;
  return source.stream(0, source.sizeBytes).pipeThrough(unzip).pipeThrough(bound);
}

function walkOf(source: ArchiveSource, password: string): Promise<WalkArchive> | WalkArchive {
  switch (archiveFormatOf(source.name)) {
    case 'zip':
      return openZip(source, password);
    case 'tar':
      return () => walkTar(source.stream(0, source.sizeBytes));
    case 'tar.gz':
      return () => walkTar(unpacked(source));
    case 'packed':
      if (source.sizeBytes > MAX_PACKED_BYTES) throw new ArchiveFailed('too_large');
      return (wanted) => walkPacked(source, password, wanted);
    case null:
      throw new ArchiveFailed('unsupported');
  }
}

/** Failures of streams and of the library say that the archive is not what it should be. */
function failureOf(error: unknown): ArchiveFailed {
  return error instanceof ArchiveFailed ? error : new ArchiveFailed('damaged', error);
}

/** @throws ArchiveFailed */
export async function openArchive(source: ArchiveSource, password: string): Promise<WalkArchive> {
  const walk = await walkOf(source, password);
  return async function* bounded(wanted) {
    let left = maxUnpackedBytes(source.sizeBytes);
    let count = 0;
    try {
      for await (const entry of walk(wanted)) {
        count += 1;
        left -= entry.sizeBytes;
        if (count > MAX_ENTRIES || left < 0) throw new ArchiveFailed('too_large');
        yield entry;
      }
    } catch (error) {
      throw failureOf(error);
    }
  };
}

/** All entries without their contents. @throws ArchiveFailed */
export async function listArchive(source: ArchiveSource, password: string): Promise<ArchiveEntry[]> {
  const walk = await openArchive(source, password);
  const entries: ArchiveEntry[] = [];
  for await (const { content: _, ...entry } of walk(new Set())) entries.push(entry);
  return entries;
}
