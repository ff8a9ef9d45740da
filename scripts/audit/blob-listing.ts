/** Lists the blob store of a state folder: objects with their sizes, and files that are no objects. Reads only. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { tornWriter } from '#scripts/start/state/torn-files.ts';
import { copyDatabase } from './copy-database.ts';
import { isServed, rowsOf } from './state-copy.ts';

/** One object of the store. */
export interface StoredBlob {
  sizeBytes: number;
  /** The file that holds its bytes; undefined when there is none. */
  file: string | undefined;
}

export interface BlobListing {
  blobs: ReadonlyMap<string, StoredBlob>;
  /** Files of the disk store whose name or place is not that of an object. Not among them: files being written, and files that the next start removes. */
  strays: readonly string[];
}

const DISK_DIR = 'blobs';
const R2_DIR = 'state/r2';
const R2_INDEX_DIR = 'miniflare-R2BucketObject';
const BLOB_PATH = /^([0-9a-f]{2})\/([0-9a-f]{2})\/(\1\2[0-9a-f]{28})$/;

/** @param writer  pid of the runtime that works on the folder; undefined when none does */
function listDisk(dataDir: string, writer: number | undefined, blobs: Map<string, StoredBlob>, strays: string[]): void {
  const root = path.join(dataDir, DISK_DIR);
  if (!existsSync(root)) return;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const place = path.relative(root, file);
    const key = BLOB_PATH.exec(place)?.[3];
    const tornBy = tornWriter(entry.name);
    if (tornBy !== undefined && (writer === undefined || writer === tornBy)) continue;
    if (key === undefined) strays.push(place);
    else blobs.set(key, { sizeBytes: statSync(file, { throwIfNoEntry: false })?.size ?? -1, file });
  }
}

function writerOf(dataDir: string): number | undefined {
  return isServed(dataDir) ? Number(readFileSync(path.join(dataDir, 'runtime.pid'), 'utf8')) : undefined;
}

/** The local R2 simulator keeps an index per bucket and one file per object. */
async function listR2(dataDir: string, blobs: Map<string, StoredBlob>): Promise<void> {
  const index = path.join(dataDir, R2_DIR, R2_INDEX_DIR);
  if (!existsSync(index)) return;
  const files = readdirSync(index).filter((file) => file.endsWith('.sqlite') && file !== 'metadata.sqlite');
  if (files.length === 0) return;
  const folders = readdirSync(path.join(dataDir, R2_DIR))
    .map((name) => path.join(dataDir, R2_DIR, name, 'blobs'))
    .filter((folder) => existsSync(folder));
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'magpie-audit-r2-'));
  try {
    for (const name of files) {
      await copyDatabase(path.join(index, name), path.join(scratch, name));
      const db = new DatabaseSync(path.join(scratch, name));
      const rows = rowsOf<{ key: string; blob_id: string | null; size: number }>(
        db,
        'SELECT key, blob_id, size FROM _mf_objects',
      );
      db.close();
      for (const { key, blob_id: blobId, size } of rows) {
        const file = folders.map((folder) => path.join(folder, blobId ?? '')).find((at) => existsSync(at));
        blobs.set(key, { sizeBytes: size, file: blobId === null ? undefined : file });
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Lists both stores: an installation that changed from one to the other has objects in each. */
export async function listBlobs(dataDir: string): Promise<BlobListing> {
  const blobs = new Map<string, StoredBlob>();
  const strays: string[] = [];
  listDisk(dataDir, writerOf(dataDir), blobs, strays);
  await listR2(dataDir, blobs);
  return { blobs, strays };
}
