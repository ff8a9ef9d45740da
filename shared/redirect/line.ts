/** One line of the rules' text -> words with their columns. A word may hold blanks in double quotes; ` #` begins a comment. */
import type { Problem } from '#shared/document-kind.ts';

export interface Word {
  readonly text: string;
  /** Counted from 1. */
  readonly column: number;
}

/** Thrown while a line is read; the document collects them. */
export class LineError extends Error {
  readonly column: number;
  constructor(column: number, message: string) {
    super(message);
    this.column = column;
  }
}

export function problemOf(error: LineError, line: number): Problem {
  return { line, column: error.column, message: error.message };
}

/** @throws LineError for a quotation that does not end */
export function wordsOf(line: string): Word[] {
  const found: Word[] = [];
  let at = 0;
  while (at < line.length) {
    if (/\s/.test(line[at] ?? '')) {
      at += 1;
      continue;
    }
    if (line[at] === '#') break;
    const start = at;
    let text = '';
    let quotedAt = -1;
    for (; at < line.length && (quotedAt >= 0 || !/\s/.test(line[at] ?? '')); at += 1) {
      if (line[at] === '"') quotedAt = quotedAt < 0 ? at : -1;
      else text += line[at];
    }
    if (quotedAt >= 0) throw new LineError(quotedAt + 1, 'this quotation mark has no partner');
    found.push({ text, column: start + 1 });
  }
  return found;
}
