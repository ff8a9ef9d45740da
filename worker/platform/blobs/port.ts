/**
 * The port of the blob store: objects under random keys, written once, read by ranges. Imports no feature.
 * Adapters: disk.ts (workerd's disk service) and r2.ts. Both pass blobs.worker.test.ts.
 */
import { newHexId } from '../ids.ts';
import type { PartPlace, WindowDigest } from './window-digest.ts';

export interface BlobPage {
  readonly keys: readonly string[];
  /** Where the next page starts; '' at the end. */
  readonly cursor: string;
}

export type BlobBody = ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null;

/** `error`: of a stream that its sender or the store broke off. The caller finds out which, and logs the latter. */
export type PutResult =
  | { readonly stored: true; readonly digests?: readonly WindowDigest[] }
  | { readonly stored: false; readonly error?: unknown };

export interface PutOptions {
  /** The body is a stream of fixed length: it breaks rather than end early or go on. */
  readonly isCounted?: boolean;
  /** A store that digests gives the digests of the windows that lie within the object. */
  readonly place?: PartPlace | undefined;
}

/** An object whose bytes are in memory; they must stay as they are until it is stored. */
export interface BlobPut {
  readonly key: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface BlobStore {
  /** It can digest what it stores, beside its files and away from the thread of the Worker. */
  readonly digests: boolean;
  /**
   * Streams `body` into a new object; hand a request's body straight through, it is never read by script. Bytes must stay as
   * they are until the answer.
   * @param sizeBytes  exactly as many; a body that ends early or goes on leaves nothing visible
   * @returns stored: false when the body broke off, did not fit, or the store failed. The caller may try again under another key
   */
  put(key: string, body: BlobBody, sizeBytes: number, options?: PutOptions): Promise<PutResult>;
  /** Stores several new small objects at once. @returns keys of those that are stored; the caller may try others again under other keys */
  putAll(objects: readonly BlobPut[]): Promise<ReadonlySet<string>>;
  /**
   * Bytes from `start` up to, not including, `endExclusive`; all of them when left out.
   * @returns null when there is no such object. Start and end must lie within it
   */
  get(key: string, start?: number, endExclusive?: number): Promise<ReadableStream<Uint8Array> | null>;
  /** Bytes of the object, or null when there is none. */
  size(key: string): Promise<number | null>;
  /** Removes objects; absent ones are no error. @throws when the store did not take it */
  delete(keys: readonly string[]): Promise<void>;
  /** Keys that begin with `prefix`, in order, after `cursor`; at most 1,000. For audits. */
  list(prefix: string, cursor?: string): Promise<BlobPage>;
}

export const LIST_PAGE = 1_000;

/** A random key: it cannot be guessed and does not depend on the content. */
export function newBlobKey(): string {
  return newHexId(16);
}

/** Keys of one series at most: they differ in their last byte. */
const SERIES_KEYS = 256;

/** Several that begin alike. They are in one place: a new folder for each costs a disk as much as the file. @throws RangeError */
export function newBlobKeys(count: number): string[] {
  if (count > SERIES_KEYS) throw new RangeError('too many keys of one series');
  const prefix = newHexId(15);
  return Array.from({ length: count }, (_, at) => `${prefix}${at.toString(16).padStart(2, '0')}`);
}

const KEY_FORM = /^[0-9a-f]{32}$/;

/** Only whole keys reach a store: to the disk, half a key is a folder. @throws RangeError */
export function checkBlobKey(key: string): string {
  if (!KEY_FORM.test(key)) throw new RangeError('not a blob key');
  return key;
}
