/** Measures the guess on texts that its tables were not made from: those of the product, and names of countries, tongues and coins. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeAs } from './decode-as.ts';
import { detectEncoding } from './detect.ts';
import { encodeAs } from './encode-fixture.ts';
import type { TextEncoding } from './encodings.ts';

const LOCALES: Readonly<Record<string, readonly TextEncoding[]>> = {
  'zh-CN': ['gbk', 'utf-16le'],
  'zh-TW': ['big5', 'utf-16be'],
  ja: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
  ko: ['euc-kr', 'utf-16le'],
  ru: ['windows-1251', 'koi8-r', 'ibm866'],
  uk: ['windows-1251', 'koi8-u', 'cp1125'],
};
const TAGS = Object.keys(LOCALES);

/** A generator of numbers from 0 to 1 that is the same in each run. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = makeRandom(7);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const count = (most: number) => Math.floor(random() * most);

function namesOf(tag: string): string[] {
  const found: string[] = [];
  for (const [type, codes] of [
    [
      'region',
      'AD AE AF AR AT AU BD BE BG BR CA CH CN CZ DE DK EG ES FI FR GB GR HU ID IN IQ IT JP KE KR MX MY NG NL NO NZ PE PH PL PT RO RU SA SE TH TR UA US VN ZA',
    ],
    ['language', 'ar bg cs da de el en es fi fr he hi hu id it ja ko lt ms nl pl pt ro ru sv th tr uk vi zh'],
    ['currency', 'AUD BRL CAD CHF CNY CZK DKK EUR GBP HUF INR JPY KRW MXN NOK PLN RUB SEK THB TRY UAH USD ZAR'],
  ] as const)
    for (const code of codes.split(' ')) found.push(new Intl.DisplayNames(tag, { type }).of(code) ?? code);
  return found;
}

function textsOf(tag: string): Record<string, string> {
  const names = namesOf(tag);
  const product = globSync(`locales/${tag}/pages/**/*.md`).map((path) => readFileSync(path, 'utf8'));
  const clock = (seconds: number) =>
    `00:${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')},120`;
  const lines = product
    .join('\n')
    .split(/[\n.。]/)
    .filter((line) => line.trim() !== '');
  return {
    product: product.join('\n'),
    subtitles: Array.from(
      { length: 200 },
      (_, at) => `${at}\r\n${clock(at * 4)} --> ${clock(at * 4 + 3)}\r\n${pick(lines)}\r\n\r\n`,
    ).join(''),
    tables: Array.from(
      { length: 200 },
      (_, at) =>
        `${at},${pick(names)},${count(99_999)},${(random() * 900).toFixed(2)},2024-0${1 + count(9)}-1${count(9)}\n`,
    ).join(''),
    names: Array.from(
      { length: 200 },
      () =>
        `${pick([pick(names), `${pick(names)} ${count(99)}`, `IMG_${count(9_999)}_${pick(names)}`])}.${pick(['jpg', 'txt', 'mp3'])}\n`,
    ).join(''),
  };
}

interface Case {
  readonly tag: string;
  readonly kind: string;
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** Cuts of a size from each text in each encoding; those of plain ASCII say nothing. */
function casesOf(sizeChars: number, cuts: number): Case[] {
  const cases: Case[] = [];
  for (const [tag, encodings] of Object.entries(LOCALES))
    for (const [kind, whole] of Object.entries(textsOf(tag)))
      for (const encoding of encodings)
        for (let cut = 0; cut < cuts; cut += 1) {
          const at = count(Math.max(1, whole.length - sizeChars));
          const bytes = encodeAs(whole.slice(at, at + sizeChars), encoding);
          const text = decodeAs(bytes, encoding);
          if (/[^\0-\x7f]/.test(text)) cases.push({ tag, kind, text, bytes });
        }
  return cases;
}

/** @returns share of the cases whose text comes out equal */
function rightShare(cases: readonly Case[], hintOf: (one: Case, at: number) => string): number {
  const right = cases.filter((one, at) => {
    const encoding = detectEncoding(one.bytes, { language: hintOf(one, at), isName: one.kind === 'names' });
    return decodeAs(one.bytes, encoding) === one.text;
  });
  return right.length / cases.length;
}

const rightHint = (one: Case) => one.tag;
const wrongHint = (one: Case, at: number) => TAGS.filter((tag) => tag !== one.tag)[at % (TAGS.length - 1)] ?? '';

test.each([
  [20, 0.75],
  [80, 0.97],
  [500, 0.97],
])('texts of %i characters are read as they were written, whatever the language of the page is', (size, share) => {
  const cases = casesOf(size, 3);
  expect(cases.length).toBeGreaterThan(100);
  expect(rightShare(cases, rightHint)).toBeGreaterThanOrEqual(share);
  expect(rightShare(cases, wrongHint)).toBeGreaterThanOrEqual(share);
});

test('UTF-8 is never read as something else, nor with one broken byte in a hundred', () => {
  const misread: string[] = [];
  for (const tag of TAGS)
    for (const whole of Object.values(textsOf(tag)))
      for (const size of [20, 80, 500]) {
        const at = count(whole.length - size);
        const bytes = new TextEncoder().encode(whole.slice(at, at + size));
        for (let broken = Math.floor(bytes.length / 100); broken > 0; broken -= 1)
          bytes[count(bytes.length)] = 0x80 + count(0x80);
        if (detectEncoding(bytes, { language: pick(TAGS) }) !== 'utf-8') misread.push(whole.slice(at, at + size));
      }
  expect(misread).toEqual([]);
});
