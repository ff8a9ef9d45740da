import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pngOf } from './png.ts';

test('pixels are rows of a PNG that has its size, its data and its end', () => {
  const png = pngOf(Uint8Array.of(1, 2, 3, 4, 5, 6), { width: 1, height: 2 });
  const view = new DataView(png.buffer);
  expect([view.getUint32(16), view.getUint32(20), [...png.subarray(24, 29)]]).toEqual([1, 2, [8, 2, 0, 0, 0]]);
  const data = png.subarray(41, 41 + view.getUint32(33));
  expect([...inflateSync(data)]).toEqual([0, 1, 2, 3, 0, 4, 5, 6]);
  // The end of every PNG.
  expect(Buffer.from(png.subarray(-12)).toString('hex')).toBe('0000000049454e44ae426082');
});
