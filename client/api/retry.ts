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

/** What one call has used up. Counted where requests are sent; wrappers only read and wait. */
export interface RetryBudget {
  attempts: number;
  /** Short waits so far: an outer wrapper that comes round again gives no new ones. */
  shortWaits: number;
  longWaits: number;
}

export function makeRetryBudget(): RetryBudget {
  return { attempts: 0, shortWaits: 0, longWaits: 0 };
}

export interface RetryDeps {
  readonly budget: RetryBudget;
  /** Whether this failure may be followed by another attempt at all. */
  readonly mayRepeat: (error: unknown) => boolean;
  /** False: somebody ended the wait. Rejects when the call was cancelled. */
  readonly wait: (ms: number, failure: unknown) => Promise<boolean>;
}

/** @throws Error `wrong options param: retry` */
export function retryCountOf(retry: unknown): number {
  if (retry === undefined) return DEFAULT_RETRIES;
  if (typeof retry !== 'number' || !(retry >= 0 && retry <= MAX_RETRIES)) throw new Error('wrong options param: retry');
  return Math.floor(retry);
}

/** Failures that another attempt may pass: the server stumbled, or was not reached. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.errorName === 'internal' || error.errorName === 'unreachable');
}

function isOver({ budget, mayRepeat }: RetryDeps, error: unknown): boolean {
  return !isPassing(error) || !mayRepeat(error) || budget.attempts >= MAX_ATTEMPTS;
}

/** Tries again after 300 ms. @param retry  0 to 4; 2 unless given. @throws the last failure; Error `wrong options param: retry` */
export async function retryShort<T>(work: () => Promise<T>, deps: RetryDeps & { retry?: unknown }): Promise<T> {
  const retries = retryCountOf(deps.retry);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (isOver(deps, error) || deps.budget.shortWaits >= retries) throw error;
      deps.budget.shortWaits += 1;
      if (!(await deps.wait(SHORT_MS, error))) throw error;
    }
  }
}

/** Tries again after 1, 2, 4 ... seconds, until it works, somebody ends the wait or the attempts are used up. @throws the last failure */
export async function retryLong<T>(work: () => Promise<T>, deps: RetryDeps): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (isOver(deps, error)) throw error;
      const ms = LONG_FIRST_MS * 2 ** deps.budget.longWaits;
      deps.budget.longWaits += 1;
      if (!(await deps.wait(ms, error))) throw error;
    }
  }
}
