/**
 * Units and the wire's spelling of time. Inside everything is epoch milliseconds and bytes; here they become text and back.
 * Source: wire-contract.md section 0.
 */
export const KIB = 1024;
export const MIB = 1024 * KIB;
export const GIB = 1024 * MIB;
export const TIB = 1024 * GIB;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The wire writes all times at UTC+8. */
const WIRE_OFFSET_MS = 8 * HOUR_MS;

/**
 * RFC 3339 with milliseconds and `+08:00`.
 * @param ms  epoch ms; 0 or null means none and gives `''`
 */
export function wireTime(ms: number | null): string {
  if (!ms) return '';
  return `${new Date(ms + WIRE_OFFSET_MS).toISOString().slice(0, -1)}+08:00`;
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/** Of the years 0 to 9999 in every zone that is written: others have no four digits. */
const FIRST_MS = Date.parse('0000-01-01T00:00:00Z');
const LAST_MS = Date.UTC(10_000, 0) - WIRE_OFFSET_MS - 1;

/** Reads an RFC 3339 time; null when empty, `-1` (never), unreadable, or outside of the years 0 to 9999 by its zone. */
export function parseWireTime(text: string): number | null {
  const ms = RFC_3339.test(text) ? Date.parse(text) : Number.NaN;
  return ms >= FIRST_MS && ms <= LAST_MS ? ms : null;
}
