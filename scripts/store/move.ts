/** Carries every object from one store to the other and proves each copy. Works on shelves and a journal, not on folders and processes. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Journal } from './journal.ts';
import type { Shelf } from './shelf.ts';

export interface MoveCounts {
  /** Objects the source held. */
  objects: number;
  bytes: number;
  /** Of them, carried over by an earlier run that was broken off. */
  carriedBefore: number;
  /** Objects only the target held; they were left alone. */
  onlyInTarget: number;
}

async function digestOf(bytes: Readable): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const piece of bytes) {
    hash.update(piece as Buffer);
    sizeBytes += (piece as Buffer).length;
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** @returns SHA-256 of the object. @throws Error when the bytes read back differ from the source */
async function carry(source: Shelf, target: Shelf, key: string, sizeBytes: number): Promise<string> {
  const read = createHash('sha256');
  const bytes = await source.read(key);
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const piece of bytes) {
      read.update(piece as Buffer);
      yield piece as Buffer;
    }
  }
  await target.write(key, Readable.from(hashed(), { objectMode: false }), sizeBytes);
  const wanted = read.digest('hex');
  const stored = await digestOf(await target.read(key));
  if (stored.sizeBytes === sizeBytes && stored.sha256 === wanted) return wanted;
  await target.remove([key]);
  throw new Error(
    `${key} came back as other bytes than it left: ${stored.sizeBytes} of ${sizeBytes} bytes. Nothing was removed from the source.`,
  );
}

/**
 * Copies what the target lacks, one object after another. The source stays as it is.
 * @param onCarried  called after each object with how many of how many are done
 * @throws Error at the first object that cannot be proved; the journal keeps the rest
 */
export async function moveObjects(
  source: Shelf,
  target: Shelf,
  journal: Journal,
  onCarried: (done: number, all: number) => void,
): Promise<MoveCounts> {
  const wanted = await source.list();
  const there = await target.list();
  let done = 0;
  let bytes = 0;
  let carriedBefore = 0;
  for (const [key, sizeBytes] of wanted) {
    if (journal.has(key, sizeBytes) && there.get(key) === sizeBytes) carriedBefore += 1;
    else journal.add(key, sizeBytes, await carry(source, target, key, sizeBytes));
    done += 1;
    bytes += sizeBytes;
    onCarried(done, wanted.size);
  }
  const onlyInTarget = Array.from(there.keys()).filter((key) => !wanted.has(key)).length;
  return { objects: wanted.size, bytes, carriedBefore, onlyInTarget };
}

/** Empties the source of everything the target holds in the same size. @returns how many were removed */
export async function removeMoved(source: Shelf, target: Shelf): Promise<number> {
  const there = await target.list();
  const moved = Array.from(await source.list()).flatMap(([key, sizeBytes]) =>
    there.get(key) === sizeBytes ? [key] : [],
  );
  await source.remove(moved);
  return moved.length;
}
