import { expect, test } from 'vitest';
import { parseWireTime, wireTime } from './units.ts';

test('a moment is written at UTC+8 with milliseconds, and read back', () => {
  const ms = Date.UTC(2026, 8, 24, 15, 46, 22, 772);
  expect(wireTime(ms)).toBe('2026-09-24T23:46:22.772+08:00');
  expect(parseWireTime(wireTime(ms))).toBe(ms);
});

test.each(['', '-1', '2026', '2026-09-24', 'soon', '1', '2026-13-40T99:99:99Z'])('%j is no moment', (text) => {
  expect(parseWireTime(text)).toBeNull();
});

test('none is written as nothing', () => {
  expect([wireTime(0), wireTime(null)]).toEqual(['', '']);
});
