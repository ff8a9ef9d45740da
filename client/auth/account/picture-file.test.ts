import { expect, test } from 'vitest';
import { PICTURE_MAX_BYTES } from '#shared/auth/picture.ts';
import { sideOf, smallEnough } from './picture-file.ts';

const blobOf = (sizeBytes: number) => new Blob([new Uint8Array(sizeBytes)]);

test('a picture is encoded at the best quality that the server takes', async () => {
  const asked: number[] = [];
  const found = await smallEnough(async (quality) => {
    asked.push(quality);
    return blobOf(quality > 0.7 ? PICTURE_MAX_BYTES + 1 : PICTURE_MAX_BYTES);
  });
  expect(found?.size).toBe(PICTURE_MAX_BYTES);
  expect(asked).toEqual([0.92, 0.8, 0.6]);
});

test('a picture that no quality makes small enough, or that cannot be encoded, is none', async () => {
  expect(await smallEnough(async () => blobOf(PICTURE_MAX_BYTES + 1))).toBeNull();
  expect(await smallEnough(async () => null)).toBeNull();
});

test.each([
  [{ x: 10, y: 0, width: 3000, height: 3000 }, 512],
  [{ x: 0, y: 0, width: 100.4, height: 100.4 }, 100],
  [{ x: 0, y: 0, width: 0.2, height: 0.2 }, 1],
])('the chosen part %o is uploaded as a square of %i pixels', (area, side) => {
  expect(sideOf(area)).toBe(side);
});
