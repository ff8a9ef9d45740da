import { expect, it } from 'vitest';
import { MIB, TIB } from '#shared/units.ts';
import { hashProgress, listFits, missingParts, ownPartBytes, partBytesOf, partCount, partFits } from './rules.ts';

it('grow with the file so that no file has more than 9,000 parts', () => {
  expect(partBytesOf(1, 8 * MIB)).toBe(8 * MIB);
  expect(partBytesOf(150_000, 65_536)).toBe(65_536);
  expect(partBytesOf(9_000 * 8 * MIB, 8 * MIB)).toBe(8 * MIB);
  expect(partBytesOf(9_000 * 8 * MIB + 1, 8 * MIB)).toBe(9 * MIB);
  expect(partCount(5 * TIB, partBytesOf(5 * TIB, 8 * MIB))).toBeLessThanOrEqual(9_000);
});

it('part sizes are exact: the last part is the rest, and there is none behind it', () => {
  expect([0, 1, 2, 3, 4, 1.5].map((part) => ownPartBytes(25, 10, part))).toEqual([null, 10, 10, 5, null, null]);
  expect(ownPartBytes(20, 10, 2)).toBe(10);
  expect(ownPartBytes(0, 10, 1)).toBeNull();
});

const s3 = { protocol: 's3' as const, sizeBytes: 100, partBytes: 10 };

it.each([
  [{ part: 1, sizeBytes: 100 }, 0, { ok: true }],
  [{ part: 10_000, sizeBytes: 1 }, 99, { ok: true }],
  [{ part: 10_001, sizeBytes: 1 }, 0, { ok: false, reason: 'part_number' }],
  [{ part: 0, sizeBytes: 1 }, 0, { ok: false, reason: 'part_number' }],
  [{ part: Number.NaN, sizeBytes: 1 }, 0, { ok: false, reason: 'part_number' }],
  [{ part: 1, sizeBytes: 0 }, 0, { ok: false, reason: 'part_size' }],
  [{ part: 1, sizeBytes: 1 }, 100, { ok: false, reason: 'sum_over_size' }],
])('the S3-style protocol decides on part %j beside %i bytes: %j', (given, others, decision) => {
  expect(partFits(s3, given, others)).toEqual(decision);
});

const stored = new Map([
  [1, { etag: 'a', sizeBytes: 4 }],
  [5, { etag: 'b', sizeBytes: 6 }],
]);

it('a list of parts must be in order, known, and the whole size', () => {
  const [one, five] = [
    { part: 1, etag: 'a' },
    { part: 5, etag: 'b' },
  ];
  expect(listFits(10, [one, five], stored)).toEqual({ ok: true });
  expect(listFits(10, [five, one], stored)).toEqual({ ok: false, reason: 'part_order' });
  expect(listFits(10, [one, one], stored)).toEqual({ ok: false, reason: 'part_order' });
  expect(listFits(10, [one, { part: 5, etag: 'a' }], stored)).toEqual({ ok: false, reason: 'part_unknown' });
  expect(listFits(10, [one], stored)).toEqual({ ok: false, reason: 'incomplete' });
  expect(listFits(10, [], stored)).toEqual({ ok: false, reason: 'incomplete' });
});

it('lists the parts that our own protocol still lacks', () => {
  expect(missingParts(25, 10, [{ part: 2, sizeBytes: 10 }])).toEqual([1, 3]);
});

it('keeps 100 percent for the end of hashing', () => {
  expect([hashProgress(0, 0), hashProgress(16 * MIB, 1), hashProgress(16 * MIB, 2)]).toEqual([0, 50, 99]);
});
