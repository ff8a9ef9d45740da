import { expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#shared/units.ts';
import { makeProgramMemory } from './program-memory.ts';

it('an address that shows sixty wrong passwords in five minutes has to wait for the rest of them', () => {
  const memory = makeProgramMemory();
  const waits = Array.from({ length: 62 }, (_, at) => memory.countWrong('a', at * 1_000));
  expect(waits.slice(0, 60).every((seconds) => seconds === 0)).toBe(true);
  expect(waits.slice(60)).toEqual([240, 239]);
  expect(memory.countWrong('b', 61_000)).toBe(0);
  expect(memory.countWrong('a', 5 * MINUTE_MS)).toBe(0);
});

it('a refused password is not asked about for half a minute', () => {
  const memory = makeProgramMemory();
  expect(memory.isRefused('one', 0)).toBe(false);
  memory.refuse('one', 0);
  expect([memory.isRefused('one', 29_999), memory.isRefused('one', 30_000)]).toEqual([true, false]);
});

it('a use is the first of its day once, and again when its report failed', () => {
  const memory = makeProgramMemory();
  const first = (ms: number) => memory.isFirstOfDay('one', ms);
  expect([first(0), first(1), first(DAY_MS - 1), first(DAY_MS), first(DAY_MS + 1)]).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
  memory.forgetUse('one');
  expect(first(DAY_MS + 2)).toBe(true);
});

it('a thousand entries push the oldest out and no more are held', () => {
  const memory = makeProgramMemory();
  for (let id = 0; id <= 1_000; id += 1) memory.refuse(`p${id}`, 0);
  expect([memory.isRefused('p0', 1), memory.isRefused('p1', 1), memory.isRefused('p1000', 1)]).toEqual([
    false,
    true,
    true,
  ]);
});
