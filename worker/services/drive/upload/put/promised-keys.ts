/**
 * Promised objects that this isolate may still store a person's small files as. A client that sends many asks the drive once for
 * several; the drive sweeps unused ones by itself.
 */
import { MINUTE_MS, SECOND_MS } from '#shared/units.ts';
import type { PutLease } from '../rpc-types.ts';
import { PUT_RESERVE_MS } from '../rules.ts';

/** Objects asked for once a person sends one file after the other. */
const MANY = 16;
/** So soon after the last file the next is one of many. */
const STREAK_MS = MINUTE_MS;
/** How long the drive's last answer counts for the same session and folder: the longest an ended session still stores bytes, which never land. */
const ADMITTED_MS = SECOND_MS;
/** The drive answers in this time, or not at all. */
const ASKING_MS = 5_000;
const NEVER = Number.NEGATIVE_INFINITY;
/** People remembered; the one who was here longest ago goes first. */
const PEOPLE = 1_000;

interface PersonPromises {
  readonly leases: PutLease[];
  usedMs: number;
  /** Time of the last request for several that has not been answered; concurrent uploads request one each. */
  askedMs: number;
  /** Session and folder of the last file that the drive took, and until when. */
  readonly admitted?: { readonly place: string; readonly untilMs: number } | undefined;
}

export interface PutKeys {
  /** An object of this upload alone, long before the sweep; or how many to request from the drive. */
  take(userId: string, nowMs: number): PutLease | { readonly ask: number };
  /** Adds objects that are not used at once. */
  keep(userId: string, leases: readonly PutLease[], nowMs: number): void;
  /** The drive has just taken, or would take, a file there. @param place  session and folder */
  admit(userId: string, place: string, nowMs: number): void;
  isAdmitted(userId: string, place: string, nowMs: number): boolean;
  /** They count no longer. */
  forget(userId: string): void;
}

export function makePutKeys(): PutKeys {
  const people = new Map<string, PersonPromises>();

  function renew(userId: string, promises: PersonPromises): void {
    people.delete(userId);
    people.set(userId, promises);
    const [first] = people.keys();
    if (people.size > PEOPLE && first !== undefined) people.delete(first);
  }

  return {
    take(userId, nowMs) {
      const promises = people.get(userId) ?? { leases: [], usedMs: NEVER, askedMs: NEVER };
      const isMany = nowMs - promises.usedMs < STREAK_MS;
      promises.usedMs = nowMs;
      renew(userId, promises);
      const lease = promises.leases.pop();
      if (lease && nowMs < lease.untilMs - PUT_RESERVE_MS) return lease;
      if (!isMany || nowMs - promises.askedMs < ASKING_MS) return { ask: 1 };
      promises.askedMs = nowMs;
      return { ask: MANY };
    },
    keep(userId, leases, nowMs) {
      const promises = people.get(userId)?.leases ?? [];
      const admitted = people.get(userId)?.admitted;
      renew(userId, { leases: [...promises, ...leases], usedMs: nowMs, askedMs: NEVER, admitted });
    },
    admit(userId, place, nowMs) {
      const promises = people.get(userId) ?? { leases: [], usedMs: nowMs, askedMs: NEVER };
      renew(userId, { ...promises, admitted: { place, untilMs: nowMs + ADMITTED_MS } });
    },
    isAdmitted(userId, place, nowMs) {
      const admitted = people.get(userId)?.admitted;
      return admitted?.place === place && nowMs < admitted.untilMs;
    },
    forget: (userId) => void people.delete(userId),
  };
}
