import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REFUSED_NAMES, roundTripNames } from '#test/seed/names.ts';
import {
  charsTooMany,
  fittingName,
  MAX_NAME_BYTES,
  nameKey,
  numberedName,
  sortKey,
  splitExtension,
  validateName,
} from './names.ts';

const names = fc
  .oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.string({ unit: 'grapheme', maxLength: 40 }))
  .filter((name) => validateName(name).ok);

test('there are at least 400 names to carry through the product, no two alike', () => {
  const all = roundTripNames();
  expect(all.length).toBeGreaterThanOrEqual(400);
  expect(new Set(all.map(nameKey)).size).toBe(all.length);
});

test.each(roundTripNames())('the name %j is allowed', (name) => {
  expect(validateName(name)).toEqual({ ok: true });
});

test.each(REFUSED_NAMES)('the name %j is refused as %s', (name, reason) => {
  expect(validateName(name)).toEqual({ ok: false, reason });
});

test.each([
  ['README', 'readme'],
  ['é', 'e\u0301'],
  ['É', 'e\u0301'],
  ['Straße', 'STRASSE'],
  ['ẞ', 'ss'],
  ['ΟΔΟΣ', 'οδος'],
  ['οδοσ', 'οδος'],
  ['ΟΔΟΣ ΟΔΟΣ.txt', 'οδος οδοσ.TXT'],
  ['\u0345', 'ι'],
  ['ПРИВЕТ', 'привет'],
  ['ﬀ', 'FF'],
  ['한글', '한글'.normalize('NFD')],
  ['Å', 'å'],
])('the names %s and %s are the same name', (a, b) => {
  expect(nameKey(a)).toBe(nameKey(b));
});

test.each([
  ['a', 'b'],
  ['e', 'é'],
  ['ı', 'i'],
  ['か', 'が'],
  ['ａ', 'a'],
  ['a', 'a '],
])('the names %s and %s are two names', (a, b) => {
  expect(nameKey(a)).not.toBe(nameKey(b));
});

test('a key is its own key, whatever the form of the name', () => {
  fc.assert(
    fc.property(names, (name) => {
      expect(nameKey(nameKey(name))).toBe(nameKey(name));
      expect(nameKey(name.normalize('NFD'))).toBe(nameKey(name));
    }),
  );
});

test('names sort as people read them', () => {
  const ordered = ['007', '20', '100', '99999999999', 'e1', 'é2', 'File2', 'file10', 'z', 'ёлка', 'Жук', 'И', 'Йод'];
  const byKey = ordered.toReversed().sort((a, b) => Buffer.compare(Buffer.from(sortKey(a)), Buffer.from(sortKey(b))));
  expect(byKey).toEqual(ordered);
});

test('numbers in names sort by value', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.bigInt({ min: 0n, max: 10n ** 40n }), (a, b) => {
      const order = Buffer.compare(Buffer.from(sortKey(`v${a}.txt`)), Buffer.from(sortKey(`v${b}.txt`)));
      expect(order).toBe(a < b ? -1 : a > b ? 1 : 0);
    }),
  );
});

test.each([
  ['movie.mp4', 'movie', '.mp4'],
  ['a.b.C', 'a.b', '.C'],
  ['noext', 'noext', ''],
  ['.hidden', '.hidden', ''],
  ['..hidden', '..hidden', ''],
  ['.hidden.txt', '.hidden', '.txt'],
  ['trail.', 'trail.', ''],
  ['Mr. Smith goes', 'Mr. Smith goes', ''],
  ['emoji.😀', 'emoji', '.😀'],
  ['...', '...', ''],
])('the name %s is %s and %s', (name, base, extension) => {
  expect(splitExtension(name)).toEqual({ base, extension });
});

test.each([
  ['report.pdf', 1, 'report(1).pdf'],
  ['report(1).pdf', 2, 'report(1)(2).pdf'],
  ['site.tar.gz', 3, 'site(3).tar.gz'],
  ['noext', 1, 'noext(1)'],
  ['.hidden', 1, '.hidden(1)'],
  [`${'a'.repeat(251)}.txt`, 12, `${'a'.repeat(247)}(12).txt`],
  [`${'界'.repeat(85)}`, 1, `${'界'.repeat(84)}(1)`],
  [`${'e\u0301'.repeat(85)}`, 1, `${'e\u0301'.repeat(84)}(1)`],
])('copy of %s number %i is %s', (name, n, copy) => {
  expect(numberedName(name, n)).toBe(copy);
});

test('a numbered name is a valid name within the limit and differs from the first', () => {
  fc.assert(
    fc.property(fc.oneof(names, fc.constantFrom(...roundTripNames())), fc.integer({ min: 1, max: 1e9 }), (name, n) => {
      const copy = numberedName(name, n);
      expect(validateName(copy)).toEqual({ ok: true });
      expect(new TextEncoder().encode(copy).length).toBeLessThanOrEqual(MAX_NAME_BYTES);
      expect(nameKey(copy)).not.toBe(nameKey(name));
    }),
  );
});

test.each([
  ['報告'.repeat(60), `${'報告'.repeat(42)}報`, 35],
  [`${'報'.repeat(100)}.pdf`, `${'報'.repeat(83)}.pdf`, 17],
  [`${'a'.repeat(300)}.tar.gz`, `${'a'.repeat(248)}.tar.gz`, 52],
  ['a'.repeat(255), 'a'.repeat(255), 0],
  [`${'👧🏽'.repeat(40)}.png`, `${'👧🏽'.repeat(31)}.png`, 18],
])('the name %s is fitted by cutting the end of its base', (name, fitting, count) => {
  expect([fittingName(name), charsTooMany(name)]).toEqual([fitting, count]);
});

test('a fitting name is one that the drive takes, keeps its extension, and stays when it is fitted again', () => {
  const long = fc.tuple(
    fc.stringMatching(/^[a-zа-я文字가]{60,400}$/u),
    fc.constantFrom('', '.pdf', '.tar.gz', '.문서', '.😀'),
  );
  fc.assert(
    fc.property(long, ([base, extension]) => {
      const fitting = fittingName(base + extension);
      expect(validateName(fitting)).toEqual({ ok: true });
      expect(fitting.endsWith(extension)).toBe(true);
      expect(fittingName(fitting)).toBe(fitting);
      expect([...(base + extension)].length - charsTooMany(base + extension)).toBe([...fitting].length);
    }),
  );
});
