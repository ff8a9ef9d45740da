/**
 * Blobs in workerd's disk service: plain files, fanned out into `ab/cd/<key>`. Bytes stream natively both ways; the service
 * shows a file only when all of it has arrived, and deletes whole folders when asked for one, so keys are checked.
 */

import type { Flush } from '../flush.ts';
import { logError } from '../log.ts';
import { type BlobBody, type BlobPage, type BlobStore, checkBlobKey, LIST_PAGE } from './port.ts';

interface Entry {
  readonly name: string;
  readonly type: string;
}

const ORIGIN = 'http://disk';

function addressOf(key: string): string {
  checkBlobKey(key);
  return `${ORIGIN}/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`;
}

/** Hands the bytes to the disk service, which flushes nothing. @returns whether it took them */
async function write(disk: Fetcher, key: string, body: BlobBody): Promise<boolean> {
  const answer = await disk.fetch(addressOf(key), { method: 'PUT', body: body ?? new Uint8Array(0) });
  await answer.body?.cancel();
  return answer.ok;
}

async function sizeOf(disk: Fetcher, key: string): Promise<number | null> {
  const answer = await disk.fetch(addressOf(key), { method: 'HEAD' });
  await answer.body?.cancel();
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`disk answered ${answer.status}`);
  return Number(answer.headers.get('content-length') ?? 0);
}

async function remove(disk: Fetcher, key: string): Promise<void> {
  const answer = await disk.fetch(addressOf(key), { method: 'DELETE' });
  await answer.body?.cancel();
  if (!answer.ok && answer.status !== 404) throw new Error(`disk answered ${answer.status}`);
}

/** Names of a folder in order; none when it does not exist. */
async function namesIn(disk: Fetcher, folder: string, type: string): Promise<string[]> {
  const answer = await disk.fetch(`${ORIGIN}/${folder}`);
  if (answer.status === 404) return [];
  const entries = await answer.json<Entry[]>();
  return entries
    .filter((entry) => entry.type === type)
    .map((entry) => entry.name)
    .sort();
}

async function list(disk: Fetcher, prefix: string, cursor: string): Promise<BlobPage> {
  const keys: string[] = [];
  /** Whether a folder that begins its keys with `head` can hold one that is wanted. */
  const reaches = (head: string): boolean =>
    (head.startsWith(prefix) || prefix.startsWith(head)) && head >= cursor.slice(0, head.length);
  for (const outer of await namesIn(disk, '', 'directory')) {
    if (!reaches(outer)) continue;
    for (const inner of await namesIn(disk, outer, 'directory')) {
      if (!reaches(outer + inner)) continue;
      for (const key of await namesIn(disk, `${outer}/${inner}`, 'file')) {
        if (!key.startsWith(prefix) || key <= cursor) continue;
        if (keys.length === LIST_PAGE) return { keys, cursor: keys[LIST_PAGE - 1] ?? '' };
        keys.push(key);
      }
    }
  }
  return { keys, cursor: '' };
}

/** @param flush  returns when the objects are on the disk; where there is none, a power failure may lose acknowledged objects */
export function makeDiskStore(disk: Fetcher, flush: Pick<Flush, 'blobs' | 'digested'> | null = null): BlobStore {
  return {
    digests: flush !== null,
    async put(key, body, sizeBytes, { isCounted = false, place } = {}) {
      checkBlobKey(key);
      try {
        const isTaken = await write(disk, key, body);
        const isWhole = isCounted || body instanceof Uint8Array;
        if (isTaken && (isWhole || (await sizeOf(disk, key)) === sizeBytes)) {
          if (flush && place) return { stored: true, digests: await flush.digested(key, sizeBytes, place) };
          await flush?.blobs([key]);
          return { stored: true };
        }
        await remove(disk, key);
      } catch (error) {
        if (body instanceof ReadableStream) return { stored: false, error };
        logError('blobs.put', error, { store: 'disk' });
      }
      return { stored: false };
    },
    async putAll(objects) {
      const taken = await Promise.allSettled(objects.map(({ key, bytes }) => write(disk, key, bytes)));
      const stored = objects.flatMap(({ key }, at) => {
        const one = taken[at];
        if (one?.status === 'rejected') logError('blobs.put', one.reason, { store: 'disk' });
        return one?.status === 'fulfilled' && one.value ? [key] : [];
      });
      try {
        if (stored.length > 0) await flush?.blobs(stored);
        return new Set(stored);
      } catch (error) {
        logError('blobs.put', error, { store: 'disk' });
        return new Set();
      }
    },
    async get(key, start = 0, endExclusive) {
      const whole = start === 0 && endExclusive === undefined;
      const headers: Record<string, string> = whole
        ? {}
        : { range: `bytes=${start}-${endExclusive === undefined ? '' : endExclusive - 1}` };
      const answer = await disk.fetch(addressOf(key), { headers });
      // A range that is all of the file is answered 200.
      if (answer.status === 206 || (answer.status === 200 && start === 0)) return answer.body ?? new Blob([]).stream();
      await answer.body?.cancel();
      if (answer.status === 404) return null;
      throw new Error(`disk answered ${answer.status}`);
    },
    size: (key) => sizeOf(disk, key),
    async delete(keys) {
      for (const key of keys) await remove(disk, key);
    },
    list: (prefix, cursor = '') => list(disk, prefix, cursor),
  };
}
