/** Times that clients or archives gave, as answers say them. */
import { wireTime } from '#shared/units.ts';

/** Beginning of the year 9999. */
const LAST_MS = 253_370_764_800_000;
/** Beginning of the year 1, and a day for the offset of the wire. */
const FIRST_MS = -62_135_510_400_000;

/** @param ms  of any size: earlier versions stored what a tar said, and one row must not end a whole list */
export function storedTime(ms: number): string {
  return wireTime(Math.min(Math.max(ms, FIRST_MS), LAST_MS));
}
