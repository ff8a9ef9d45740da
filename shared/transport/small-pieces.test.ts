import { expect, it } from 'vitest';
import { admitMessage, isFragmented, MESSAGE_WINDOW_MS, MESSAGES_PER_WINDOW } from './small-pieces.ts';

it.each([
  [1_000, 1_000, false],
  [1_001, 1_001, true],
  [1_001, 1_001 * 64 - 1, true],
  [1_001, 1_001 * 64, false],
  [1_000_000, 64_000_000, false],
])('a body of %i pieces with %i bytes is fragmented: %s', (pieces, bytes, expected) => {
  expect(isFragmented(pieces, bytes)).toBe(expected);
});

it('any ten seconds hold at most 60 admitted messages, wherever they begin', () => {
  const times: number[] = [];
  const admitted: number[] = [];
  // 59 at the end of one stretch and many at the beginning of the next.
  const tries = [
    0,
    ...Array.from({ length: 59 }, (_, n) => 9_900 + n),
    ...Array.from({ length: 200 }, (_, n) => 10_001 + n),
  ];
  for (const at of tries) if (admitMessage(times, at)) admitted.push(at);
  expect(admitted).toHaveLength(61);
  for (const from of admitted)
    expect(admitted.filter((at) => at >= from && at < from + MESSAGE_WINDOW_MS).length).toBeLessThanOrEqual(
      MESSAGES_PER_WINDOW,
    );
});

it('a client that sends five messages a second is never refused, and no more than 60 times are kept', () => {
  const times: number[] = [];
  for (let n = 0; n < 1_000; n += 1) expect(admitMessage(times, n * 200)).toBe(true);
  expect(times.length).toBeLessThanOrEqual(MESSAGES_PER_WINDOW);
});
