/**
 * Payloads of pages, prefetched on intent and cached for this document only. Shape: #shared/navigation/payload.ts.
 */
import type { $Fetch } from 'ofetch';
import { type NoPayload, type PagePayload, payloadHref } from '#shared/navigation/payload.ts';

/** Beyond this number the oldest are dropped; the browser's own cache still has them. */
const MAX_CACHED = 30;
/** Age at which a payload is fetched again, so that changes by operators show soon. */
const FRESH_MS = 15_000;
/** Timeout, after which loading the document is as fast. */
const TIMEOUT_MS = 8_000;

export interface Payloads {
  /**
   * @param isSeen  the user returns to a page that was shown: any age is accepted
   * @returns null when the page has to be loaded as a document. Never rejects: loading the document shows any error
   */
  get(pathname: string, isSeen?: boolean): Promise<PagePayload | null>;
}

export interface PayloadsDeps {
  readonly build: string;
  readonly http: $Fetch;
  /** A signal that aborts after `ms`. */
  readonly timeout: (ms: number) => AbortSignal;
  readonly nowMs: () => number;
}

export function makePayloads({ build, http, timeout, nowMs }: PayloadsDeps): Payloads {
  const cache = new Map<string, { readonly payload: Promise<PagePayload | null>; readonly atMs: number }>();

  async function fetchPayload(pathname: string): Promise<PagePayload | null> {
    const payload = await http<PagePayload | NoPayload | undefined>(payloadHref(pathname, build), {
      signal: timeout(TIMEOUT_MS),
    });
    return payload?.build === build && !('whole' in payload) ? payload : null;
  }

  return {
    get(pathname, isSeen = false) {
      const known = cache.get(pathname);
      if (known && (isSeen || nowMs() - known.atMs < FRESH_MS)) return known.payload;
      const payload = fetchPayload(pathname).catch(() => {
        // Fetched again at the next press.
        cache.delete(pathname);
        return null;
      });
      cache.delete(pathname);
      cache.set(pathname, { payload, atMs: nowMs() });
      const [first] = cache.keys();
      if (cache.size > MAX_CACHED && first !== undefined) cache.delete(first);
      return payload;
    },
  };
}
