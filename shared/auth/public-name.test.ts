import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanPublicName, publicNameProblem } from './public-name.ts';
import { PUBLIC_NAME_MAX_CHARS } from './rules.ts';

const PRODUCTS = ['Magpie', 'Team Drive', '喜鹊网盘'];
const problemOf = (typed: string) => publicNameProblem(cleanPublicName(typed), PRODUCTS);

it.each([
  'Alice',
  'Ann Margaret Lee',
  'Jean-Luc O’Brien',
  'J.R.R. Tolkien',
  'Dr. Martin Luther King Jr.',
  'Zoë Łukasz Ærø',
  'Анна Каренина',
  'Анна-Maria',
  'Ольга Їжакевич',
  'Ελένη',
  'שרה כהן',
  'محمد علي',
  '田中さくら',
  'ジョン・スミス',
  '李小龙',
  'Amy陈',
  'Bさん',
  '김지원',
  '지원',
  '金민수',
  'สมชาย',
  'प्रिया',
  'Анна 2',
  'Class of 2024',
  'Blink 182',
  'Smith & Sons',
  'Serviceman',
  'Magpies United',
  'Administratively Anna',
  '🦊',
])('a public name may be %j', (name) => {
  expect(problemOf(name)).toBeNull();
});

it.each([
  ['', 'empty'],
  [' \u200b\u202e ', 'empty'],
  ['...', 'empty'],
  ['\u3164\u115f', 'empty'],
  ['x'.repeat(PUBLIC_NAME_MAX_CHARS + 1), 'too_long'],
  ['alice@example.com', 'address'],
  ['Alice ＠ example', 'address'],
  ['@alice', 'address'],
  ['example.com', 'link'],
  ['Anna ｅｘａｍｐｌｅ．ｃｏｍ', 'link'],
  ['exa\u00admple.com', 'link'],
  ['Anna https://x', 'link'],
  ['t.me/anna', 'link'],
  ['пример.рф', 'link'],
  ['example。com', 'link'],
  ['+49 170 1234567', 'phone'],
  ['Anna (0170) 12 34 56', 'phone'],
  ['Anna ٠١٧٠١٢٣٤', 'phone'],
  ['Ann\u0430', 'script'],
  ['\u0391lice', 'script'],
  ['P\u0430ypal Anna', 'script'],
  ['Aլice', 'script'],
  ['ᎪBC', 'script'],
  ['Magpie', 'product'],
  ['MÁGPIE Anna', 'product'],
  ['Mag-pie', 'product'],
  ['Magp1e', 'product'],
  ['The ＭＡＧＰＩＥ bird', 'product'],
  ['Magpie24', 'product'],
  ['team drive', 'product'],
  ['喜鹊网盘小王', 'product'],
])('a public name is refused: %j is %s', (name, reason) => {
  expect(problemOf(name)?.reason).toBe(reason);
});

it.each([
  ['Support', 'Support'],
  ['Anna (ADMIN)', 'ADMIN'],
  ['𝐒upport', '𝐒upport'],
  ['Supp0rt Anna', 'Supp0rt'],
  ['0fficia1', '0fficia1'],
  ['admin24', 'admin24'],
  ['S u p p o r t', 'Support'],
  ['Soporte', 'Soporte'],
  ['Administração', 'Administração'],
  ['Layanan Anna', 'Layanan'],
  ['Perkhidmatan', 'Perkhidmatan'],
  ['Служба заботы', 'Служба'],
  ['Техпідтримка', 'Техпідтримка'],
  ['公式アカウント', '公式アカウント'],
  ['ｻﾎﾟｰﾄ', 'ｻﾎﾟｰﾄ'],
  ['고객센터', '고객센터'],
  ['小王客服', '小王客服'],
  ['官方帳號', '官方帳號'],
])('a public name is refused for the role in %j, and the word is named', (name, word) => {
  expect(problemOf(name)).toEqual({ reason: 'role', word });
});

it('a public name is stored in one line, composed, without what is not seen', () => {
  expect(cleanPublicName('  Bob \u202Eof\n\u2066Hill\u2069 \u200b\u3164 ')).toBe('Bob of Hill');
  expect(cleanPublicName('Ze\u0308')).toBe('Zë');
  expect(cleanPublicName('Ze\u200b\u0308')).toBe('Zë');
  expect(cleanPublicName(`q${'\u0301'.repeat(30)}`)).toBe(`q${'\u0301'.repeat(4)}`);
});

it('a public name does not change when it is cleaned again, and any text is problemOfd', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
      const name = cleanPublicName(typed);
      expect(cleanPublicName(name)).toBe(name);
      expect(/[\p{C}]/u.test(name)).toBe(false);
      publicNameProblem(name, PRODUCTS);
    }),
  );
});
