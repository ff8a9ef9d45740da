import { expect, it } from 'vitest';
import { digestOf, makeFile } from './bytes.ts';

const file = makeFile(3 * 1024 * 1024 + 17);
const bytes = (start: number, end: number): Buffer => Buffer.concat([...file.read(start, end)]);

it('a generated file has the same bytes wherever the reading starts', () => {
  const whole = bytes(0, file.sizeBytes);
  expect(whole.length).toBe(file.sizeBytes);
  expect(bytes(1_048_570, 2_097_160).equals(whole.subarray(1_048_570, 2_097_160))).toBe(true);
});

it('a generated file differs from every other, and so do its blocks', () => {
  expect(digestOf(makeFile(1024))).not.toBe(digestOf(makeFile(1024)));
  expect(bytes(0, 1024).equals(bytes(1_048_576, 1_049_600))).toBe(false);
});
