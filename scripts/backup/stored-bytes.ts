/** Copies stored bytes into the store that all backups of a folder share, and proves each copy by reading it back. */
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  createReadStream,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type BackupFile, BackupRefused } from './manifest.ts';

/** Copies at a time: the flush of one waits while another is read. */
const AT_A_TIME = 8;

export async function hashFile(file: string): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const piece of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    hash.update(piece as Buffer);
    sizeBytes += (piece as Buffer).length;
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

/**
 * Writes a file, flushes it, and reads it back. The name appears when all of it is right.
 * @param pieces  throws where they are not whole
 * @returns size and SHA-256. @throws BackupRefused when other bytes came back
 */
export async function writeProved(
  pieces: AsyncIterable<Uint8Array>,
  to: string,
): Promise<{ sizeBytes: number; sha256: string }> {
  const draft = `${to}.part`;
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    const target = await open(draft, 'w', 0o600);
    try {
      for await (const piece of pieces) {
        hash.update(piece);
        sizeBytes += piece.length;
        await target.writeFile(piece);
      }
      await target.sync();
    } finally {
      await target.close();
    }
    const sha256 = hash.digest('hex');
    const back = await hashFile(draft);
    if (back.sha256 !== sha256 || back.sizeBytes !== sizeBytes)
      throw new BackupRefused(
        `${to} came back with other bytes than were written: the disk of the backup is not sound.`,
      );
    await rename(draft, to);
    return { sizeBytes, sha256 };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Copies a file as {@link writeProved}. */
export function copyProved(from: string, to: string): Promise<{ sizeBytes: number; sha256: string }> {
  return writeProved(createReadStream(from, { highWaterMark: 1024 * 1024 }), to);
}

/** Does `work` for every item, several at a time; stops at the first failure. */
export async function forEachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  let hasFailed = false;
  const done = await Promise.allSettled(
    Array.from({ length: AT_A_TIME }, async () => {
      for (const item of queue) {
        if (hasFailed) return;
        await work(item).catch((error: unknown) => {
          hasFailed = true;
          throw error;
        });
      }
    }),
  );
  for (const one of done) if (one.status === 'rejected') throw one.reason;
}

export interface StoredCopiesOptions {
  readonly dataDir: string;
  readonly storeDir: string;
  /** One line for each proved copy of a run that has not ended yet. */
  readonly journal: string;
  readonly earlier: Iterable<BackupFile>;
  readonly requireSpace: (bytes: number) => void;
}

export interface StoredCopies {
  /** Copies what the store has not; a file that was deleted since it was listed is left out. */
  copy(places: readonly string[]): Promise<void>;
  /** Links those that the store has not, so that their bytes stay when they are deleted. Does not wait. */
  hold(places: readonly string[]): void;
  /** Copies the linked ones. @returns the list of all `places` */
  finish(places: readonly string[]): Promise<BackupFile[]>;
  /** Removes the links. */
  release(): void;
  readonly copiedFiles: number;
  readonly copiedBytes: number;
}

export function readJournal(file: string): BackupFile[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line) as BackupFile];
      } catch {
        // The run was killed while it wrote this line.
        return [];
      }
    });
}

export function makeStoredCopies(options: StoredCopiesOptions): StoredCopies {
  const { dataDir, storeDir, journal, earlier, requireSpace } = options;
  const known = new Map<string, BackupFile>();
  for (const file of [...earlier, ...readJournal(journal)]) known.set(file.place, file);
  const held = new Map<string, string>();
  // The server's next start empties this folder.
  const holdDir = path.join(dataDir, 'tmp', `backup-${process.pid}`);
  let [copiedFiles, copiedBytes] = [0, 0];

  const stampOf = (file: string): string | undefined => {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
    return stat && `${stat.mtimeNs}/${stat.size}`;
  };

  function isInStore(place: string, stamp: string): boolean {
    const file = known.get(place);
    if (file?.stamp !== stamp) return false;
    return statSync(path.join(storeDir, place), { throwIfNoEntry: false })?.size === file.sizeBytes;
  }

  async function copyOne(place: string, from: string): Promise<void> {
    const stamp = stampOf(from);
    if (stamp === undefined || isInStore(place, stamp)) return;
    requireSpace(statSync(from, { throwIfNoEntry: false })?.size ?? 0);
    const to = path.join(storeDir, place);
    const copied = await copyProved(from, to).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' && !existsSync(from)) return undefined;
      throw error;
    });
    if (!copied) return;
    const file = { place, stamp, ...copied };
    known.set(place, file);
    appendFileSync(journal, `${JSON.stringify(file)}\n`, { mode: 0o600 });
    copiedFiles += 1;
    copiedBytes += copied.sizeBytes;
  }

  return {
    copy: (places) => forEachOf(places, (place) => copyOne(place, path.join(dataDir, place))),
    hold(places) {
      mkdirSync(holdDir, { recursive: true, mode: 0o700 });
      for (const place of places) {
        const from = path.join(dataDir, place);
        const stamp = stampOf(from);
        if (stamp === undefined || isInStore(place, stamp)) continue;
        const link = path.join(holdDir, String(held.size));
        try {
          linkSync(from, link);
          held.set(place, link);
        } catch {
          // A file system without links: copied from its own place after the pause.
          held.set(place, from);
        }
      }
    },
    async finish(places) {
      await forEachOf([...held], ([place, from]) => copyOne(place, from));
      return places.map((place) => {
        const file = known.get(place);
        if (file && existsSync(path.join(storeDir, place))) return file;
        throw new BackupRefused(`${place} was deleted before it was copied. Run the backup again.`);
      });
    },
    release: () => rmSync(holdDir, { recursive: true, force: true }),
    get copiedFiles() {
      return copiedFiles;
    },
    get copiedBytes() {
      return copiedBytes;
    },
  };
}
