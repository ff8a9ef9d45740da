import { expect, it } from 'vitest';
import type { DriveRow } from '#shared/drive/rows.ts';
import { MIB } from '#shared/units.ts';
import { sourceOf } from './candidates.ts';

const ROW = {
  image: '',
  folder: false,
  phase: 'PHASE_TYPE_COMPLETE',
  sizeBytes: 1_000,
  category: 'DOCUMENT',
  mime: '',
};
const source = (row: Partial<Record<keyof typeof ROW, unknown>>) => sourceOf({ ...ROW, ...row } as unknown as DriveRow);

it('a PDF and a HEIC that the server has no image of are drawn in the frame, up to a size', () => {
  expect(source({ mime: 'application/pdf' })).toBe('pdf');
  expect(source({ mime: 'application/pdf', sizeBytes: 33 * MIB })).toBeNull();
  expect(source({ mime: 'image/heic', category: 'IMAGE' })).toBe('heic');
  expect(source({ mime: 'image/heif', category: 'IMAGE', image: '/t/a' })).toBeNull();
});

it('a picture whose link answers no image is made here', () => {
  const row = { ...ROW, mime: 'image/heic', category: 'IMAGE', image: '/t/a' } as unknown as DriveRow;
  expect([sourceOf(row), sourceOf(row, true)]).toEqual([null, 'heic']);
});

it('other documents have no image', () => {
  expect(source({ mime: 'text/plain' })).toBeNull();
  expect(source({ mime: 'application/pdf', phase: 'PHASE_TYPE_PENDING' })).toBeNull();
});
