/** Ids of acts as clients see them: a wire id that holds the number of the act, its run and the place of a node in it. */

/** In the order of their codes: later acts have higher ids. */
const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
/** No random id begins so: these are 36 bits. */
const HEAD = 'VAAAAAA';
const RUN_DIGITS = 7;
const NUMBER_DIGITS = 8;
const PLACE_DIGITS = 4;

export interface ActPlace {
  readonly n: number;
  readonly run: number;
  /** Of the node among those of the act. */
  readonly at: number;
}

function digits(number: number, count: number): string {
  let [text, left] = ['', number];
  while (text.length < count) {
    text = (ALPHABET[left % 64] ?? '') + text;
    left = Math.floor(left / 64);
  }
  return text;
}

function numberOf(text: string): number {
  return [...text].reduce((number, digit) => number * 64 + ALPHABET.indexOf(digit), 0);
}

export function actId({ n, run, at }: ActPlace): string {
  return HEAD + digits(n, NUMBER_DIGITS) + digits(at, PLACE_DIGITS) + digits(run, RUN_DIGITS);
}

/** Null for any other id. */
export function readActId(id: string): ActPlace | null {
  const length = HEAD.length + RUN_DIGITS + NUMBER_DIGITS + PLACE_DIGITS;
  if (!id.startsWith(HEAD) || id.length !== length || [...id].some((digit) => !ALPHABET.includes(digit))) return null;
  const [place, run] = [HEAD.length + NUMBER_DIGITS, HEAD.length + NUMBER_DIGITS + PLACE_DIGITS];
  return {
    n: numberOf(id.slice(HEAD.length, place)),
    at: numberOf(id.slice(place, run)),
    run: numberOf(id.slice(run)),
  };
}
