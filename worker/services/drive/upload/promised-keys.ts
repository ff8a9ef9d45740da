/**
 * Promised objects that this isolate may still store a person's small files as. Whoever sends many asks the drive once for
 * several; what is left over the drive sweeps by itself.
 */
import { MINUTE_MS } from '#shared/units.ts';
import type { PutLease } from './rpc-types.ts';
import { PUT_KEPT_MS } from './rules.ts';

/** Objects asked for once a person sends one file after the other. */
const MANY = 8;
/** So soon after the last file the next is one of many. */
const STREAK_MS = MINUTE_MS;
/** The drive answers in this time, or not at all. */
const ASKING_MS = 5_000;
const NEVER = Number.NEGATIVE_INFINITY;
/** People remembered; the one who was here longest ago goes first. */
const PEOPLE = 1_000;

interface Kept {
  readonly leases: PutLease[];
  usedMs: number;
  /** When several were last asked for that have not come yet: who comes meanwhile asks for its own alone. */
  askedMs: number;
}

export interface PutKeys {
  /** An object that nobody else has, long before the sweep; or how many the drive is to be asked for. */
  take(userId: string, nowMs: number): PutLease | { readonly ask: number };
  /** What was asked for and is not used at once. */
  keep(userId: string, leases: readonly PutLease[], nowMs: number): void;
  /** They count no longer. */
  forget(userId: string): void;
}

export function makePutKeys(): PutKeys {
  const people = new Map<string, Kept>();

  function renew(userId: string, kept: Kept): void {
    people.delete(userId);
    people.set(userId, kept);
    const [first] = people.keys();
    if (people.size > PEOPLE && first !== undefined) people.delete(first);
  }

  return {
    take(userId, nowMs) {
      const kept = people.get(userId) ?? { leases: [], usedMs: NEVER, askedMs: NEVER };
      const isMany = nowMs - kept.usedMs < STREAK_MS;
      kept.usedMs = nowMs;
      renew(userId, kept);
      const lease = kept.leases.pop();
      if (lease && nowMs < lease.untilMs - PUT_KEPT_MS) return lease;
      if (!isMany || nowMs - kept.askedMs < ASKING_MS) return { ask: 1 };
      kept.askedMs = nowMs;
      return { ask: MANY };
    },
    keep(userId, leases, nowMs) {
      const kept = people.get(userId)?.leases ?? [];
      renew(userId, { leases: [...kept, ...leases], usedMs: nowMs, askedMs: NEVER });
    },
    forget: (userId) => void people.delete(userId),
  };
}
