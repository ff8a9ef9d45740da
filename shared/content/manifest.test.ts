import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BlobManifest, MAX_MANIFEST_PARTS, parseManifest, segments } from './manifest.ts';

const manifests = fc.array(fc.nat(20), { maxLength: 12 }).map(
  (sizes): BlobManifest => ({
    v: 1,
    size: sizes.reduce((sum, size) => sum + size, 0),
    parts: sizes.map((size, index) => ({ key: `part-${index}`, size })),
  }),
);
const two: BlobManifest = {
  v: 1,
  size: 30,
  parts: [
    { key: 'a', size: 10 },
    { key: 'b', size: 20 },
  ],
};

test('a span across two objects reads the end of one and the start of the next', () => {
  expect(segments(two, 8, 13)).toEqual([
    { key: 'a', offset: 8, length: 2 },
    { key: 'b', offset: 0, length: 3 },
  ]);
});

test('an empty span reads nothing', () => {
  expect(segments(two, 10, 10)).toEqual([]);
  expect(segments({ v: 1, size: 0, parts: [] }, 0, 0)).toEqual([]);
});

test('a span outside the blob is refused', () => {
  for (const [start, end] of [
    [-1, 5],
    [0, 31],
    [6, 5],
  ] as const) {
    expect(() => segments(two, start, end)).toThrow(RangeError);
  }
});

test('segments read exactly the bytes of any span, in order', () => {
  fc.assert(
    fc.property(manifests, fc.nat(240), fc.nat(240), (manifest, a, b) => {
      const start = Math.min(a, b, manifest.size);
      const end = Math.min(Math.max(a, b), manifest.size);
      const stored = manifest.parts.flatMap(({ key, size }) => Array.from({ length: size }, (_, at) => `${key}:${at}`));
      const read = segments(manifest, start, end).flatMap(({ key, offset, length }) =>
        Array.from({ length }, (_, at) => `${key}:${offset + at}`),
      );
      expect(read).toEqual(stored.slice(start, end));
    }),
  );
});

test('a stored manifest reads back as it was written', () => {
  fc.assert(
    fc.property(manifests, (manifest) => {
      expect(parseManifest(JSON.stringify(manifest))).toEqual(manifest);
    }),
  );
});

test.each([
  ['no JSON', '{'],
  ['another version', JSON.stringify({ ...two, v: 2 })],
  ['a size that is not the sum', JSON.stringify({ ...two, size: 31 })],
  [
    'a negative part',
    JSON.stringify({
      v: 1,
      size: 0,
      parts: [
        { key: 'a', size: -1 },
        { key: 'b', size: 1 },
      ],
    }),
  ],
  ['a broken part size', JSON.stringify({ v: 1, size: 0.5, parts: [{ key: 'a', size: 0.5 }] })],
  ['a nameless object', JSON.stringify({ v: 1, size: 1, parts: [{ key: '', size: 1 }] })],
  [
    'too many parts',
    JSON.stringify({ v: 1, size: 0, parts: new Array(MAX_MANIFEST_PARTS + 1).fill({ key: 'a', size: 0 }) }),
  ],
  ['nothing', 'null'],
])('%s is no manifest', (_, json) => {
  expect(parseManifest(json)).toBeUndefined();
});
