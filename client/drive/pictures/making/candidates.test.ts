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
  name: 'file',
};
const source = (row: Partial<Record<keyof typeof ROW, unknown>>) => sourceOf({ ...ROW, ...row } as unknown as DriveRow);

it('a PDF and a HEIC that the server has no image of are drawn in the frame, up to a size', () => {
  expect(source({ mime: 'application/pdf' })).toBe('pdf-page');
  expect(source({ mime: 'application/pdf', sizeBytes: 33 * MIB })).toBeNull();
  expect(source({ mime: 'image/heic', category: 'IMAGE' })).toBe('heic');
  expect(source({ mime: 'image/heif', category: 'IMAGE', image: '/t/a' })).toBeNull();
});

it('a picture whose link answers no image is made here', () => {
  const row = { ...ROW, mime: 'image/heic', category: 'IMAGE', image: '/t/a' } as unknown as DriveRow;
  expect([sourceOf(row), sourceOf(row, true)]).toEqual([null, 'heic']);
});

it('office documents, texts and code are drawn in the frame, texts of any size', () => {
  expect(source({ name: 'letter.docx' })).toBe('docx-page');
  expect(source({ name: 'letter.docx', sizeBytes: 33 * MIB })).toBeNull();
  expect(source({ name: 'budget.xlsx' })).toBe('xlsx-page');
  expect(
    source({ name: 'deck', mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' }),
  ).toBe('pptx-page');
  expect(source({ name: 'notes.md', sizeBytes: 33 * MIB })).toBe('markdown-page');
  expect(source({ name: 'main.py', category: 'TEXT' })).toBe('code-page');
});

it('archives and unfinished documents have no image', () => {
  expect(source({ name: 'all.zip', category: 'ARCHIVE' })).toBeNull();
  expect(source({ mime: 'application/pdf', phase: 'PHASE_TYPE_PENDING' })).toBeNull();
});
