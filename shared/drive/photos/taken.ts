/** The time a picture or film was taken: clock time where it was taken, and the zone where it is known. Pure. */

export interface Taken {
  /** The clock where it was taken, as if it showed UTC; epoch ms. */
  readonly clockMs: number;
  /** Minutes that this clock is ahead of UTC; null: unknown. */
  readonly zoneMinutes: number | null;
}

/** Earlier times are of clocks that were never set: no camera wrote files. Scans of older pictures are dated so. */
const FIRST_MS = Date.UTC(1826, 0, 1);
/** Clocks may be ahead by a zone and a bit. */
const AHEAD_MS = 26 * 3_600_000;
/** Clocks that were not set begin with one of these. */
const UNSET: ReadonlySet<number> = new Set([0, Date.UTC(1904, 0, 1), Date.UTC(1980, 0, 1), Date.UTC(1900, 0, 1)]);
/** 14 hours: no zone is further from UTC. */
const MAX_ZONE_MINUTES = 14 * 60;
const MINUTE_MS = 60_000;

/** Whether a clock can have shown this. @param nowMs  epoch ms */
export function isLikely({ clockMs }: Taken, nowMs: number): boolean {
  return clockMs >= FIRST_MS && clockMs <= nowMs + AHEAD_MS && !UNSET.has(clockMs);
}

const TIME = /^(\d{4})[-:](\d\d)[-:](\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?/;

/** `+09:00`, `-0330` or `Z`. @returns minutes; null for anything else */
export function readZone(text: string): number | null {
  if (text === 'Z') return 0;
  const found = /^([+-])(\d\d):?(\d\d)$/.exec(text);
  if (!found) return null;
  const minutes = Number(found[2]) * 60 + Number(found[3]);
  return minutes > MAX_ZONE_MINUTES ? null : found[1] === '-' ? -minutes : minutes;
}

/** Reads what cameras and programs write: `2026:08:15 14:30:12`, `2026-08-15T14:30:12+09:00`. @returns null for no time */
export function readClock(text: string): Taken | null {
  const found = TIME.exec(text.trim());
  if (!found) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const clockMs = Date.UTC(year, month - 1, day, hour, minute, Math.min(second, 59));
  const made = new Date(clockMs);
  const isReal =
    made.getUTCMonth() === month - 1 && made.getUTCDate() === day && hour < 24 && minute < 60 && year >= 100;
  return isReal ? { clockMs, zoneMinutes: readZone(found[7] ?? '') } : null;
}

function writeZone(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/** `2026-08-15T14:30:12+09:00`, without the zone where it is unknown. */
export function writeTaken({ clockMs, zoneMinutes }: Taken): string {
  const clock = new Date(clockMs).toISOString().slice(0, 19);
  return zoneMinutes === null ? clock : clock + writeZone(zoneMinutes);
}

/** The time of a clock at a moment. */
export function takenAt(atMs: number, zoneMinutes: number): Taken {
  return { clockMs: atMs + zoneMinutes * MINUTE_MS, zoneMinutes };
}
