/**
 * The cid of the wire: SHA-1 over samples of a file, by which clients ask for its gcid before they read it whole. A label
 * like the gcid, never an identity: other bytes may have the same. Source: wire-contract.md section 3.4. Pure.
 */
import type { Span } from './window.ts';

/** Content below this size is digested whole. */
const WHOLE_BELOW_BYTES = 0xf000;
const SAMPLE_BYTES = 20 * 1024;

/** The bytes that the digest covers, in order; at most 60 KiB. */
export function cidSpans(sizeBytes: number): Span[] {
  if (sizeBytes < WHOLE_BELOW_BYTES) return sizeBytes === 0 ? [] : [{ start: 0, end: sizeBytes }];
  const starts = [0, Math.floor(sizeBytes / 3), sizeBytes - SAMPLE_BYTES];
  return starts.map((start) => ({ start, end: start + SAMPLE_BYTES }));
}
