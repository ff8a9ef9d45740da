/** A bounded speed: bytes in small bites, and a wait after each. Independent of the content. */
import { KIB, SECOND_MS } from '#shared/units.ts';

/** 64 KiB: a slow stream moves on every fraction of a second. */
export const SLOW_BITE_BYTES = 64 * KIB;

export interface Pace {
  /** Null: as fast as the client takes them. */
  readonly bytesPerSecond: number | null;
  readonly wait: (ms: number) => Promise<void>;
}

/** Writes bytes no faster than the pace. @param write  passes one bite on */
export async function writePaced(
  { bytesPerSecond, wait }: Pace,
  bytes: Uint8Array,
  write: (bite: Uint8Array) => Promise<void>,
): Promise<void> {
  if (bytesPerSecond === null) return write(bytes);
  for (let at = 0; at < bytes.length; at += SLOW_BITE_BYTES) {
    const bite = bytes.subarray(at, at + SLOW_BITE_BYTES);
    await write(bite);
    await wait((bite.length * SECOND_MS) / bytesPerSecond);
  }
}
