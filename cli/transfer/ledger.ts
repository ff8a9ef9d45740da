/**
 * Uploads that have begun, one file each in the settings folder, so that the same command goes on after the program was killed.
 * An entry is written before the upload begins at the server, under the key that finds it there again.
 */
import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Fingerprint } from '#client/transfer/hash/messages.ts';
import { DAY_MS } from '#shared/units.ts';
import { readPrivate, writePrivate } from '../session/private-file.ts';

/** The file and the place of an upload: an entry for anything else is of no use. */
export interface UploadSource {
  readonly server: string;
  readonly userId: string;
  /** Absolute. */
  readonly localPath: string;
  readonly sizeBytes: number;
  /** Epoch ms of the last change of the local file, with its fraction. */
  readonly modifiedMs: number;
  readonly parentId: string;
  readonly name: string;
  readonly conflict: string;
}

export interface UploadEntry extends UploadSource {
  /** Idempotency key of the call that begins it. */
  readonly key: string;
  /** '' before the server has answered. */
  readonly uploadId: string;
  readonly fingerprint: Fingerprint | null;
}

export interface Ledger {
  /** Of this file and place; the file may have changed since ({@link isOf}). */
  find(source: UploadSource): Promise<UploadEntry | null>;
  put(entry: UploadEntry): Promise<void>;
  remove(source: UploadSource): Promise<void>;
  /** Removes entries of uploads that the server has given up by now. */
  sweep(): Promise<void>;
}

/** The server keeps an upload for seven days without a part. */
const LIFETIME_MS = 8 * DAY_MS;

const FIELDS = ['server', 'userId', 'localPath', 'sizeBytes', 'modifiedMs', 'parentId', 'name', 'conflict'] as const;

/** Whether the upload is of the file as it is now. */
export function isOf(entry: UploadEntry, source: UploadSource): boolean {
  return FIELDS.every((field) => entry[field] === source[field]);
}

/** @param folder  of the settings */
export function makeLedger(folder: string): Ledger {
  const entries = path.join(folder, 'uploads');
  const fileOf = ({ server, userId, localPath, parentId, name }: UploadSource): string => {
    const identity = JSON.stringify([server, userId, localPath, parentId, name]);
    return path.join(entries, `${createHash('sha256').update(identity).digest('hex').slice(0, 32)}.json`);
  };
  return {
    async find(source) {
      const text = await readPrivate(fileOf(source));
      if (text === null) return null;
      try {
        return JSON.parse(text) as UploadEntry;
      } catch {
        return null;
      }
    },
    put: (entry) => writePrivate(fileOf(entry), JSON.stringify(entry)),
    remove: (source) => rm(fileOf(source), { force: true }),
    async sweep() {
      const oldestMs = Date.now() - LIFETIME_MS;
      for (const name of await readdir(entries).catch(() => [])) {
        const file = path.join(entries, name);
        const found = await stat(file).catch(() => null);
        if (found && found.mtimeMs < oldestMs) await rm(file, { force: true });
      }
    },
  };
}
