/**
 * The shared fetch helper: JSON in and out, cross-origin, one retry for reads and none for writes, `Accept-Language` in every
 * call. Small calls use its defaults; the request client disables its retries and has its own.
 * Calls without it: docs/decisions/0005-fetch-and-hash-packages.md.
 * Source: spec sections 7 (Accept-Language) and 7.5 (generic request helper, shared fetch helper).
 */
import { type $Fetch, ofetch } from 'ofetch';

/** Statuses after which a read is repeated once. */
export const RETRY_STATUS = [408, 409, 425, 429, 500, 502, 503, 504] as const;
/** 20 s: after a longer wait the user repeats the call instead. */
const LONGEST_WAIT_MS = 20_000;

/**
 * @param text  a `Retry-After` header: whole seconds or a date
 * @returns ms to wait, 0 without a value
 */
export function retryAfterMs(text: string | null | undefined, nowMs: number): number {
  if (!text) return 0;
  const isDate = /^[A-Z][a-z]+, /.test(text);
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1_000 : isDate ? Date.parse(text) - nowMs : 0;
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), LONGEST_WAIT_MS);
}

/** Undefined for text that is no JSON: the page of a proxy, a truncated answer. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export interface FetchOptions {
  /** Language of the page; header `Accept-Language`. */
  readonly locale: string;
  readonly fetch?: typeof fetch;
}

/** Retries: none for POST, PUT, PATCH and DELETE, one for reads, on RETRY_STATUS and without an answer. */
export function makeFetch({ locale, fetch: given }: FetchOptions): $Fetch {
  return ofetch.create(
    {
      mode: 'cors',
      headers: { 'accept-language': locale },
      retryStatusCodes: [...RETRY_STATUS],
      retryDelay: ({ response }) => retryAfterMs(response?.headers.get('retry-after'), Date.now()),
      parseResponse: parseJson,
    },
    given ? { fetch: given } : undefined,
  );
}

/** For calls of the current page. */
export function pageFetch(page: Document = document): $Fetch {
  return makeFetch({ locale: page.documentElement.lang });
}
