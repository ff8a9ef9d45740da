import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { gcid, gcidBlockBytes, gcidBlockCount, isGcid } from './gcid.ts';
import { WINDOW_BYTES } from './window.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

function sha1(bytes: Uint8Array): Uint8Array {
  return createHash('sha1').update(bytes).digest();
}

function gcidOf(content: Uint8Array): Promise<string> {
  const blockBytes = gcidBlockBytes(content.length);
  const blocks = Array.from({ length: gcidBlockCount(content.length) }, (_, index) =>
    content.subarray(index * blockBytes, (index + 1) * blockBytes),
  );
  return gcid(blocks.map(sha1), sha1);
}

const counting = new Uint8Array(256 * KIB).map((_, index) => index % 256);

test.each([
  ['empty content', new Uint8Array(0), 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
  ['five bytes', new TextEncoder().encode('hello'), '6b4f89a54e2d27ecd7e8da05b4ab8fd9d1d8b119'],
  ['one whole block', counting, '1592a0a4c2552dce960c4302c5fcbeab74ad90b7'],
  ['one block and a byte', new Uint8Array([...counting, 0xff]), '8d8e0641a07d3b8680976cfe8b4d0aca47d0f844'],
])('the gcid of %s is what clients compute', async (_, content, expected) => {
  expect(await gcidOf(content)).toBe(expected.toUpperCase());
});

test.each([
  [0, 256 * KIB],
  [128 * MIB, 256 * KIB],
  [128 * MIB + 1, 512 * KIB],
  [256 * MIB, 512 * KIB],
  [256 * MIB + 1, MIB],
  [512 * MIB, MIB],
  [512 * MIB + 1, 2 * MIB],
  [1024 * 1024 * MIB, 2 * MIB],
])('%i bytes are cut in blocks of %i', (sizeBytes, blockBytes) => {
  expect(gcidBlockBytes(sizeBytes)).toBe(blockBytes);
  expect(WINDOW_BYTES % blockBytes).toBe(0);
});

test('a gcid is read in either case', () => {
  expect(isGcid('da39a3ee5e6b4b0d3255bfef95601890afd80709')).toBe(true);
  expect(isGcid('DA39A3EE5E6B4B0D3255BFEF95601890AFD80709')).toBe(true);
  expect(isGcid('da39a3ee')).toBe(false);
  expect(isGcid('')).toBe(false);
});
