import { expect, it } from 'vitest';
import { readProgress } from './task-row.ts';

const sent = { id: 'a', progress: 3, doneBytes: 5, bytesPerSecond: 7 };

it('a message about the progress of a task is read', () => {
  expect(readProgress({ kind: 'drive#taskProgress', ...sent, more: 1 })).toEqual(sent);
});

it.each([
  [{ kind: 'drive#other', ...sent }],
  [{ kind: 'drive#taskProgress', ...sent, id: 1 }],
  [{ kind: 'drive#taskProgress', ...sent, progress: '3' }],
  [{}],
])('the message %j is none about progress', (message) => {
  expect(readProgress(message)).toBeNull();
});
