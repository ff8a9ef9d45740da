/** Ends that operators type, on pages and in commands. Pure. */
import { DAY_MS } from '#shared/units.ts';

const FORM = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * `2027-12-31` is the end of that day, `2027-12-31T18:00` that moment; in UTC unless it has another offset.
 * @returns epoch ms; null for a text that is no such time, and for a day that no calendar has
 */
export function readEnd(text: string): number | null {
  const [, day = '', time, offset = 'Z'] = FORM.exec(text.trim()) ?? [];
  const dayMs = Date.parse(`${day}T00:00:00Z`);
  // 31 February is taken for a day in March.
  if (Number.isNaN(dayMs) || new Date(dayMs).toISOString().slice(0, 10) !== day) return null;
  const endMs = time === undefined ? dayMs + DAY_MS : Date.parse(`${day}T${time}${offset}`);
  return Number.isNaN(endMs) ? null : endMs;
}

/** `2027-12-31 18:00 UTC`. */
export function momentText(ms: number): string {
  const iso = new Date(ms).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
