/**
 * A blob's manifest: the stored objects that hold its bytes, in order. Shape, validation and the arithmetic of
 * reading a span through it. No I/O. Used by the code that writes, reads or rewrites blobs.
 */
import * as v from 'valibot';
import type { Span } from './window.ts';

/** 10,000: as many parts as one multipart upload may have. */
export const MAX_MANIFEST_PARTS = 10_000;

const SizeSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const ManifestSchema = v.pipe(
  v.object({
    v: v.literal(1),
    size: SizeSchema,
    parts: v.pipe(
      v.array(v.object({ key: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1024)), size: SizeSchema })),
      v.maxLength(MAX_MANIFEST_PARTS),
    ),
  }),
  v.check(({ size, parts }) => parts.reduce((sum, part) => sum + part.size, 0) === size, 'parts do not add up to size'),
);

/** Version, size in bytes, and the objects whose bytes follow each other. An empty blob may have no part. */
export type BlobManifest = v.InferOutput<typeof ManifestSchema>;

/** A run of bytes inside one stored object. */
export interface Segment {
  key: string;
  /** First byte to read inside the object. */
  offset: number;
  /** How many bytes to read, at least 1. */
  length: number;
}

/** Reads a stored manifest; undefined when it is not one. */
export function parseManifest(json: string): BlobManifest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  const result = v.safeParse(ManifestSchema, value);
  return result.success ? result.output : undefined;
}

/**
 * The object runs that together are the bytes of `span`, in order.
 * @param span  half open, 0 <= start <= end <= manifest.size; empty spans give no segment
 * @throws RangeError for a span outside the blob
 */
export function segments(manifest: BlobManifest, start: number, end: number): Segment[] {
  if (start < 0 || end > manifest.size || start > end) {
    throw new RangeError(`bytes ${start} to ${end} of a blob of ${manifest.size}`);
  }
  const found: Segment[] = [];
  let partStart = 0;
  for (const part of manifest.parts) {
    const span: Span = { start: Math.max(start, partStart), end: Math.min(end, partStart + part.size) };
    if (span.start < span.end) {
      found.push({ key: part.key, offset: span.start - partStart, length: span.end - span.start });
    }
    partStart += part.size;
    if (partStart >= end) break;
  }
  return found;
}
