/**
 * Rules of the name by which a person is known to strangers: on links, on pages that collect files, in invitations. Pure.
 * A name that can be taken for an address, for the product or for the people who run it would lend trust to a fraud.
 */
import { findKey } from '#shared/find/find-key.ts';
import { ROLE_PARTS, ROLE_TERMS } from './role-terms.ts';
import { PUBLIC_NAME_MAX_CHARS } from './rules.ts';

export type PublicNameReason = 'empty' | 'too_long' | 'address' | 'link' | 'phone' | 'product' | 'role' | 'script';

export interface PublicNameProblem {
  readonly reason: PublicNameReason;
  /** The word at fault, as it was typed; '' where it is the whole name. */
  readonly word: string;
}

/** Controls, private and unassigned characters, and letters that draw nothing, such as the fillers of Hangul. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;
/** Marks beyond these are drawn over the lines around the name. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** The name as it is stored and shown: one line, nothing unseen, nothing that turns the direction of writing. */
export function cleanPublicName(typed: string): string {
  return typed
    .replace(/[\p{Zl}\p{Zp}\s\u2800]+/gu, ' ')
    .replace(UNSEEN, '')
    .normalize('NFC')
    .replace(STACKED_MARKS, '$1')
    .replace(/ +/g, ' ')
    .trim();
}

const SEEN = /[\p{L}\p{N}\p{So}]/u;
/** By key: in any width. */
const LINK =
  /:\/\/|\bwww\.|[\p{L}\p{N}-]{2}[.。](?:[a-z]{2,}|xn--|рф|рус|укр|бел|中国|中國|公司|网络|网站|在线|한국)|\.[a-z]{2,}[/?#]/u;
/** Seven digits with at most blanks and signs between them. */
const PHONE = /\d(?:[\s()./+-]*\d){6}/;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** @param products  names of the product, in every language @returns null for an allowed name. @param name  of `cleanPublicName` */
export function publicNameProblem(name: string, products: readonly string[]): PublicNameProblem | null {
  const whole = (reason: PublicNameReason): PublicNameProblem => ({ reason, word: '' });
  if (!SEEN.test(name)) return whole('empty');
  if ([...name].length > PUBLIC_NAME_MAX_CHARS) return whole('too_long');
  const key = findKey(name);
  if (key.includes('@')) return whole('address');
  if (LINK.test(key)) return whole('link');
  if (PHONE.test(key)) return whole('phone');
  const terms = name.match(WORD) ?? [];
  const mixed = terms.find(isMixed);
  if (mixed !== undefined) return { reason: 'script', word: mixed };
  if (hasProduct(name, products)) return whole('product');
  // Letters set apart are read as one word: S u p p o r t.
  const role = [...terms, terms.join('')].find(isRole);
  return role === undefined ? null : { reason: 'role', word: role };
}

/** Digits that are read as letters, and two letters that are read as one. */
const LOOKALIKES: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', l: 'i' };
const plain = (word: string) => word.replace(/[013457l]/g, (sign) => LOOKALIKES[sign] ?? sign);

/** The forms of a word that are compared: without digits around it (`admin24`), and with digits read as letters (`supp0rt`). */
function formsOf(word: string): string[] {
  const key = findKey(word);
  return [plain(withoutDigitsAround(key)), plain(key)];
}

function withoutDigitsAround(key: string): string {
  const isDigit = (at: number) => /\d/.test(key.charAt(at));
  let [start, end] = [0, key.length];
  while (isDigit(start)) start += 1;
  while (end > start && isDigit(end - 1)) end -= 1;
  return key.slice(start, end);
}

const ROLES: ReadonlySet<string> = new Set(ROLE_TERMS.flatMap(formsOf));
const PARTS = ROLE_PARTS.map(findKey);

function isRole(word: string): boolean {
  return formsOf(word).some((form) => ROLES.has(form)) || PARTS.some((part) => findKey(word).includes(part));
}

/** Scripts that are written without blanks: a product has no border inside a name of theirs. */
const UNSPACED = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Thai}/u;

function hasProduct(name: string, products: readonly string[]): boolean {
  const terms = (name.match(WORD) ?? []).map((word) => formsOf(word));
  const joined = plain(findKey(name).replace(/[^\p{L}\p{N}]/gu, ''));
  return products.some((product) => {
    const parts = (product.match(WORD) ?? []).map((word) => plain(findKey(word)));
    const text = parts.join('');
    if (text === '') return false;
    if (joined === text || (UNSPACED.test(product) && joined.includes(text))) return true;
    return terms.some((_, at) => parts.every((part, next) => terms[at + next]?.includes(part)));
  });
}

/** Scripts in which one word may be written together: none of their letters is taken for one of another. */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
].map((scripts) => new RegExp(`^(?:${scripts.map((script) => `\\p{Script=${script}}`).join('|')})*$`, 'u'));
const ALONE = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Tamil',
  'Telugu',
  'Thai',
  'Khmer',
  'Ethiopic',
].map((script) => new RegExp(`^\\p{Script=${script}}*$`, 'u'));

/** Whether a word has letters of scripts that do not belong together, such as a Cyrillic а in a Latin word. Source: UTS #39, 5.2. */
function isMixed(word: string): boolean {
  const letters = (word.normalize('NFKC').match(/\p{L}/gu) ?? []).filter(
    (letter) => !/\p{Script=Common}/u.test(letter),
  );
  const text = letters.join('');
  if ([...TOGETHER, ...ALONE].some((script) => script.test(text))) return false;
  // A script that is not in the lists: mixed where it meets one of them.
  return letters.some((letter) => [...TOGETHER, ...ALONE].some((script) => script.test(letter)));
}
