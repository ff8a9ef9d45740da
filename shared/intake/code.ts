/**
 * Takes a code out of what people paste: the code itself in any spelling, or the message that it came in. Pure.
 * The run behind a label ("passcode", 提取码, код) counts first, then the one behind a colon, then any. Letter case stays.
 */
import { endsWithColon, endsWithLabel, isSentenceWord } from './labels.ts';
import { plainText } from './plain-text.ts';

/** The form of a kind of codes. */
export interface CodeShape {
  /** The code that a run of ASCII letters and digits is; '' for none. */
  readonly read: (run: string) => string;
  /** Longest code, without what divides its groups. */
  readonly maxChars: number;
  /** Every code has the same length, so that groups of it are recognised inside of a sentence. */
  readonly isFixed: boolean;
}

export interface TakenCode {
  /** '' for none. Of several the likeliest: for the field, not for a try. */
  readonly code: string;
  /** It is the only one that the text can mean. */
  readonly isSure: boolean;
}

const NONE: TakenCode = { code: '', isSure: false };

interface Run {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Candidate {
  readonly code: string;
  readonly start: number;
  /** 0 for a single run. */
  readonly seams: number;
}

/** A word with a letter outside of ASCII is no code; letters of scripts that need no blanks end a run. */
const RUN = /[\p{Script=Latin}\p{M}0-9]+/gu;
const ASCII_RUN = /^[A-Za-z0-9]+$/;
/** Divides groups of one code. */
const SEAM = /^ ?[\p{Pd}_.·]? ?$/u;
const WORD = /[!-~]+/g;
/** Where an address in a word ends: none of ours has one of these. */
const ADDRESS_END = /[,;'"()<>{}|\\^`]/;

/** Longest scheme that is looked for. */
const MAX_SCHEME_CHARS = 12;

/** The text with its addresses blanked, which hold runs that look like codes. */
function withoutAddresses(text: string): string {
  return text.replace(WORD, (word) => {
    const scheme = word.indexOf('://');
    if (scheme === -1) return /\w@\w|^[\w-]+(?:\.[\w-]+)+[/?]/.test(word) ? '\n' : word;
    const before = Math.max(0, scheme - MAX_SCHEME_CHARS);
    const start = before + Math.max(0, word.slice(before, scheme).search(/[A-Za-z][A-Za-z0-9+.-]{0,12}$/));
    const rest = word.slice(scheme);
    const end = rest.search(ADDRESS_END);
    return `${word.slice(0, start)}\n${end === -1 ? '' : rest.slice(end)}`;
  });
}

function runsOf(text: string): Run[] {
  return Array.from(text.matchAll(RUN), ({ 0: run, index }) => ({ start: index, end: index + run.length, text: run }));
}

/** Runs that only blanks, dashes and dots divide. A run that is a code, or no ASCII, ends a chain. */
function chainsOf(text: string, runs: readonly Run[], { read }: CodeShape): Run[][] {
  const chains: Run[][] = [];
  let end = -1;
  for (const run of runs) {
    const isPart = ASCII_RUN.test(run.text) && read(run.text) === '';
    const isNext = isPart && end !== -1 && SEAM.test(text.slice(end, run.start));
    if (isNext) chains.at(-1)?.push(run);
    else if (isPart) chains.push([run]);
    end = isPart ? run.end : -1;
  }
  return chains;
}

/** The code of some runs of a chain; blanks between them weigh more than dashes. */
function joinedCode(text: string, runs: readonly Run[], { read }: CodeShape): Candidate[] {
  const code = read(runs.map((run) => run.text).join(''));
  const [first] = runs;
  if (code === '' || !first || runs.length === 1) return [];
  const between = text.slice(first.start, runs.at(-1)?.end);
  return [{ code, start: first.start, seams: runs.length + (between.includes(' ') ? runs.length : 0) }];
}

const isCountable = ({ text }: Run): boolean => text.length === 1 || /^[0-9]+$/.test(text);

/** Codes in groups. One of any length is joined from digits and single letters alone, or where nothing else is there. */
function joinedCodes(text: string, runs: readonly Run[], shape: CodeShape): Candidate[] {
  return chainsOf(text, runs, shape).flatMap((chain) => {
    if (!shape.isFixed) {
      const first = chain.length === runs.length ? 0 : chain.findIndex(isCountable);
      const rest = first === -1 ? [] : chain.slice(first);
      const end = chain.length === runs.length ? -1 : rest.findIndex((run) => !isCountable(run));
      return joinedCode(text, end === -1 ? rest : rest.slice(0, end), shape);
    }
    const ends = chain.map((run) => run.text.length);
    return chain.flatMap((_, first) => {
      let chars = 0;
      let last = first;
      while (chars < shape.maxChars && last < chain.length) chars += ends[last++] ?? 0;
      return chars === shape.maxChars ? joinedCode(text, chain.slice(first, last), shape) : [];
    });
  });
}

/** 0: behind a label, 1: behind a colon, 2: anywhere. */
function placeOf(text: string, { start }: Candidate): number {
  const before = text.slice(0, start);
  if (endsWithLabel(before)) return 0;
  return endsWithColon(before) ? 1 : 2;
}

const hasDigit = (code: string): boolean => /[0-9]/.test(code);

interface FoundCode extends TakenCode {
  /** The text is the code, or names it by a label or a colon. */
  readonly isNamed: boolean;
}

function findCode(pasted: string, shape: CodeShape): FoundCode {
  const plain = plainText(pasted);
  const whole = shape.read(plain);
  if (whole !== '') return { code: whole, isSure: true, isNamed: true };
  const text = withoutAddresses(plain);
  const runs = runsOf(text);
  const singles = runs.flatMap(({ text: run, start }) => {
    const code = ASCII_RUN.test(run) ? shape.read(run) : '';
    return code === '' ? [] : [{ code, start, seams: 0, isWord: isSentenceWord(run) }];
  });
  const named = singles.filter(({ isWord }) => !isWord);
  const all: readonly Candidate[] = [...named, ...joinedCodes(text, runs, shape)];
  const candidates = all.length > 0 ? all : singles;
  const placed = candidates.map((one) => ({ ...one, place: placeOf(text, one) }));
  const best = Math.min(...placed.map(({ place }) => place));
  const nearest = placed.filter(({ place }) => place === best);
  const fewest = Math.min(...nearest.map(({ seams }) => seams));
  const left = nearest.filter(({ seams }) => seams === fewest);
  if (left.length === 0) return { ...NONE, isNamed: false };
  const isSure = new Set(left.map(({ code }) => code)).size === 1;
  const likely = best === 2 ? left.toReversed() : left;
  return { code: (likely.find(({ code }) => hasDigit(code)) ?? likely[0])?.code ?? '', isSure, isNamed: best < 2 };
}

/** @param pasted  a code, or a text around one; read up to `MAX_PASTED_CHARS` */
export function takeCode(pasted: string, shape: CodeShape): TakenCode {
  const { code, isSure } = findCode(pasted, shape);
  return { code, isSure };
}

/** The one code that a text names by a label or a colon, or that it is; '' for none. A word that only has the form of a code is none. */
export function takeNamedCode(pasted: string, shape: CodeShape): string {
  const { code, isSure, isNamed } = findCode(pasted, shape);
  return isSure && isNamed ? code : '';
}
