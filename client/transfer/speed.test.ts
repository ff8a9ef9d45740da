import { expect, test } from 'vitest';
import { speedOf, steadySpeedOf, withSample } from './speed.ts';

test('speed covers the last seconds, and is 0 for too short a time', () => {
  expect(speedOf([])).toBe(0);
  expect(speedOf([{ atMs: 0, bytes: 5 }])).toBe(0);
  const samples = [
    { atMs: 0, bytes: 0 },
    { atMs: 9_000, bytes: 1_000 },
  ];
  const recent = withSample(samples, { atMs: 10_000, bytes: 3_000 });
  expect(recent).toHaveLength(2);
  expect(speedOf(recent)).toBe(2_000);
});

/** Bytes that had left at each half second. */
const at = (...bytes: number[]) => bytes.map((sum, index) => ({ atMs: index * 500, bytes: sum }));

test.each([
  ['nothing is known', [], 0],
  ['one look', at(100), 0],
  ['steady', at(0, 50, 100, 150), 100],
  ['bursts are evened out', at(0, 0, 0, 600), 400],
  ['a standstill', at(500, 500, 500), 0],
  ['what was counted twice never runs backwards', at(500, 400), 0],
  [
    'two looks too near each other',
    [
      { atMs: 0, bytes: 0 },
      { atMs: 499, bytes: 900 },
    ],
    0,
  ],
])('the speed when there is %s', (_, samples, expected) => {
  expect(speedOf(samples)).toBe(expected);
});

test('a pause no longer lowers the speed once it is older than the period', () => {
  let samples: readonly { atMs: number; bytes: number }[] = [];
  for (const sample of [
    ...at(...Array<number>(21).fill(0)),
    ...at(...Array.from({ length: 13 }, (_, n) => n * 50)).map(({ atMs, bytes }) => ({ atMs: atMs + 10_500, bytes })),
  ])
    samples = withSample(samples, sample);
  expect(speedOf(samples)).toBe(100);
});

test('the smoothed speed needs three seconds, and a burst hardly changes it', () => {
  expect(steadySpeedOf(0, at(0, 50, 100, 150, 200))).toBe(0);
  expect(steadySpeedOf(0, at(0, 50, 100, 150, 200, 250, 300))).toBe(100);
  const afterBurst = steadySpeedOf(100, at(0, 500, 1_000));
  expect(afterBurst).toBeGreaterThan(100);
  expect(afterBurst).toBeLessThan(200);
});

test('a transfer without progress has no estimate', () => {
  expect(steadySpeedOf(100, at(500, 500, 500))).toBe(0);
});
