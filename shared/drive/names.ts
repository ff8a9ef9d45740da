/**
 * Names of files and folders: what a name may be, when two are the same, how they sort and how a copy is numbered.
 * Pure. A name that passes is kept byte for byte; the keys made here are for comparing only and are never shown.
 */

/** 255 bytes of UTF-8: what every common file system takes, so that a download keeps its name. */
export const MAX_NAME_BYTES = 255;

export type NameProblem = 'empty' | 'too_long' | 'separator' | 'control' | 'dots' | 'bad_unicode';
export type NameDecision = { ok: true } | { ok: false; reason: NameProblem };

/** Whether a file or folder may be called `name`; the first problem found when not. */
export function validateName(name: string): NameDecision {
  const reason = problemOf(name);
  return reason ? { ok: false, reason } : { ok: true };
}

function problemOf(name: string): NameProblem | undefined {
  if (name === '') return 'empty';
  // Half of a pair; `isWellFormed` is younger than some browsers.
  if (/\p{Cs}/u.test(name)) return 'bad_unicode';
  if (/[/\\]/.test(name)) return 'separator';
  if (/\p{Cc}/u.test(name)) return 'control';
  if (name === '.' || name === '..') return 'dots';
  return byteLength(name) > MAX_NAME_BYTES ? 'too_long' : undefined;
}

const encoder = new TextEncoder();

function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/**
 * The key under which two names are the same name: case-folded and in NFC, as canonical caseless matching defines it.
 * @source Unicode Standard, section 3.13, D145
 */
export function nameKey(name: string): string {
  return foldCase(name).normalize('NFC');
}

/** Case-folded and in NFD. Whole texts at once: a call may bring ten thousand names. */
function foldCase(name: string): string {
  if (/^[ -~]*$/.test(name)) return name.toLowerCase();
  return name.normalize('NFD').split('ı').map(foldPart).join('ı').normalize('NFD');
}

/** Lower, upper, lower is full case folding, but for the dotless i, which is cut out before, and the final sigma. */
function foldPart(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/** Digits a length prefix of one character can count. */
const SHORT_NUMBER_DIGITS = 8;
/** Marks over letters that alphabets sort as one letter; Cyrillic short i stays a letter of its own. */
const SORT_NEUTRAL_MARKS = /([\p{Script=Latin}\p{Script=Greek}е])[\u0300-\u036f]+/gu;

/**
 * A key whose plain byte order is the order people expect: no case, accents beside their letter, `2` before `10`.
 * Equal for some different names; order those by name or id.
 */
export function sortKey(name: string): string {
  return foldCase(name)
    .replace(SORT_NEUTRAL_MARKS, '$1')
    .normalize('NFC')
    .replace(/\d+/g, (digits) => countedNumber(digits.replace(/^0+(?=\d)/, '')));
}

/** A number led by its count of digits, so that text order is number order. */
function countedNumber(digits: string): string {
  if (digits.length <= SHORT_NUMBER_DIGITS) return `${digits.length}${digits}`;
  return `9${digits.length.toString().padStart(3, '0')}${digits}`;
}

/** A name that is too long without the end of its base; any other as it is. The extension stays. */
export function fittingName(name: string): string {
  if (byteLength(name) <= MAX_NAME_BYTES) return name;
  const { base, extension } = splitWhole(name);
  return cutToBytes(base, MAX_NAME_BYTES - byteLength(extension)) + extension;
}

/** Characters that a name that is too long has to lose, as people count them; 0 for any other. */
export function charsTooMany(name: string): number {
  return [...name].length - [...fittingName(name)].length;
}

/** A name in two pieces; `extension` has its dot, or is empty. The pieces joined are the name. */
export interface NamePieces {
  base: string;
  extension: string;
}

/**
 * Splits a file name before its last extension. A name that only starts with dots has none, and neither has one
 * whose last piece is no word of 1 to 32 characters.
 */
export function splitExtension(name: string): NamePieces {
  const extension = /[^.](\.[^.\s]{1,32})$/u.exec(name)?.[1] ?? '';
  return { base: name.slice(0, name.length - extension.length), extension };
}

/** {@link splitExtension}, with `.tar.gz` and its kind as one extension. */
function splitWhole(name: string): NamePieces {
  const outer = splitExtension(name);
  const inner = splitExtension(outer.base);
  if (inner.extension.toLowerCase() !== '.tar') return outer;
  return { base: inner.base, extension: inner.extension + outer.extension };
}

/**
 * The name of the n-th copy: `report.pdf` becomes `report(1).pdf`, `site.tar.gz` becomes `site(1).tar.gz`.
 * A base too long for the number loses its end, so that the result is at most MAX_NAME_BYTES.
 * @param n  1 or more; a text for a mark in its place
 */
export function numberedName(name: string, n: number | string): string {
  const { base, extension } = splitWhole(name);
  const suffix = `(${n})${extension}`;
  return cutToBytes(base, MAX_NAME_BYTES - byteLength(suffix)) + suffix;
}

const MARK = /\p{M}/u;
/** Characters before this one are no marks. */
const FIRST_MARK = 0x300;

/** The longest beginning of `text` within `limitBytes` that ends between two visible characters. */
export function cutToBytes(text: string, limitBytes: number): string {
  let [at, end, sizeBytes] = [0, 0, 0];
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    // Marks belong to the character before them.
    if (code < FIRST_MARK || !MARK.test(char)) end = at;
    sizeBytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
    if (sizeBytes > limitBytes) return text.slice(0, end);
    at += char.length;
  }
  return text;
}
