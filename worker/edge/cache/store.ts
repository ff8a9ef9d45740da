/** Rendered pages in the memory of one isolate: bounded in bytes and age; the least recently used page is evicted first. */

/** A finished document: its bytes and all its headers. */
export interface CachedPage {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
  readonly etag: string;
  readonly bornMs: number;
}

/** Memory of a page beside its body: key, headers, bookkeeping. */
const OVERHEAD_BYTES = 2_048;

export interface PageStore {
  get(key: string, nowMs: number): CachedPage | undefined;
  put(key: string, page: CachedPage): void;
  readonly sizeBytes: number;
}

/** @param maxAgeMs  an older page is deleted */
export function makePageStore({ maxBytes, maxAgeMs }: { maxBytes: number; maxAgeMs: number }): PageStore {
  // A Map is in insertion order: deleted and set again, a page becomes the youngest.
  const pages = new Map<string, CachedPage>();
  let sizeBytes = 0;

  function drop(key: string, page: CachedPage): void {
    pages.delete(key);
    sizeBytes -= page.body.byteLength + OVERHEAD_BYTES;
  }

  return {
    get sizeBytes() {
      return sizeBytes;
    },
    get(key, nowMs) {
      const page = pages.get(key);
      if (!page) return undefined;
      if (nowMs - page.bornMs >= maxAgeMs) {
        drop(key, page);
        return undefined;
      }
      pages.delete(key);
      pages.set(key, page);
      return page;
    },
    put(key, page) {
      const before = pages.get(key);
      if (before) drop(key, before);
      if (page.body.byteLength + OVERHEAD_BYTES > maxBytes) return;
      pages.set(key, page);
      sizeBytes += page.body.byteLength + OVERHEAD_BYTES;
      for (const [oldest, old] of pages) {
        if (sizeBytes <= maxBytes) break;
        drop(oldest, old);
      }
    },
  };
}
