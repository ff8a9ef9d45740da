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

test('a moment whose zone leads out of the years with four digits is none', () => {
  for (const text of ['9999-12-31T23:59:59-14:00', '9999-12-31T16:00:00Z', '0000-01-01T00:00:00+00:01'])
    expect(parseWireTime(text), text).toBeNull();
  for (const text of ['9999-12-31T23:59:59+08:00', '0000-01-01T00:00:00Z'])
    expect(wireTime(parseWireTime(text)), text).toMatch(/^\d{4}-/);
});

test('none is written as nothing', () => {
  expect([wireTime(0), wireTime(null)]).toEqual(['', '']);
});
