import { expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { ARCHIVE_ERRORS, ArchiveFailed, reasonOf } from './failed.ts';

it.each([
  ['archive_bytes_per_day', 'day_limit'],
  ['upload_sessions', 'busy'],
])('a run that meets the limit %s ends with the reason %s', (reason, ended) => {
  expect(reasonOf(new AppError('resource_exhausted', { reason }))).toBe(ended);
});

it('a run ends with the reason of its archive, and with none for an unexpected error', () => {
  expect(reasonOf(new ArchiveFailed('damaged'))).toBe('damaged');
  expect(reasonOf(new AppError('file_not_found'))).toBe('not_found');
  expect(reasonOf(new Error('x'))).toBeNull();
});

it.each([
  'zip_too_many_files',
  'file_count_limit',
  'deleted_space_not_free',
  'storage_full',
  'file_space_not_enough',
  'file_too_large',
] as const)('a task that meets %s ends with that name', (name) => {
  expect(ARCHIVE_ERRORS[reasonOf(new AppError(name)) ?? 'internal']).toBe(name);
});
