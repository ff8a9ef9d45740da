/** Quiet hours: from one minute of the day to another, in the person's own time zone. Pure; the zone is a name of Intl. */
import { MINUTE_MS } from '#shared/units.ts';

export interface QuietHours {
  /** Minutes since midnight; may be later than `toMinute`: the hours then span midnight. */
  readonly fromMinute: number;
  readonly toMinute: number;
  /** IANA name. */
  readonly zone: string;
}

export const DAY_MINUTES = 1_440;
/** 22:00 to 08:00: what the form suggests. */
export const SUGGESTED_HOURS = { fromMinute: 22 * 60, toMinute: 8 * 60 } as const;

/** @returns minutes since midnight, or null when the text is no `HH:MM` */
export function readClockTime(text: string): number | null {
  const parts = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  return parts ? Number(parts[1]) * 60 + Number(parts[2]) : null;
}

/** `08:05` */
export function clockTime(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

function minuteOfDay(zone: string, atMs: number): number {
  const form = { timeZone: zone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit' } as const;
  return readClockTime(new Intl.DateTimeFormat('en-GB', form).format(atMs)) ?? 0;
}

/**
 * When the quiet hours that hold `atMs` end, epoch ms; null outside of them. On the day when clocks change the result may be an hour
 * early or late: the caller asks again then.
 */
export function quietUntil({ fromMinute, toMinute, zone }: QuietHours, atMs: number): number | null {
  const minute = minuteOfDay(zone, atMs);
  const lengthMinutes = (toMinute - fromMinute + DAY_MINUTES) % DAY_MINUTES;
  const sinceMinutes = (minute - fromMinute + DAY_MINUTES) % DAY_MINUTES;
  if (sinceMinutes >= lengthMinutes) return null;
  return Math.floor(atMs / MINUTE_MS) * MINUTE_MS + (lengthMinutes - sinceMinutes) * MINUTE_MS;
}
