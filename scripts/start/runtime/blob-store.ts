/**
 * Which store a state folder keeps its bytes in, written down in the folder itself: a server on the other store would find
 * none of them. Called under the lock. `npm run store` changes it.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SettingsError } from '../settings.ts';

export type BlobStoreKind = 'disk' | 'r2';

export function isBlobStoreKind(text: string | undefined): text is BlobStoreKind {
  return text === 'disk' || text === 'r2';
}

function noteOf(dataDir: string): string {
  return path.join(dataDir, 'blob-store');
}

/** @returns undefined for a folder that has noted nothing yet */
export function notedBlobStore(dataDir: string): BlobStoreKind | undefined {
  const file = noteOf(dataDir);
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  return isBlobStoreKind(text) ? text : undefined;
}

export function recordBlobStore(dataDir: string, store: BlobStoreKind): void {
  const draft = `${noteOf(dataDir)}.tmp`;
  writeFileSync(draft, `${store}\n`, { flush: true });
  renameSync(draft, noteOf(dataDir));
}

/**
 * Decides the store of a server that starts: what the folder holds, else what is asked for, else the disk.
 * @param asked  what the environment says, if anything
 * @throws SettingsError when the folder holds its bytes in the other store
 */
export function settleBlobStore(dataDir: string, asked: BlobStoreKind | undefined): BlobStoreKind {
  const noted = notedBlobStore(dataDir);
  if (noted !== undefined && asked !== undefined && noted !== asked) {
    throw new SettingsError(
      `${dataDir} keeps its files in ${noted}, not in ${asked}. Leave BLOB_STORE out, or move them first: ` +
        `npm run store -- move --data ${dataDir} --to ${asked}`,
    );
  }
  const store = noted ?? asked ?? 'disk';
  if (noted === undefined) recordBlobStore(dataDir, store);
  return store;
}
