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

/** Letters of a name, and at which of them a word may begin. */
export interface Places {
  readonly letters: readonly string[];
  readonly isStart: readonly boolean[];
}

/** Steps of comparing that are left. Each is a letter of a word beside one of a name, so that a bound is the same on every machine. */
export interface Work {
  left: number;
}

const SIGN = 0;
const DIGIT = 1;
const OTHER_LETTER = 2;
const UNSPACED_LETTER = 3;

function kindOf(letter: string): number {
  if (letter < '\u0080')
    return letter >= '0' && letter <= '9' ? DIGIT : letter >= 'a' && letter <= 'z' ? OTHER_LETTER : SIGN;
  if (!LETTER.test(letter)) return SIGN;
  return DIGITS.test(letter) ? DIGIT : UNSPACED.test(letter) ? UNSPACED_LETTER : OTHER_LETTER;
}

/** @param key  of the name, for finding */
export function placesOf(key: string): Places {
  const letters = [...key];
  let before = SIGN;
  const isStart = letters.map((letter) => {
    const kind = kindOf(letter);
    const begins = kind !== SIGN && (kind !== before || kind === UNSPACED_LETTER);
    before = kind;
    return begins;
  });
  return { letters, isStart };
}

/** The fewest errors with which a word begins a word of a name, wherever it ends; null for more than it may have. */
export function nearness(word: string, { letters, isStart }: Places, work: Work = { left: 0 }): number | null {
  const wanted = [...word];
  const most = errorsOf(word);
  const far = most + 1;
  const size = wanted.length + 1;
  // Errors of the first letters of the word against the name up to a letter, for this letter and the two before it.
  let earlier = new Uint8Array(size).fill(far);
  let last = new Uint8Array(size).fill(far);
  let now = new Uint8Array(size);
  let best = far;
  // Pass 0 stands before the first letter.
  for (let at = 0; at <= letters.length; at += 1) {
    now[0] = isStart[at] ? 0 : Math.min(far, (last[0] ?? far) + 1);
    for (let n = 1; n < size; n += 1) {
      const isSame = wanted[n - 1] === letters[at - 1];
      const above = now[n - 1] ?? far;
      let errors = Math.min(above + 1, (last[n] ?? far) + 1, (last[n - 1] ?? far) + (isSame ? 0 : 1));
      const isTurned = n > 1 && at > 1 && wanted[n - 1] === letters[at - 2] && wanted[n - 2] === letters[at - 1];
      if (isTurned) errors = Math.min(errors, (earlier[n - 2] ?? far) + 1);
      now[n] = Math.min(errors, far);
    }
    best = Math.min(best, now[wanted.length] ?? far);
    [earlier, last, now] = [last, now, earlier];
  }
  work.left -= letters.length * wanted.length;
  return best > most ? null : best;
}
