/** Local time of a time zone, as programs without a notion of zones store it. Pure but for the zones that `Intl` has. */

const MINUTE_MS = 60_000;

/** @returns ms that a clock of the zone is ahead of UTC at a moment */
export type ZoneOffset = (epochMs: number) => number;

/** Two lookups for each month in which the clocks do not change. @param timeZone  a name that `Intl` has */
export function makeZoneOffset(timeZone: string): ZoneOffset {
  if (timeZone === 'UTC') return () => 0;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const months = new Map<number, number | null>();

  function at(epochMs: number): number {
    const parts = Object.fromEntries(format.formatToParts(epochMs).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    const local = Date.UTC(year, month - 1, day, hour, minute, second);
    return Math.round((local - epochMs) / MINUTE_MS) * MINUTE_MS;
  }

  return (epochMs) => {
    const date = new Date(epochMs);
    if (Number.isNaN(date.getTime())) return 0;
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    const key = year * 12 + month;
    let known = months.get(key);
    if (known === undefined) {
      const first = at(Date.UTC(year, month, 1));
      known = first === at(Date.UTC(year, month + 1, 1)) ? first : null;
      months.set(key, known);
    }
    return known ?? at(epochMs);
  };
}
