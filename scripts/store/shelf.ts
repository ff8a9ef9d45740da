/** Interface of a store for a move: list, read, write whole, remove. Adapters: disk-shelf.ts and bucket-shelf.ts. */
import type { Readable } from 'node:stream';

/** One store of a stopped state folder. */
export interface Shelf {
  /** Every object: key -> size in bytes. */
  list(): Promise<Map<string, number>>;
  /** @throws Error when there is no such object */
  read(key: string): Promise<Readable>;
  /** Shows the object only when all of it has arrived; replaces one of the same key. */
  write(key: string, bytes: Readable, sizeBytes: number): Promise<void>;
  /** Absent objects are no error. */
  remove(keys: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** As worker/platform/blobs/port.ts makes them. */
export const BLOB_KEY = /^[0-9a-f]{32}$/;
