import { expect, it } from 'vitest';
import { isAppError } from '#shared/errors.ts';
import { MINUTE_MS } from '#shared/units.ts';
import { makeSweepCounter } from './sweeps.ts';

/** Statements that have read as many rows as their text says. */
const sql = { exec: (rows: string) => ({ rowsRead: Number(rows) }) } as unknown as SqlStorage;
const START_MS = Date.UTC(2026, 0, 1);

function makeSweeps(rowsPerMinute: number) {
  const counter = makeSweepCounter(sql);
  return (rows: number, afterMs: number): number => {
    try {
      counter.run((counted) => void counted.exec(String(rows)), { nowMs: START_MS + afterMs, rowsPerMinute });
      return 0;
    } catch (error) {
      if (isAppError(error) && error.errorName === 'too_many_requests') return error.detail?.retryInSeconds ?? -1;
      throw error;
    }
  };
}

it('sweeps are refused from the limit on, with the time until it is met again', () => {
  const sweep = makeSweeps(600);
  expect([sweep(400, 0), sweep(500, 0), sweep(1, 0)]).toEqual([0, 0, 30]);
  expect([sweep(1, 29_900), sweep(10, 30_100), sweep(1, 30_100)]).toEqual([1, 0, 1]);
});

it('a minute without a sweep gives the whole limit again, and not more', () => {
  const sweep = makeSweeps(600);
  expect([sweep(600, 0), sweep(1, 0)]).toEqual([0, 1]);
  expect([sweep(600, 10 * MINUTE_MS), sweep(1, 10 * MINUTE_MS)]).toEqual([0, 1]);
});

it('a sweep that fails is counted', () => {
  const counter = makeSweepCounter(sql);
  const at = { nowMs: START_MS, rowsPerMinute: 100 };
  const failing = (counted: SqlStorage) => {
    counted.exec('100');
    throw new Error('no');
  };
  expect(() => counter.run(failing, at)).toThrow('no');
  expect(() => counter.run(() => 1, at)).toThrow('too_many_requests');
});

it('a limit of none lets nothing through', () => {
  expect(makeSweeps(0)(1, 0)).toBe(60);
});
