/**
 * The line of all runs of this process. Those with a place run, the others wait; memory is bounded by the count of places, across
 * all people. A place goes to the run whose drive has the fewest, then to the one that came first, and the last third of the
 * places to drives that have none. Each run looks by its own timer: the runtime takes a request that awaits a promise of
 * another one for a hang. A run that looks no more has died, and loses its place.
 */
import type { Clock } from '#worker/platform/clock.ts';
import { RESTING_PER_PLACE } from './keys.ts';

/** A run in the line. */
export interface Ticket {
  readonly driveName: string;
}

export interface Places {
  /** Whether the run may go on. Call it every few seconds, to hold the place too. */
  hold(ticket: Ticket): boolean;
  /** Whether a run of another drive waits. */
  isAwaited(ticket: Ticket): boolean;
  /**
   * Gives the place up; the run goes to the back of the line and its connection stays open.
   * @returns false: too many rest, and nothing has changed
   */
  rest(ticket: Ticket): boolean;
  leave(ticket: Ticket): void;
}

interface Entry {
  /** Last look, ms. */
  seenMs: number;
  hasPlace: boolean;
  /** Waits with an open connection. */
  isResting: boolean;
}

/** Longest time between two looks, ms. */
const STALE_MS = 15_000;

export function makePlaces(clock: Clock, atOnce: () => number): Places {
  /** A map lists its keys in the order they came. */
  const line = new Map<Ticket, Entry>();

  /** Places by drive. */
  function countHeld(): Map<string, number> {
    const held = new Map<string, number>();
    for (const [{ driveName }, { hasPlace }] of line) if (hasPlace) held.set(driveName, (held.get(driveName) ?? 0) + 1);
    return held;
  }

  function giveOut(): void {
    const held = countHeld();
    const heldBy = ({ driveName }: Ticket): number => held.get(driveName) ?? 0;
    const places = atOnce();
    const reserved = Math.floor(places / 3);
    let free = places - [...held.values()].reduce((sum, count) => sum + count, 0);
    while (free > 0) {
      let next: Ticket | undefined;
      for (const [ticket, { hasPlace }] of line)
        if (!hasPlace && (!next || heldBy(ticket) < heldBy(next))) next = ticket;
      const entry = next && line.get(next);
      if (!next || !entry || (heldBy(next) > 0 && free <= reserved)) return;
      entry.hasPlace = true;
      entry.isResting = false;
      held.set(next.driveName, heldBy(next) + 1);
      free -= 1;
    }
  }

  return {
    hold(ticket) {
      const nowMs = clock.nowMs();
      for (const [one, { seenMs }] of line) if (seenMs < nowMs - STALE_MS) line.delete(one);
      const entry = line.get(ticket) ?? { seenMs: nowMs, hasPlace: false, isResting: false };
      entry.seenMs = nowMs;
      line.set(ticket, entry);
      giveOut();
      return entry.hasPlace;
    },
    isAwaited: ({ driveName }) => [...line].some(([other, { hasPlace }]) => !hasPlace && other.driveName !== driveName),
    rest(ticket) {
      const resting = [...line.values()].filter(({ isResting }) => isResting).length;
      if (resting >= RESTING_PER_PLACE * atOnce()) return false;
      line.delete(ticket);
      line.set(ticket, { seenMs: clock.nowMs(), hasPlace: false, isResting: true });
      return true;
    },
    leave(ticket) {
      line.delete(ticket);
    },
  };
}
