/**
 * One lock holder over all tabs of this browser, by the Web Locks API. Without it (insecure origins) the lock covers this page
 * only. The reentrant kind is not built: docs/decisions/0002-left-out-of-the-specification.md.
 * Source: spec section 4 "Lock", section 5 (time-out).
 */
import { ApiError } from './errors.ts';

export interface LockOptions {
  /** Longest wait for the lock, ms; left out: unlimited. */
  readonly timeout?: number;
}

export interface HeldLock {
  /** Later calls have no effect. */
  release(): void;
}

export interface Lock {
  /** @throws Error `wrong options param: timeout`; ApiError `local` after the timeout */
  acquire(options?: LockOptions): Promise<HeldLock>;
}

/** The part of the browser's LockManager that is used. */
export interface LockPort {
  request(name: string, options: { signal?: AbortSignal }, work: () => Promise<void>): Promise<unknown>;
}

const timeOut = () => new ApiError({ error: 'local', error_code: 8001, error_description: 'lock time-out' }, 'lock');

/** Locks of this page: a chain of promises for each name. */
export function makePageLocks(): LockPort {
  const last = new Map<string, Promise<void>>();
  return {
    async request(name, { signal }, work) {
      const before = last.get(name) ?? Promise.resolve();
      let pass: () => void = () => undefined;
      const mine = new Promise<void>((resolve) => {
        pass = resolve;
      });
      const tail = before.then(() => mine);
      last.set(name, tail);
      try {
        await new Promise<void>((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
          void before.then(resolve);
        });
        signal?.throwIfAborted();
        await work();
      } finally {
        pass();
        if (last.get(name) === tail) last.delete(name);
      }
    },
  };
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

let pageLocks: LockPort | null = null;

/** The browser's own, or this page's. */
function browserLocks(): LockPort {
  // Absent on insecure origins, against its type.
  const locks = typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined);
  if (locks) return { request: (name, options, work) => locks.request(name, options, work) };
  pageLocks ??= makePageLocks();
  return pageLocks;
}

function checkTimeout(timeout: unknown): void {
  if (timeout !== undefined && (typeof timeout !== 'number' || Number.isNaN(timeout)))
    throw new Error('wrong options param: timeout');
}

export function makeLock(name: string, port: LockPort = browserLocks()): Lock {
  return {
    async acquire({ timeout } = {}) {
      checkTimeout(timeout);
      const control = new AbortController();
      // Browsers fire a timer of more than 24 days at once.
      const isTimed = timeout !== undefined && timeout <= LONGEST_TIMER_MS;
      const timer = isTimed ? setTimeout(() => control.abort(timeOut()), Math.max(timeout, 0)) : undefined;
      return new Promise<HeldLock>((resolve, reject) => {
        const turn = port.request(
          name,
          { signal: control.signal },
          () =>
            new Promise<void>((letGo) => {
              clearTimeout(timer);
              resolve({ release: letGo });
            }),
        );
        turn.catch((error: unknown) => {
          clearTimeout(timer);
          // Some browsers reject with their own AbortError instead of the reason.
          reject(control.signal.aborted ? control.signal.reason : error);
        });
      });
    },
  };
}

/** Runs `work` while no other tab holds `name`. */
export async function withLock<T>(name: string, work: () => Promise<T>, options: LockOptions = {}): Promise<T> {
  const held = await makeLock(name).acquire(options);
  try {
    return await work();
  } finally {
    held.release();
  }
}
