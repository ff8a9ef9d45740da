/**
 * A search as a person writes it, taken apart: words, phrases in quotes, and operators. Chips, typed operators and calls of programs
 * all mean what this says. Pure; unknown operators are words. Callers bound the text.
 */

import { makeZoneOffset } from '#shared/content/zone-offset.ts';
import { mimeOf } from '#shared/drive/file-kind.ts';
import type { Kind } from '#shared/drive/kinds.ts';
import { OPERATOR_PATTERN, type Operator, QUOTES } from './operators.ts';

/** A word, or several in their order. */
export interface QueryTerm {
  readonly text: string;
  readonly isPhrase: boolean;
}

/** A day of a calendar, without a time zone. Months are 1 to 12. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Conditions beside the words; empty lists and nulls ask for nothing. */
export interface QueryFilters {
  readonly kinds: readonly Kind[];
  /** Without the point, lower case. A file has one of them, or one of the kinds. */
  readonly extensions: readonly string[];
  /** Changed before the first moment of this day. */
  readonly before: CalendarDay | null;
  /** Changed on this day or later. */
  readonly after: CalendarDay | null;
  /** Files with more bytes. */
  readonly larger: number | null;
  readonly smaller: number | null;
  /** Names of folders, or the end of a path with `/`; it is in one of them, however deep. */
  readonly folders: readonly string[];
  /** Parts of names of people who sent it. */
  readonly senders: readonly string[];
  readonly isStarred: boolean;
  readonly isShared: boolean;
}

/** Why a value means nothing. */
export type QueryProblem = 'empty' | 'type' | 'date' | 'size' | 'is';

/** An operator in the text of a search. */
export interface QueryToken {
  readonly operator: Operator;
  /** Without quotes. */
  readonly value: string;
  /** Where it is in the text, as of `slice`. */
  readonly from: number;
  readonly to: number;
  readonly problem: QueryProblem | null;
}

export interface FindQuery {
  readonly terms: readonly QueryTerm[];
  readonly filters: QueryFilters;
  readonly tokens: readonly QueryToken[];
}

/** Operators of one search that count, and of those that are looked up in the drive; others are words. */
const MAX_TOKENS = 32;
const MAX_LOOKED_UP = 4;
/** Quotes that may begin a phrase; others are letters. Each is looked for its end. */
const MAX_QUOTES = 32;

const KIND_WORDS: Readonly<Record<string, Kind>> = {
  folder: 'folder',
  folders: 'folder',
  directory: 'folder',
  image: 'image',
  images: 'image',
  picture: 'image',
  pictures: 'image',
  photo: 'image',
  photos: 'image',
  video: 'video',
  videos: 'video',
  film: 'video',
  films: 'video',
  movie: 'video',
  movies: 'video',
  audio: 'audio',
  music: 'audio',
  sound: 'audio',
  document: 'document',
  documents: 'document',
  doc: 'document',
  text: 'document',
  archive: 'archive',
  archives: 'archive',
  other: 'other',
};

const STEP = 1024;
const UNITS: Readonly<Record<string, number>> = {
  b: 1,
  byte: 1,
  bytes: 1,
  б: 1,
  ...Object.fromEntries(
    ['k|kb|kib|к|кб', 'm|mb|mib|м|мб', 'g|gb|gib|г|гб', 't|tb|tib|т|тб'].flatMap((names, at) =>
      names.split('|').map((name) => [name, STEP ** (at + 1)]),
    ),
  ),
};
const UNIT_NAMES = Object.keys(UNITS)
  .toSorted((a, b) => b.length - a.length)
  .join('|');
const SIZE = new RegExp(`^(\\d{1,15}(?:[.,]\\d{1,6})?)\\s*(${UNIT_NAMES})$`, 'u');
/** A unit after a space: `larger:1.5 GB`. */
const LATER_UNIT = new RegExp(`\\s+(?:${UNIT_NAMES})(?!\\S)`, 'iuy');
const NUMBER = /^\d+(?:[.,]\d+)?$/;

const plain = (value: string): string => value.normalize('NFKC').trim().toLowerCase();

/** Bytes; null for what is no size with a unit. */
export function sizeOf(value: string): number | null {
  const [, number = '', unit = ''] = SIZE.exec(plain(value)) ?? [];
  const bytes = Math.round(Number(number.replace(',', '.')) * (UNITS[unit] ?? Number.NaN));
  return number !== '' && Number.isSafeInteger(bytes) ? bytes : null;
}

