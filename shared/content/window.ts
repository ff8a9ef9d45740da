/**
 * Windows: the fixed slices in which content is read, hashed and counted. Pure arithmetic.
 * Every span here and beside it is half open: `start` is the first byte, `end` the byte after the last.
 */

/** 8 MiB: a whole number of gcid blocks of every size, and small enough for one worker to hold two. */
export const WINDOW_BYTES = 8 * 1024 * 1024;

/** A run of bytes, half open: `start <= position < end`. */
export interface Span {
  start: number;
  end: number;
}

/** How many windows `sizeBytes` fills; 0 for empty content. */
export function windowCount(sizeBytes: number): number {
  return Math.ceil(sizeBytes / WINDOW_BYTES);
}

/**
 * The bytes of one window; only the last may be shorter than WINDOW_BYTES.
 * @param index  0 to windowCount(sizeBytes) - 1
 * @throws RangeError for a window that does not exist
 */
export function windowRange(index: number, sizeBytes: number): Span {
  if (!Number.isInteger(index) || index < 0 || index >= windowCount(sizeBytes)) {
    throw new RangeError(`no window ${index} in ${sizeBytes} bytes`);
  }
  const start = index * WINDOW_BYTES;
  return { start, end: Math.min(start + WINDOW_BYTES, sizeBytes) };
}
