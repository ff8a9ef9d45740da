/** Amounts of storage as operators type and read them: GB with decimals, 1 GB being 1,024 MB as everywhere here. Pure. */
import { GIB } from '#shared/units.ts';

/** One PB. */
const MOST_GB = 1_048_576;
const FORM = /^(\d{1,7})(?:[.,](\d{1,3}))?$/;

/** `50`, `1.5` or `1,5`. @returns bytes; null for a text that is no such amount, and for more than a PB */
export function readGigabytes(text: string): number | null {
  const [, whole = '', part = ''] = FORM.exec(text.trim()) ?? [];
  if (whole === '') return null;
  const gigabytes = Number(`${whole}.${part === '' ? '0' : part}`);
  return gigabytes <= MOST_GB ? Math.round(gigabytes * GIB) : null;
}

/** The number of a field: `1.5`. */
export function gigabytesOf(bytes: number): string {
  return String(Math.round((bytes / GIB) * 1_000) / 1_000);
}

export const gigabytesText = (bytes: number): string => `${gigabytesOf(bytes)} GB`;