/** Year first with any sign between, or day first with points: other orders mean different days in different countries. */
const YEAR_FIRST = /^(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月)?|年)?$/;
const DAY_FIRST = /^(?:(\d{1,2})\.)?(\d{1,2})\.(\d{4})$/;
const KOREAN = /^(\d{4})년\s*(?:(\d{1,2})월\s*(?:(\d{1,2})일)?)?$/;

/** The first day of a year, a month or the day itself; null for what is none. */
export function dayOf(value: string): CalendarDay | null {
  const text = plain(value);
  const [, year, month = '1', day = '1'] = YEAR_FIRST.exec(text) ?? KOREAN.exec(text) ?? [];
  if (year !== undefined) return realDay(Number(year), Number(month), Number(day));
  const [, first = '1', second, last] = DAY_FIRST.exec(text) ?? [];
  return last === undefined ? null : realDay(Number(last), Number(second), Number(first));
}

/** The first moment of a day, epoch ms. @param timeZone  a name that `Intl` has */
export function dayStartMs({ year, month, day }: CalendarDay, timeZone: string): number {
  const offset = makeZoneOffset(timeZone);
  const localMs = Date.UTC(year, month - 1, day);
  const guessMs = localMs - offset(localMs);
  // Clocks may change between the two.
  return localMs - offset(guessMs);
}

function realDay(year: number, month: number, day: number): CalendarDay | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = year >= 1 && at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? { year, month, day } : null;
}

const EXTENSION = /^\.?([a-z0-9]{1,8})$/;
const UNKNOWN_MIME = mimeOf('');

/** A kind, or an extension that stands for a type of file. */
function typeOf(value: string): { kind: Kind } | { extension: string } | null {
  const text = plain(value);
  const kind = Object.hasOwn(KIND_WORDS, text) ? KIND_WORDS[text] : undefined;
  if (kind) return { kind };
  const extension = EXTENSION.exec(text)?.[1];
  return extension !== undefined && mimeOf(`a.${extension}`) !== UNKNOWN_MIME ? { extension } : null;
}

const STATES: Readonly<Record<string, 'isStarred' | 'isShared'>> = {
  starred: 'isStarred',
  star: 'isStarred',
  shared: 'isShared',
};

interface Draft {
  kinds: Kind[];
  extensions: string[];
  before: CalendarDay | null;
  after: CalendarDay | null;
  larger: number | null;
  smaller: number | null;
  folders: string[];
  senders: string[];
  isStarred: boolean;
  isShared: boolean;
}

const dayNumber = ({ year, month, day }: CalendarDay): number => year * 10_000 + month * 100 + day;

/** Narrows the filters. @returns why it cannot */
function apply(draft: Draft, operator: Operator, value: string): QueryProblem | null {
  if (value === '') return 'empty';
  switch (operator) {
    case 'type': {
      const type = typeOf(value);
      if (!type) return 'type';
      if ('kind' in type) draft.kinds.push(type.kind);
      else draft.extensions.push(type.extension);
      return null;
    }
    case 'before': {
      const day = dayOf(value);
      if (!day) return 'date';
      if (!draft.before || dayNumber(day) < dayNumber(draft.before)) draft.before = day;
      return null;
    }
    case 'after': {
      const day = dayOf(value);
      if (!day) return 'date';
      if (!draft.after || dayNumber(day) > dayNumber(draft.after)) draft.after = day;
      return null;
    }
    case 'larger': {
      const bytes = sizeOf(value);
      if (bytes === null) return 'size';
      draft.larger = Math.max(bytes, draft.larger ?? 0);
      return null;
    }
    case 'smaller': {
      const bytes = sizeOf(value);
      if (bytes === null) return 'size';
      draft.smaller = Math.min(bytes, draft.smaller ?? bytes);
      return null;
    }
    case 'in':
      draft.folders.push(value);
      return null;
    case 'from':
      draft.senders.push(value);
      return null;
    case 'is': {
      const text = plain(value);
      const state = Object.hasOwn(STATES, text) ? STATES[text] : undefined;
      if (!state) return 'is';
      draft[state] = true;
      return null;
    }
  }
}

