/**
 * The two retry wrappers and the one budget they share: however they are nested, a call makes at most 15 attempts.
 * Source: spec 7.5 "Retry", sections 5 and 9; trust.md hazard 8 ("nested retries never multiply").
 */
import { ApiError } from './errors.ts';

/** Attempts of one call in total, over both wrappers, renewals of tokens included. */
export const MAX_ATTEMPTS = 15;
const DEFAULT_RETRIES = 2;
const MAX_RETRIES = 4;
const SHORT_MS = 300;
const LONG_FIRST_MS = 1_000;

/** Attempts and waits of one call. Attempts are counted where requests are sent. */
export interface RetryBudget {
  attempts: number;
  /** Short waits so far; a repetition by the outer wrapper allows no new ones. */
  shortWaits: number;
  longWaits: number;
}

export function makeRetryBudget(): RetryBudget {
  return { attempts: 0, shortWaits: 0, longWaits: 0 };
}

export interface RetryDeps {
  readonly budget: RetryBudget;
  /** Whether another attempt is allowed after this failure. */
  readonly mayRepeat: (error: unknown) => boolean;
  /** Resolves with false when the wait was ended early. Rejects when the call was cancelled. */
  readonly wait: (ms: number, failure: unknown) => Promise<boolean>;
}

/** @throws Error `wrong options param: retry` */
export function retryCountOf(retry: unknown): number {
  if (retry === undefined) return DEFAULT_RETRIES;
  if (typeof retry !== 'number' || !(retry >= 0 && retry <= MAX_RETRIES)) throw new Error('wrong options param: retry');
  return Math.floor(retry);
}

/** Failures after which another attempt may succeed: an internal error, or no answer. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.errorName === 'internal' || error.errorName === 'unreachable');
}

function isFinal({ budget, mayRepeat }: RetryDeps, error: unknown): boolean {
  return !isPassing(error) || !mayRepeat(error) || budget.attempts >= MAX_ATTEMPTS;
}

/** Tries again after 300 ms. @param retry  0 to 4; 2 unless given. @throws the last failure; Error `wrong options param: retry` */
export async function retryShort<T>(work: () => Promise<T>, deps: RetryDeps & { retry?: unknown }): Promise<T> {
  const retries = retryCountOf(deps.retry);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (isFinal(deps, error) || deps.budget.shortWaits >= retries) throw error;
      deps.budget.shortWaits += 1;
      if (!(await deps.wait(SHORT_MS, error))) throw error;
    }
  }
}

/** Tries again after 1, 2, 4 ... seconds until success, the end of the wait or of the attempts. @throws the last failure */
export async function retryLong<T>(work: () => Promise<T>, deps: RetryDeps): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (isFinal(deps, error)) throw error;
      const ms = LONG_FIRST_MS * 2 ** deps.budget.longWaits;
      deps.budget.longWaits += 1;
      if (!(await deps.wait(ms, error))) throw error;
    }
  }
}
