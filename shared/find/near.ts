/**
 * Words with errors: which names hold a word but for one letter, or two in a long word. Pure.
 * Letters that are left out, added, written for another or changed places with the next one count as one error each.
 */

/** Letters of a word that may have one error, and of one that may have two. */
const ONE_ERROR = 4;
const TWO_ERRORS = 8;
/** Longer words are compared as they are: the work grows with the length. */
const MAX_LETTERS = 40;

/** Scripts that write words without spaces between: a word may begin at any letter. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const LETTERS = /^[\p{L}\p{M}\p{N}]+$/u;
const LETTER = /[\p{L}\p{M}\p{N}]/u;
const DIGITS = /^\p{N}+$/u;

/** Errors that a word may have. Numbers have none: 2023 is not 2024. @param word  in the key for finding */
export function errorsOf(word: string): 0 | 1 | 2 {
  const letters = [...word].length;
  if (letters < ONE_ERROR || letters > MAX_LETTERS || DIGITS.test(word) || !LETTERS.test(word)) return 0;
  return letters < TWO_ERRORS ? 1 : 2;
}

/** A part that a name holds in one piece. `_` stands for any letter where `isPattern`. */
export interface Piece {
  readonly text: string;
  readonly isPattern: boolean;
}

/** A piece, and of a short one those with the letters beside it, of which a name holds at least one too. */
export interface Clue {
  readonly piece: string;
  readonly beside: readonly Piece[];
}

const swapped = (left: readonly string[], right: readonly string[]): string[] =>
  left.length === 0 || right.length === 0
    ? [...left, ...right]
    : [...left.slice(0, -1), right[0] ?? '', left.at(-1) ?? '', ...right.slice(1)];

function parts(letters: readonly string[], count: number): string[][] {
  const cuts = Array.from({ length: count + 1 }, (_, n) => Math.floor((n * letters.length) / count));
  return cuts.slice(1).map((to, n) => letters.slice(cuts[n], to));
}

const text = (letters: readonly string[]): string => letters.join('');
const piece = (letters: readonly string[], isPattern = false): Piece => ({ text: text(letters), isPattern });

/** Of two letters at the beginning: what follows them has at most one error. */
function afterTwo(first: readonly string[], [c = '', d = '']: readonly string[]): Piece[] {
  return [piece([...first, c]), piece([...first, d]), piece([...first, '_', d], true), piece([...first, '_', c], true)];
}

/** Of two letters at the end. */
function beforeTwo(before: readonly string[], last: readonly string[]): Piece[] {
  const [a = '', b = ''] = before.slice(-2);
  return [piece([b, ...last]), piece([a, ...last]), piece([a, '_', ...last], true), piece([b, '_', ...last], true)];
}

/**
 * A name that holds a word with as many errors as it may have holds one of these: of pieces one more than errors, one has none, unless two
 * letters changed places across a border. @param word  with `errorsOf` 1 or 2
 */
export function cluesOf(word: string): Clue[] {
  const letters = [...word];
  const whole = (piece: readonly string[]): Clue => ({ piece: text(piece), beside: [] });
  if (errorsOf(word) === 1) {
    const [first = [], last = []] = parts(letters, 2);
    return [
      { piece: text(first), beside: first.length === 2 ? afterTwo(first, last) : [] },
      { piece: text(last), beside: last.length === 2 ? beforeTwo(first, last) : [] },
      whole(swapped(first, last)),
    ];
  }
  const [a = [], b = [], c = []] = parts(letters, 3);
  const both = swapped(swapped(a, b), c);
  return [a, b, c, swapped(a, b), swapped(b, c), both].map(whole);
}

/** Letters of a name, and where a word may begin. */
export interface Places {
  readonly letters: readonly string[];
  readonly starts: readonly number[];
}

const kindOf = (letter: string): string => (/\p{N}/u.test(letter) ? 'digit' : 'letter');

/** @param key  of the name, for finding */
export function placesOf(key: string): Places {
  const letters = [...key];
  const starts = letters.flatMap((letter, at) => {
    if (!LETTER.test(letter)) return [];
    const before = letters[at - 1];
    const begins =
      before === undefined ||
      !LETTER.test(before) ||
      kindOf(before) !== kindOf(letter) ||
      UNSPACED.test(letter) ||
      UNSPACED.test(before);
    return begins ? [at] : [];
  });
  return { letters, starts };
}

/** The fewest errors with which a word begins a word of a name; null for more than it may have. */
export function nearness(word: string, { letters, starts }: Places): number | null {
  const wanted = [...word];
  let most: number = errorsOf(word);
  let best: number | null = null;
  for (const start of starts) {
    const errors = errorsAt(wanted, letters, start, most);
    if (errors === null) continue;
    best = errors;
    if (errors === 0) return 0;
    most = errors - 1;
  }
  return best;
}

/** Errors of a word against the letters from a place on, wherever they end. A band beside the diagonal is enough. */
function errorsAt(wanted: readonly string[], letters: readonly string[], start: number, most: number): number | null {
  const width = Math.min(wanted.length + most, letters.length - start);
  const far = most + 1;
  let before: number[] = [];
  let last = Array.from({ length: width + 1 }, (_, n) => Math.min(n, far));
  for (let n = 1; n <= wanted.length; n += 1) {
    const row = new Array<number>(width + 1).fill(far);
    row[0] = Math.min(n, far);
    let least = row[0];
    for (let m = Math.max(1, n - most); m <= Math.min(width, n + most); m += 1) {
      const isSame = wanted[n - 1] === letters[start + m - 1];
      let errors = Math.min((last[m] ?? far) + 1, (row[m - 1] ?? far) + 1, (last[m - 1] ?? far) + (isSame ? 0 : 1));
      const isTurned =
        n > 1 && m > 1 && wanted[n - 1] === letters[start + m - 2] && wanted[n - 2] === letters[start + m - 1];
      if (isTurned) errors = Math.min(errors, (before[m - 2] ?? far) + 1);
      row[m] = Math.min(errors, far);
      least = Math.min(least, errors);
    }
    if (least > most) return null;
    before = last;
    last = row;
  }
  const errors = Math.min(...last);
  return errors > most ? null : errors;
}
