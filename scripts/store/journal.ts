/**
 * Objects that a move has copied and verified, one line each, so that a killed move resumes.
 * A line that a kill cut off is ignored: its object is carried over again.
 */
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BlobStoreKind } from '#scripts/start/runtime/blob-store.ts';

/** A move of this folder the other way was broken off; the message is for the person at the terminal. */
export class OtherMove extends Error {}

export interface Journal {
  /** Whether this object was carried over, as long as its size is still this. */
  has(key: string, sizeBytes: number): boolean;
  add(key: string, sizeBytes: number, sha256: string): void;
  /** Objects in the journal of a move that was broken off. */
  readonly carriedBefore: number;
  remove(): void;
}

/** @throws OtherMove */
export function openJournal(dataDir: string, to: BlobStoreKind): Journal {
  const file = path.join(dataDir, 'store-move.log');
  const done = new Map<string, string>();
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [head = '', ...lines] = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  if (head !== '' && head !== `to ${to}`)
    throw new OtherMove(
      `A move ${head} was broken off in ${dataDir}. Finish it first with --${head}, or remove ${file}.`,
    );
  for (const line of lines) {
    const [, key, size] = /^([0-9a-f]{32}) (\d+) [0-9a-f]{64}$/.exec(line) ?? [];
    if (key !== undefined && size !== undefined) done.set(key, size);
  }
  // Begun anew or cut back to its last whole line.
  writeFileSync(file, head === '' ? `to ${to}\n` : text.slice(0, text.lastIndexOf('\n') + 1), { flush: true });
  return {
    has: (key, sizeBytes) => done.get(key) === String(sizeBytes),
    add(key, sizeBytes, sha256) {
      appendFileSync(file, `${key} ${sizeBytes} ${sha256}\n`);
    },
    carriedBefore: done.size,
    remove: () => rmSync(file, { force: true }),
  };
}
