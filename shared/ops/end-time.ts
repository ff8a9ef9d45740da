/** Ends that operators type, on pages and in commands. Pure. */
import { DAY_MS } from '#shared/units.ts';

const FORM = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/;
/** Years of four digits, as timestamps are written. */
const [FIRST_MS, LAST_MS] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/**
 * `2027-12-31` is the end of that day, `2027-12-31T18:00` that moment; in UTC unless it has another offset.
 * @returns epoch ms; null for a text that is no such time, for a day that no calendar has, and for an end after the year 9999
 */
export function readEnd(text: string): number | null {
  const [, day = '', time, offset = 'Z'] = FORM.exec(text.trim()) ?? [];
  const dayMs = Date.parse(`${day}T00:00:00Z`);
  // 31 February is taken for a day in March.
  if (Number.isNaN(dayMs) || new Date(dayMs).toISOString().slice(0, 10) !== day) return null;
  const endMs = time === undefined ? dayMs + DAY_MS : Date.parse(`${day}T${time}${offset}`);
  return endMs >= FIRST_MS && endMs <= LAST_MS ? endMs : null;
}

/** `2027-12-31 18:00 UTC`. */
export function momentText(ms: number): string {
  const iso = new Date(ms).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
