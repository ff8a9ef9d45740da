/**
 * Memory of an isolate about programs: how often an address showed a wrong password, which passwords the drive has refused, and
 * whose use was reported. Bounded, and never a reason to let a program in.
 */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#shared/units.ts';

/** Wrong ones of an address in the window before it has to wait. Each costs a few signs compared and one digest. */
const MOST_WRONG = 60;
const WRONG_WINDOW_MS = 5 * MINUTE_MS;
/** How long a refused password is not asked about again: a program that polls with an ended one costs few object calls. */
const REFUSED_MS = 30 * SECOND_MS;
/** Entries of each kind at most: some 100 KB. */
const MAX_ENTRIES = 1_000;

export interface ProgramMemory {
  /** Counts a wrong password. @returns seconds to wait; 0 below the limit */
  countWrong(address: string, nowMs: number): number;
  /** Whether the drive refused the password a moment ago. */
  isRefused(id: string, nowMs: number): boolean;
  refuse(id: string, nowMs: number): void;
  /** Whether the use is the first of its day here; it counts as reported from now on. */
  isFirstOfDay(id: string, nowMs: number): boolean;
  /** A report failed: the next use is reported. */
  forgetUse(id: string): void;
}

/** Adds an entry; the oldest one leaves when there are too many. */
function put<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  const oldest = map.keys().next().value;
  if (map.size >= MAX_ENTRIES && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}

export function makeProgramMemory(): ProgramMemory {
  const wrong = new Map<string, { count: number; untilMs: number }>();
  const refused = new Map<string, number>();
  const used = new Map<string, number>();
  return {
    countWrong(address, nowMs) {
      const known = wrong.get(address);
      const row = known && known.untilMs > nowMs ? known : { count: 0, untilMs: nowMs + WRONG_WINDOW_MS };
      row.count += 1;
      put(wrong, address, row);
      return row.count > MOST_WRONG ? Math.ceil((row.untilMs - nowMs) / SECOND_MS) : 0;
    },
    isRefused: (id, nowMs) => (refused.get(id) ?? 0) > nowMs,
    refuse: (id, nowMs) => put(refused, id, nowMs + REFUSED_MS),
    isFirstOfDay(id, nowMs) {
      const day = Math.floor(nowMs / DAY_MS);
      if (used.get(id) === day) return false;
      put(used, id, day);
      return true;
    },
    forgetUse: (id) => void used.delete(id),
  };
}
