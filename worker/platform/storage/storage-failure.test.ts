import { expect, test } from 'vitest';
import { STORAGE_LOST, STORAGE_NEWER, storageFailureOf } from './storage-failure.ts';

test.each([
  ['database or disk is full: SQLITE_FULL', 'storage_full'],
  ['database disk image is malformed', 'data_loss'],
  // As the runtime passes errors of objects on.
  [`Error: ${STORAGE_LOST}`, 'data_loss'],
  [`Error: ${STORAGE_NEWER}`, 'unavailable'],
  ['no such column: shape', null],
])('%s is %s', (message, name) => {
  expect(storageFailureOf(new Error(message))).toBe(name);
});
