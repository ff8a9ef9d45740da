import { expect, it } from 'vitest';
import { blurBitmap } from './blur-bitmap.ts';

it('the placeholder is a bitmap of 4 by 3 pixels, its rows from the bottom up', () => {
  const bytes = Buffer.from(
    blurBitmap(`${'f00'.repeat(4)}${'0f0'.repeat(4)}${'00f'.repeat(4)}`).split(',')[1] ?? '',
    'base64',
  );
  expect(bytes.toString('latin1', 0, 2)).toBe('BM');
  expect([bytes.readUInt32LE(2), bytes.readInt32LE(18), bytes.readInt32LE(22)]).toEqual([90, 4, 3]);
  expect([...bytes.subarray(54, 57)]).toEqual([255, 0, 0]);
  expect([...bytes.subarray(87, 90)]).toEqual([0, 0, 255]);
});

it('anything but 36 hex digits gives no address', () => {
  for (const text of ['', 'abc', `${'g'.repeat(36)}`, `url(${'0'.repeat(36)})`]) expect(blurBitmap(text)).toBe('');
});
