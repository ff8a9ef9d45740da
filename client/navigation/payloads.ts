/**
 * Payloads of pages, each asked for once: on intent, and then it is there when the link is followed. Kept for this document
 * only. Knows no page and no markup. Shape: #shared/navigation/payload.ts.
 */
import type { $Fetch } from 'ofetch';
import { type NoPayload, type PagePayload, payloadHref } from '#shared/navigation/payload.ts';

/** Past this many the first ones are forgotten; the browser's own cache still has them. */
const MAX_KEPT = 30;
/** From intent to press; older ones are asked for again, so that what operators change is seen soon. */
const FRESH_MS = 15_000;
/** A page loaded whole is no slower by then. */
const PATIENCE_MS = 8_000;

export interface Payloads {
  /**
   * @param isSeen  it was shown before, and somebody goes back to it: any age will do
   * @returns null when the page has to be loaded as a document. Never rejects: what went wrong is found by loading it
   */
  get(pathname: string, isSeen?: boolean): Promise<PagePayload | null>;
}

export interface PayloadsDeps {
  readonly build: string;
  readonly http: $Fetch;
  /** An aborted signal after so long. */
  readonly timeout: (ms: number) => AbortSignal;
  readonly nowMs: () => number;
}

export function makePayloads({ build, http, timeout, nowMs }: PayloadsDeps): Payloads {
  const kept = new Map<string, { readonly asked: Promise<PagePayload | null>; readonly atMs: number }>();

  async function ask(pathname: string): Promise<PagePayload | null> {
    const payload = await http<PagePayload | NoPayload | undefined>(payloadHref(pathname, build), {
      signal: timeout(PATIENCE_MS),
    });
    return payload?.build === build && !('whole' in payload) ? payload : null;
  }

  return {
    get(pathname, isSeen = false) {
      const known = kept.get(pathname);
      if (known && (isSeen || nowMs() - known.atMs < FRESH_MS)) return known.asked;
      const asked = ask(pathname).catch(() => {
        // The network may be back at the next press.
        kept.delete(pathname);
        return null;
      });
      kept.delete(pathname);
      kept.set(pathname, { asked, atMs: nowMs() });
      const [first] = kept.keys();
      if (kept.size > MAX_KEPT && first !== undefined) kept.delete(first);
      return asked;
    },
  };
}
