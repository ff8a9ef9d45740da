/** Rendered pages in the memory of one isolate: bounded in bytes and in age; the page that was asked for longest ago goes first. */

/** A document as it leaves: its bytes and all its headers, made once. */
export interface KeptPage {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
  readonly etag: string;
  readonly bornMs: number;
}

/** What a page costs beside its body: key, headers, bookkeeping. */
const OVERHEAD_BYTES = 2_048;

export interface PageStore {
  get(key: string, nowMs: number): KeptPage | undefined;
  put(key: string, page: KeptPage): void;
  readonly sizeBytes: number;
}

/** @param maxAgeMs  an older page is not answered, and goes */
export function makePageStore({ maxBytes, maxAgeMs }: { maxBytes: number; maxAgeMs: number }): PageStore {
  // A Map remembers the order of insertion: taken out and put back, a page is the youngest again.
  const pages = new Map<string, KeptPage>();
  let sizeBytes = 0;

  function drop(key: string, page: KeptPage): void {
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
