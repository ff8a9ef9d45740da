/** Rendered pages in the memory of one isolate: bounded in bytes and age; the least recently used page is evicted first. */
import { type Coding, encode, markEncoded } from '#worker/platform/coding.ts';

/** A page as some clients get it. */
export interface PageForm {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
}

/** A finished document: its bytes and all its headers. */
export interface CachedPage extends PageForm {
  readonly etag: string;
  readonly bornMs: number;
}

/** Memory of a page beside its body: key, headers, bookkeeping. */
const OVERHEAD_BYTES = 2_048;

interface StoredPage {
  readonly page: CachedPage;
  readonly forms: Map<Coding, Uint8Array<ArrayBuffer>>;
  bytes: number;
}

export interface PageStore {
  get(key: string, nowMs: number): CachedPage | undefined;
  /** The page compressed: once a content, however often it is rendered again. */
  formOf(key: string, page: CachedPage, coding: Coding): PageForm;
  put(key: string, page: CachedPage): void;
  readonly sizeBytes: number;
}

/** @param maxAgeMs  an older page is deleted */
export function makePageStore({ maxBytes, maxAgeMs }: { maxBytes: number; maxAgeMs: number }): PageStore {
  // A Map is in insertion order: deleted and set again, a page becomes the youngest.
  const pages = new Map<string, StoredPage>();
  let sizeBytes = 0;

  function drop(key: string, { bytes }: StoredPage): void {
    pages.delete(key);
    sizeBytes -= bytes;
  }

  function evict(): void {
    for (const [oldest, old] of pages) {
      if (sizeBytes <= maxBytes) break;
      drop(oldest, old);
    }
  }

  return {
    get sizeBytes() {
      return sizeBytes;
    },
    get(key, nowMs) {
      const stored = pages.get(key);
      // An old page stays until the next one takes its place, which mostly has the same compressed forms.
      if (!stored || nowMs - stored.page.bornMs >= maxAgeMs) return undefined;
      pages.delete(key);
      pages.set(key, stored);
      return stored.page;
    },
    formOf(key, page, coding) {
      const stored = pages.get(key);
      const isStored = stored?.page === page;
      const known = isStored ? stored.forms.get(coding) : undefined;
      const body = known ?? encode(coding, page.body);
      if (isStored && !known) {
        stored.forms.set(coding, body);
        stored.bytes += body.byteLength;
        sizeBytes += body.byteLength;
        evict();
      }
      return { body, headers: markEncoded(new Headers(page.headers), coding) };
    },
    put(key, page) {
      const before = pages.get(key);
      if (before) drop(key, before);
      const forms = before?.page.etag === page.etag ? before.forms : new Map<Coding, Uint8Array<ArrayBuffer>>();
      let bytes = page.body.byteLength + OVERHEAD_BYTES;
      for (const form of forms.values()) bytes += form.byteLength;
      if (bytes > maxBytes) return;
      pages.set(key, { page, forms, bytes });
      sizeBytes += bytes;
      evict();
    },
  };
}
