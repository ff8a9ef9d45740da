/** Two texts line by line, as runs. Pure. */
import { diffLines } from 'diff';
import type { DiffRun } from './service.ts';

/** Limit of differing lines; beyond it two texts count as entirely different. The cost grows with its square. */
const MAX_EDITS = 3_000;

/** Lines without line ends; a final line end starts no further line. */
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
