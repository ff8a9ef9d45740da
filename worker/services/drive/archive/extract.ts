/** Extracts entries of an archive into a folder of the drive, one after the other; a later run goes on after the last one. */
import { unwrap } from '#shared/errors.ts';
import { MIB } from '#shared/units.ts';
import { engineOf } from '#worker/platform/archives/engine-turns.ts';
import { letOthersRun } from '#worker/platform/clock.ts';
import { hashInline } from '../upload/hash/run.ts';
import { INLINE_HASH_BYTES } from '../upload/rules.ts';
import { indexesOf } from './chosen.ts';
import { ArchiveFailed } from './failed.ts';
import { ARCHIVE_PASSWORD } from './keys.ts';
import { exactly, type WalkedEntry } from './read/archive.ts';
import { openArchive } from './read/open.ts';
import { makeSource } from './read/source.ts';
import type { ExtractOrder, FilePlace } from './rpc-types.ts';
import { entryNames } from './rules.ts';
import type { ArchiveWork } from './work.ts';

/** Bytes that are written between two looks at other requests: contents that are not packed come as fast as the store gives them. */
const TURN_BYTES = 4 * MIB;
/** Files and folders that are made between two looks at other requests: on one machine their calls wait for nothing outside, and 50,000 held everybody up for two minutes. */
const TURN_FILES = 4;

/** Cuts a stream into bodies of so many bytes. */
function makeCutter(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  let held: Uint8Array = new Uint8Array(0);
  let turn = TURN_BYTES;
  return {
    /** Writes exactly so many bytes. @throws ArchiveFailed damaged when there are fewer */
    async writeTo(writable: WritableStream<Uint8Array>, sizeBytes: number): Promise<void> {
      const writer = writable.getWriter();
      try {
        for (let left = sizeBytes; left > 0; ) {
          if (held.length === 0) {
            const { done, value } = await reader.read();
            if (done) throw new ArchiveFailed('damaged');
            held = value;
          }
          const piece = held.subarray(0, Math.min(left, turn));
          held = held.subarray(piece.length);
          left -= piece.length;
          turn -= piece.length;
          await writer.write(piece);
          if (turn > 0) continue;
          turn = TURN_BYTES;
          await letOthersRun();
        }
        await writer.close();
      } catch (error) {
        await writer.abort(error).catch(() => undefined);
        throw error;
      }
    },
    /** Reads to the end, so that checksums are compared. @throws ArchiveFailed damaged */
    async finish(): Promise<void> {
      const { done } = await reader.read();
      if (!done || held.length > 0) throw new ArchiveFailed('damaged');
    },
    cancel: () => reader.cancel().catch(() => undefined),
  };
}

async function storeFile(work: ArchiveWork, file: FilePlace, entry: WalkedEntry, next: number): Promise<void> {
  const { deps, drive, run, driveName } = work;
  const { uploadId, partBytes } = file;
  const cutter = makeCutter(exactly(entry.content(), entry.sizeBytes));
  try {
    for (let part = 1, start = 0; start < entry.sizeBytes; part += 1, start += partBytes) {
      const sizeBytes = Math.min(partBytes, entry.sizeBytes - start);
      await deps.requireDiskSpace(sizeBytes);
      const objectKey = unwrap(await drive.archiveOpenPart(run, { uploadId, part, sizeBytes }));
      const { readable, writable } = new FixedLengthStream(sizeBytes);
      const [{ stored }, failure] = await Promise.all([
        deps.blobs.put(objectKey, readable, sizeBytes, { isCounted: true }),
        cutter.writeTo(writable, sizeBytes).then(
          () => null,
          (error: unknown) => error ?? new ArchiveFailed('damaged'),
        ),
      ]);
      if (failure) throw failure as Error;
      if (!stored) throw new ArchiveFailed('internal');
      unwrap(await drive.archiveConfirmPart(run, { uploadId, part, sizeBytes }, objectKey));
      work.moved();
    }
    await cutter.finish();
  } catch (error) {
    await cutter.cancel();
    throw error;
  }
  const hashing = unwrap(await drive.archiveSeal(run, uploadId, next));
  if (hashing.sizeBytes <= INLINE_HASH_BYTES) await hashInline(deps, driveName, hashing);
}

/** Orders of an earlier version have the password itself. @throws ArchiveFailed password_required: the key has changed */
async function passwordOf({ deps }: ArchiveWork, order: ExtractOrder): Promise<string> {
  const { secret = '' } = order as Partial<ExtractOrder>;
  if (order.password !== undefined) return order.password;
  const password = secret === '' ? '' : await deps.keyring.open(ARCHIVE_PASSWORD, secret);
  if (password === null) throw new ArchiveFailed('password_required');
  return password;
}

/** Folders that a run remembers: an archive may name one any number of times, and each time would be two calls and a row. */
const REMEMBERED_FOLDERS = 1_000;

/** @returns whether a folder was seen before */
function makeSeenFolders(): (path: readonly string[]) => boolean {
  const seen = new Set<string>();
  return (path) => {
    const key = path.join('/');
    if (seen.has(key)) return true;
    if (seen.size === REMEMBERED_FOLDERS) seen.clear();
    seen.add(key);
    return false;
  };
}

/** @returns false: the next run goes on. @throws ArchiveFailed */
export async function runExtract(work: ArchiveWork, order: ExtractOrder): Promise<boolean> {
  const { deps, drive, run, plan, hasShare } = work;
  if (!plan.source) throw new ArchiveFailed('not_found');
  const source = makeSource(deps.blobs, plan.source.manifest, plan.source.name);
  const wanted = order.entries?.length ? new Set(order.entries) : indexesOf(order.chosen ?? '');
  const password = await passwordOf(work, order);
  const walk = await openArchive({
    engine: engineOf(deps.engine, work.driveName),
    source,
    password,
    ...(order.reading ? { reading: order.reading } : {}),
    purpose: 'extract',
  });
  const isSeen = makeSeenFolders();
  let made = 0;
  for await (const entry of walk(wanted)) {
    const next = entry.index + 1;
    if (next <= plan.place.next || (wanted && !wanted.has(entry.index))) continue;
    if (hasShare()) return false;
    const path = entryNames(entry.path);
    if (!path) throw new ArchiveFailed('unsafe');
    if (path.length === 0) continue;
    const { isFolder, sizeBytes, modifiedMs } = entry;
    if (isFolder && isSeen(path)) continue;
    const file = unwrap(await drive.archiveOpen(run, { path, isFolder, sizeBytes, modifiedMs }));
    if (!file) unwrap(await drive.archiveAdvance(run, next));
    else if (sizeBytes === 0) await storeEmpty(work, file, next);
    else await storeFile(work, file, entry, next);
    work.moved();
    made += 1;
    if (made % TURN_FILES === 0) await letOthersRun();
  }
  unwrap(await drive.archiveEnd(run, null));
  return true;
}

/** An empty file is sealed as its session begins. */
async function storeEmpty({ deps, drive, driveName, run }: ArchiveWork, file: FilePlace, next: number): Promise<void> {
  await hashInline(deps, driveName, unwrap(await drive.archiveSeal(run, file.uploadId, next)));
}
