/** Recent hashes per address, by which hash-gate.ts and hash-queue.ts are fair. In memory, bounded. */
import type { Clock } from '#worker/platform/clock.ts';

export interface HashUsage {
  /** Hashes of the last minute or so; each counts half as much after every 30 s. */
  of(address: string): number;
  add(address: string): void;
}

export interface HashCaller {
  /** Network address, or /64 of one; '' when unknown. */
  readonly address: string;
  /** The identifier or user id of the call. */
  readonly account: string;
  /** This call passed a human check: it goes before all that passed none. */
  readonly isChecked?: boolean | undefined;
}

const HALF_LIFE_MS = 30_000;
/** Addresses held at most; the oldest are deleted first. */
const MAX_ADDRESSES = 10_000;
/** Before every caller without a human check. */
export const CHECKED_COST = -1_000;
const MAX_RETRY_SECONDS = 30;

export function makeHashUsage(clock: Clock): HashUsage {
  const used = new Map<string, { score: number; atMs: number }>();
  const of = (address: string): number => {
    const usage = used.get(address);
    return usage ? usage.score * 2 ** ((usage.atMs - clock.nowMs()) / HALF_LIFE_MS) : 0;
  };
  return {
    of,
    add(address) {
      const score = of(address) + 1;
      used.delete(address);
      used.set(address, { score, atMs: clock.nowMs() });
      const oldest = used.keys().next().value;
      if (used.size > MAX_ADDRESSES && oldest !== undefined) used.delete(oldest);
    },
  };
}

/** Seconds that a refused caller must wait: more after more hashes. */
export function retrySeconds(cost: number): number {
  return Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(cost)));
}
