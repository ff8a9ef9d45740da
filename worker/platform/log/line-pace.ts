/** Bounds the lines of a log: a client that finds a failing request must not fill the disk. Pure but for its counts. */
import { MINUTE_MS } from '#shared/units.ts';

/** Enough to diagnose. */
export const LINES_PER_MINUTE = 30;

/** Lines of one event in a minute that were not written. */
export interface LeftOut {
  readonly event: string;
  readonly lines: number;
}

export interface LinePace {
  /** Counts a line. @param event  one of few names. @returns whether it is to be written */
  admit(event: string, nowMs: number): boolean;
  /** Each minute that has ended is returned once. */
  takeLeftOut(nowMs: number): LeftOut[];
}

export function makeLinePace(linesPerMinute = LINES_PER_MINUTE): LinePace {
  const minutes = new Map<string, { fromMs: number; lines: number }>();

  function leftOutOf(event: string, nowMs: number): LeftOut[] {
    const minute = minutes.get(event);
    if (!minute || nowMs - minute.fromMs < MINUTE_MS) return [];
    minutes.delete(event);
    const lines = minute.lines - linesPerMinute;
    return lines > 0 ? [{ event, lines }] : [];
  }

  return {
    admit(event, nowMs) {
      const minute = minutes.get(event) ?? { fromMs: nowMs, lines: 0 };
      minutes.set(event, minute);
      minute.lines += 1;
      return minute.lines <= linesPerMinute;
    },
    takeLeftOut: (nowMs) => [...minutes.keys()].flatMap((event) => leftOutOf(event, nowMs)),
  };
}
