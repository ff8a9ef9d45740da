/** Ends of lines: a field of a page has one kind, and a file keeps its own. Pure. */

export type LineEnd = '\n' | '\r\n' | '\r';

/** The end of most lines; a file without lines gets that of most systems. */
export function lineEndOf(text: string): LineEnd {
  const both = text.split('\r\n').length - 1;
  const feeds = text.split('\n').length - 1 - both;
  const returns = text.split('\r').length - 1 - both;
  if (both > feeds && both >= returns) return '\r\n';
  return returns > feeds ? '\r' : '\n';
}

export function withLineEnds(text: string, end: LineEnd): string {
  return text.replace(/\r\n|\r|\n/g, end);
}
