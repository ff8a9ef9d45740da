/** Two texts line by line, as runs. Pure. */
import { diffLines } from 'diff';
import type { DiffRun } from './service.ts';

/** Lines that may differ before two texts count as wholly different: the comparison's cost is the square of it. */
const MAX_EDITS = 3_000;

/** Lines without their ends; the end of the last line begins no line of its own. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

export function differenceOf(before: string, after: string): DiffRun[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', lines: linesOf(before) }];
  const changes = diffLines(before, after, { maxEditLength: MAX_EDITS });
  if (!changes)
    return [
      { kind: 'removed', lines: linesOf(before) },
      { kind: 'added', lines: linesOf(after) },
    ];
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    lines: linesOf(value),
  }));
}
