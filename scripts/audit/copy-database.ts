/** Copies one SQLite file that a server may be writing. Loads no tables of the product: a running server uses it too. */
import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Rewritten when the write-ahead log begins anew. */
const WAL_HEADER_BYTES = 32;
const COPY_TRIES = 50;
const COPY_WAIT_MS = 20;

/** Differs whenever the database was checkpointed or its log begun anew. */
function stampOf(file: string): string {
  const { mtimeNs, size } = statSync(file, { bigint: true });
  const wal = `${file}-wal`;
  const header = Buffer.alloc(WAL_HEADER_BYTES);
  if (existsSync(wal)) {
    const handle = openSync(wal, 'r');
    readSync(handle, header, 0, WAL_HEADER_BYTES, 0);
    closeSync(handle);
  }
  return `${mtimeNs}/${size}/${header.toString('hex')}`;
}

/**
 * Copies a database with its log. Frames written after the copy began are whole or ignored; a checkpoint in between would mix
 * two states, so then it is copied again.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  for (let tries = 0; tries < COPY_TRIES; tries++) {
    const before = stampOf(from);
    copyFileSync(from, to);
    rmSync(`${to}-wal`, { force: true });
    if (existsSync(`${from}-wal`)) copyFileSync(`${from}-wal`, `${to}-wal`);
    if (stampOf(from) === before) return;
    await delay(COPY_WAIT_MS);
  }
  throw new Error(`${from} is written too fast to be copied`);
}