/** The value without its quotes. */
function bare(value: string): string {
  const closers: string | undefined = QUOTES[value[0] as keyof typeof QUOTES];
  const isQuoted = value.length > 1 && closers?.includes(value.at(-1) ?? '');
  return (isQuoted ? value.slice(1, -1) : value).trim();
}

const OPERATOR = new RegExp(`${OPERATOR_PATTERN}(?!\\S)`, 'iy');
const isLookedUp = (operator: Operator): boolean => operator === 'in' || operator === 'from';
const WORD = /\S+/y;
const SPACE = /\s*/y;

/** Where a phrase that begins here ends; -1 where none does: a quote may be a part of a name. */
function phraseEnd(text: string, from: number): number {
  const closers: string | undefined = QUOTES[text[from] as keyof typeof QUOTES];
  if (closers === undefined) return -1;
  for (let at = from + 1; at < text.length; at += 1)
    if (closers.includes(text[at] ?? '') && (at + 1 === text.length || /\s/.test(text[at + 1] ?? ''))) return at;
  return -1;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

export function parseQuery(text: string): FindQuery {
  const terms: QueryTerm[] = [];
  const tokens: QueryToken[] = [];
  const draft: Draft = {
    kinds: [],
    extensions: [],
    before: null,
    after: null,
    larger: null,
    smaller: null,
    folders: [],
    senders: [],
    isStarred: false,
    isShared: false,
  };
  let quotes = 0;
  /** The operator of a match that counts. */
  const counted = (match: RegExpExecArray | null): Operator | null => {
    const operator = match ? ((match[1] ?? '').toLowerCase() as Operator) : null;
    if (operator === null || tokens.length >= MAX_TOKENS) return null;
    const isOver = tokens.filter((token) => token.operator === operator).length >= MAX_LOOKED_UP;
    return isLookedUp(operator) && isOver ? null : operator;
  };
  for (let at = 0; at < text.length; ) {
    at += matchAt(SPACE, text, at)?.[0].length ?? 0;
    if (at >= text.length) break;
    const found = matchAt(OPERATOR, text, at);
    const operator = counted(found);
    if (found && operator) {
      let to = at + found[0].length;
      let value = bare(found[2] ?? '');
      const isSize = (operator === 'larger' || operator === 'smaller') && NUMBER.test(plain(value));
      const unit = isSize ? matchAt(LATER_UNIT, text, to) : null;
      if (unit) {
        to += unit[0].length;
        value += ` ${unit[0].trim()}`;
      }
      tokens.push({ operator, value, from: at, to, problem: apply(draft, operator, value) });
      at = to;
      continue;
    }
    const isQuote = Object.hasOwn(QUOTES, text[at] ?? '');
    if (isQuote) quotes += 1;
    const end = isQuote && quotes <= MAX_QUOTES ? phraseEnd(text, at) : -1;
    const phrase =
      end < 0
        ? ''
        : text
            .slice(at + 1, end)
            .trim()
            .replace(/\s+/g, ' ');
    if (phrase !== '') {
      terms.push({ text: phrase, isPhrase: true });
      at = end + 1;
      continue;
    }
    const word = matchAt(WORD, text, at)?.[0] ?? '';
    terms.push({ text: word, isPhrase: false });
    at += word.length;
  }
  return { terms, filters: draft, tokens };
}

/** A search without its operators and quotes. */
export function plainText(text: string): string {
  return parseQuery(text)
    .terms.map((term) => term.text)
    .join(' ');
}

/** Whether the filters narrow anything. */
export function hasFilters(filters: QueryFilters): boolean {
  return Object.values(filters).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== null && value !== false,
  );
}

/** The first operator whose value means nothing. */
export function problemOf({ tokens }: FindQuery): QueryToken | null {
  return tokens.find(({ problem }) => problem !== null) ?? null;
}

/** The text without a token, or with another in its place. */
export function replaceToken(text: string, token: Pick<QueryToken, 'from' | 'to'>, by = ''): string {
  return `${text.slice(0, token.from)}${by}${text.slice(token.to)}`.replace(/\s+/g, ' ').trim();
}

/** As it is typed: with quotes where the value has several words. */
export function tokenText(operator: Operator, value: string): string {
  return `${operator}:${/[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`;
}
