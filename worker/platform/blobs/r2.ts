/**
 * Blobs in an R2 bucket, one object a blob key. R2 shows an object only when all of it has arrived.
 */
import { logError } from '../log.ts';
import { type BlobStore, checkBlobKey, LIST_PAGE } from './port.ts';

/** R2 takes at most this many keys in one delete. */
const DELETE_BATCH = 1_000;
const UNKNOWN_LENGTH = /known length/;

async function putStream(
  bucket: R2Bucket,
  key: string,
  body: ReadableStream<Uint8Array>,
  sizeBytes: number,
): Promise<R2Object | null> {
  try {
    return await bucket.put(key, body);
  } catch (error) {
    // Refused before a byte was read: the stream does not say how long it is.
    if (!(error instanceof TypeError && UNKNOWN_LENGTH.test(error.message)) || body.locked) throw error;
  }
  const fixed = new FixedLengthStream(sizeBytes);
  const [stored] = await Promise.all([bucket.put(key, fixed.readable), body.pipeTo(fixed.writable)]);
  return stored;
}

export function makeR2Store(bucket: R2Bucket): BlobStore {
  const put: BlobStore['put'] = async (key, body, sizeBytes) => {
    checkBlobKey(key);
    try {
      const object =
        body instanceof ReadableStream
          ? await putStream(bucket, key, body, sizeBytes)
          : await bucket.put(key, body ?? new Uint8Array(0));
      if (object?.size === sizeBytes) return { stored: true };
      await bucket.delete(key);
    } catch (error) {
      if (body instanceof ReadableStream) return { stored: false, error };
      logError('blobs.put', error, { store: 'r2' });
    }
    return { stored: false };
  };
  return {
    digests: false,
    put,
    async putAll(objects) {
      const puts = await Promise.all(objects.map(({ key, bytes }) => put(key, bytes, bytes.length)));
      return new Set(objects.flatMap(({ key }, at) => (puts[at]?.stored ? [key] : [])));
    },
    async get(key, start = 0, endExclusive) {
      checkBlobKey(key);
      const whole = start === 0 && endExclusive === undefined;
      const range = endExclusive === undefined ? { offset: start } : { offset: start, length: endExclusive - start };
      const object = await bucket.get(key, whole ? {} : { range });
      return object ? object.body : null;
    },
    async size(key) {
      return (await bucket.head(checkBlobKey(key)))?.size ?? null;
    },
    async delete(keys) {
      for (let at = 0; at < keys.length; at += DELETE_BATCH) {
        await bucket.delete(keys.slice(at, at + DELETE_BATCH).map(checkBlobKey));
      }
    },
    async list(prefix, cursor = '') {
      const page = await bucket.list({ prefix, limit: LIST_PAGE, ...(cursor ? { startAfter: cursor } : {}) });
      const keys = page.objects.map((object) => object.key);
      return { keys, cursor: page.truncated ? (keys[keys.length - 1] ?? '') : '' };
    },
  };
}
