/**
 * The queue of password hashes: few at once, few waiting, the caller with the fewest hashes first. It runs where hashes are computed
 * (the server's process, or a HasherObject): a Worker's request may not wait for another one. No I/O; the clock is passed in.
 */
import { AppError } from '#shared/errors.ts';
import type { Clock } from '#worker/platform/clock.ts';
import { CHECKED_COST, type HashCaller, makeHashUsage, retrySeconds } from './hash-usage.ts';

export interface HashQueue {
  /**
   * Runs `work` when its turn comes.
   * @throws AppError too_many_requests with seconds, when the address or account has too many places, or when the queue is full of
   * callers with no more hashes than this one
   */
  run<T>(caller: HashCaller, work: () => Promise<T>): Promise<T>;
  /** Running hashes and waiting callers. */
  readonly size: { readonly running: number; readonly waiting: number };
}

export interface HashQueueLimits {
  /** Hashes at once. */
  readonly atOnce: number;
  readonly waiting: number;
  readonly waitingPerAddress: number;
  readonly waitingPerAccount: number;
}

/** 32 waiting at 20 to 40 ms each, two at once: half a second. */
export const HASH_QUEUE_LIMITS: HashQueueLimits = Object.freeze({
  atOnce: 2,
  waiting: 32,
  waitingPerAddress: 8,
  waitingPerAccount: 4,
});

interface Place {
  readonly caller: HashCaller;
  readonly cost: number;
  readonly order: number;
  readonly start: () => void;
  readonly refuse: (error: AppError) => void;
}

export function makeHashQueue(clock: Clock, limits: HashQueueLimits = HASH_QUEUE_LIMITS): HashQueue {
  const places: Place[] = [];
  const usage = makeHashUsage(clock);
  let running = 0;
  let lastOrder = 0;

  const waitingOf = (key: 'address' | 'account', value: string): Place[] =>
    places.filter(({ caller }) => caller[key] === value);

  /** Recent hashes of the address, and its waiting ones. */
  function costOf({ address, isChecked }: HashCaller): number {
    return usage.of(address) + waitingOf('address', address).length + (isChecked ? CHECKED_COST : 0);
  }

  const isBefore = (a: Place, b: Place): boolean => a.cost < b.cost || (a.cost === b.cost && a.order < b.order);

  /** The place that is served last. */
  function lastOf(some: readonly Place[]): Place | undefined {
    return some.reduce<Place | undefined>((last, each) => (last && isBefore(each, last) ? last : each), undefined);
  }

  function tooMany(reason: string, cost: number): AppError {
    return new AppError('too_many_requests', { reason, retryInSeconds: retrySeconds(cost) });
  }

  /** Whether a caller of this cost has a place among `some`; refuses the last of them when it costs more. */
  function freePlace(some: readonly Place[], limit: number, cost: number): boolean {
    if (some.length < limit) return true;
    const last = lastOf(some);
    if (!last || last.cost <= cost) return false;
    places.splice(places.indexOf(last), 1);
    last.refuse(tooMany('sign_in_busy', last.cost));
    return true;
  }

  function startNext(): void {
    while (running < limits.atOnce && places.length > 0) {
      const next = places.reduce((first, each) => (isBefore(each, first) ? each : first));
      places.splice(places.indexOf(next), 1);
      running += 1;
      usage.add(next.caller.address);
      next.start();
    }
  }

  function turn(caller: HashCaller): Promise<void> {
    const cost = costOf(caller);
    if (waitingOf('address', caller.address).length >= limits.waitingPerAddress)
      throw tooMany('sign_in_address_busy', cost);
    if (!freePlace(waitingOf('account', caller.account), limits.waitingPerAccount, cost))
      throw tooMany('sign_in_account_busy', cost);
    if (!freePlace(places, limits.waiting, cost)) throw tooMany('sign_in_busy', cost);
    return new Promise((resolve, reject) => {
      lastOrder += 1;
      places.push({ caller, cost, order: lastOrder, start: resolve, refuse: reject });
      startNext();
    });
  }

  return {
    async run(caller, work) {
      await turn(caller);
      try {
        return await work();
      } finally {
        running -= 1;
        startNext();
      }
    },
    get size() {
      return { running, waiting: places.length };
    },
  };
}
