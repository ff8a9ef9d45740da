/** Which differences of a soak are the client's own, by its log. */
import { expect, it } from 'vitest';
import { heldFoldersIn, isBelow } from './held-folders.ts';

const isConflict = (file: string): boolean => file.includes(' (conflicted copy ');
const gone = (file: string) => `[ info ]:\tFile "${file}" is not anymore on server. Going to delete it locally.\n`;
const started = (act: string, file: string) =>
  `[ info ]:\tStarting CSyncEnums::CSYNC_INSTRUCTION_${act} propagation of "${file}" by OCC::PropagateJob(0x1)\n`;
const failed = (file: string) =>
  `[ warning ]:\tCould not complete propagation of "${file}" by OCC::PropagateRemoteMkdir(0x1) with status OCC::SyncFileItem::NormalError and error: "x"\n`;
const PASS = '#### Discovery start ####\n';
const whole = PASS + gone('a/p') + started('IGNORE', 'a/p/x (conflicted copy 1).txt') + failed('a/p/q');

it('a folder is held where the log says all of it in one pass', () => {
  expect([...heldFoldersIn(whole, isConflict).held]).toEqual(['a/p']);
  const without = (part: string) => [...heldFoldersIn(whole.replace(part, ''), isConflict).held];
  for (const part of [gone('a/p'), started('IGNORE', 'a/p/x (conflicted copy 1).txt'), failed('a/p/q')])
    expect(without(part)).toEqual([]);
  expect([...heldFoldersIn(whole + started('NEW', 'a/p'), isConflict).held]).toEqual([]);
  expect([...heldFoldersIn(whole.replace(failed('a/p/q'), PASS + failed('a/p/q')), isConflict).held]).toEqual([]);
});

it('the moves that the client found are read, and a path below a folder differs from one beside it', () => {
  const { renames } = heldFoldersIn('Rename detected (up)  "b/f"  ->  "a/p/q/f"\n', isConflict);
  expect([...renames]).toEqual([['b/f', 'a/p/q/f']]);
  const held = new Set(['a/p']);
  expect(['a/p/', 'a/p/q/f', 'a/pq', 'a'].map((file) => isBelow(file, held))).toEqual([true, true, false, false]);
});
