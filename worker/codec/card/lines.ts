/** Breaks a text into lines of a width. Pure: widths come from the caller. */

const ELLIPSIS = '\u2026';

export interface LineLimits {
  /** Width of a text, px. */
  readonly measure: (text: string) => number;
  readonly width: number;
  readonly maxLines: number;
  readonly locale: string;
}

/** The longest start of `parts` that fits, found by halves. @returns how many */
function fitting(parts: readonly string[], fits: (text: string) => boolean): number {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(parts.slice(0, middle).join('').trimEnd())) low = middle;
    else high = middle - 1;
  }
  return low;
}

function segmentsOf(text: string, granularity: 'word' | 'grapheme', locale: string): string[] {
  return Array.from(new Intl.Segmenter(locale, { granularity }).segment(text), ({ segment }) => segment);
}

/** Between segments, and inside a word that is longer than a line. A rest that does not fit in the last line ends with an ellipsis. */
export function linesOf(text: string, { measure, width, maxLines, locale }: LineLimits): string[] {
  const fits = (line: string): boolean => measure(line) <= width;
  const lines: string[] = [];
  let rest = text.trim();
  while (rest !== '' && lines.length < maxLines) {
    if (lines.length === maxLines - 1 && !fits(rest)) {
      const letters = segmentsOf(rest, 'grapheme', locale);
      const count = fitting(letters, (start) => fits(start + ELLIPSIS));
      lines.push(letters.slice(0, count).join('').trimEnd() + ELLIPSIS);
      return lines;
    }
    const segments = segmentsOf(rest, 'word', locale);
    let count = fitting(segments, fits);
    // No closing mark begins a line.
    while (count > 1 && count < segments.length && /^[\p{Pe}\p{Pf}\p{Po}]/u.test(segments[count] ?? '')) count -= 1;
    let line = segments.slice(0, count).join('');
    if (line === '') {
      const letters = segmentsOf(rest, 'grapheme', locale);
      line = letters.slice(0, Math.max(1, fitting(letters, fits))).join('');
    }
    lines.push(line.trimEnd());
    rest = rest.slice(line.length).trimStart();
  }
  return lines;
}

/** Whether the rest of a text is missing. */
export function isCut(lines: readonly string[]): boolean {
  return lines.at(-1)?.endsWith(ELLIPSIS) === true;
}

/** Halvings of the width while lines are balanced. */
const BALANCE_STEPS = 4;

/** As `linesOf`, with lines of nearly the same width: no word is alone in the last one. A text that is cut stays as it is. */
export function balancedLinesOf(text: string, limits: LineLimits): string[] {
  let best = linesOf(text, limits);
  if (best.length < 2 || isCut(best)) return best;
  let [low, high] = [limits.width / 2, limits.width];
  for (let step = 0; step < BALANCE_STEPS; step += 1) {
    const width = (low + high) / 2;
    const lines = linesOf(text, { ...limits, width });
    const isWhole = lines.length === best.length && !isCut(lines);
    if (isWhole) [best, high] = [lines, width];
    else low = width;
  }
  return best;
}
