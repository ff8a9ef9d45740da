import { expect, test } from 'vitest';
import { restoreStatusOf } from './restore-status.ts';

test.each([
  ['RESTORE_COMPLETE', 'RESTORE_COMPLETE'],
  ['RESTORE_START', 'RESTORE_START'],
  ['success', 'RESTORE_COMPLETE'],
  ['init', 'RESTORE_START'],
  ['toget', 'RESTORE_START'],
  ['', 'RESTORE_UNKNOWN'],
  ['constructor', 'RESTORE_UNKNOWN'],
  ['anything', 'RESTORE_UNKNOWN'],
])('the status %j of a save is read as %s', (text, status) => {
  expect(restoreStatusOf(text)).toBe(status);
});
