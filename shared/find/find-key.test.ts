import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nameKey } from '#shared/drive/names.ts';
import { findKey, findTerm, foundPieces } from './find-key.ts';

it.each([
  ['accents', 'résumé', 'Resume'],
  ['marks that a Mac writes apart', 're\u0301sume\u0301', 'résumé'],
  ['German', 'Straße Größe', 'STRASSE grosse'],
  ['a large sharp s', 'STRAẞE', 'strasse'],
  ['Polish', 'Łódź żółć', 'lodz zolc'],
  ['Danish and Norwegian', 'Rødgrød Ærø ålesund', 'rodgrod aero alesund'],
  ['Icelandic', 'Þórður', 'thordur'],
  ['Croatian', 'Đorđe', 'dorde'],
  ['Czech', 'Příliš žluťoučký', 'prilis zlutoucky'],
  ['French ligatures', 'Œuvre', 'oeuvre'],
  ['Vietnamese', 'Đường Nguyễn Phố', 'duong nguyen pho'],
  ['Turkish i', 'İstanbul ışık IŞIK', 'istanbul isik isik'],
  ['Azerbaijani', 'Gəncə', 'gence'],
  ['Maltese', 'Ħal', 'hal'],
  ['Hausa', 'Ɓoɗo', 'bodo'],
  ['ё', 'Ёлка всё', 'елка все'],
  ['Russian stress', 'за́мок', 'замок'],
  ['Ukrainian stress', 'ї́жак', 'їжак'],
  ['Greek', 'Ἀθῆναι ΐ ΣΊΣΥΦΟΣ', 'αθηναι ι σισυφος'],
  ['Hebrew points', 'שָׁלוֹם', 'שלום'],
  ['Arabic marks', 'مُحَمَّد', 'محمد'],
  ['Arabic hamza', 'أحمد إسلام آمنة', 'احمد اسلام امنه'],
  ['Persian letters', 'کتاب فارسی', 'كتاب فارسي'],
  ['a stretched Arabic term', 'محـــمد', 'محمد'],
  ['Eastern digits', '٢٠٢٤ ۲۰۲۴ २०२४ ๒๐๒๔', '2024 2024 2024 2024'],
  ['typographic quotes', 'don’t “panic” «now»', 'don\'t "panic" "now"'],
  ['an acute as an apostrophe', 'don´t', "don't"],
  ['dashes', '2020–2024 — a‑b −1', '2020-2024 - a-b -1'],
  ['full width', 'ｆｕｌｌｗｉｄｔｈ（１）', 'fullwidth(1)'],
  ['half-width kana', 'ｶﾞｯｺｳ', 'がっこう'],
  ['katakana', 'サクラ ヴァイオリン', 'さくら ゔぁいおりん'],
  ['kana that a Mac writes apart', 'か\u3099', 'が'],
  ['the long sound', 'ｺｰﾋｰ', 'コーヒー'],
  ['a wave dash', '1〜2', '1～2'],
  ['Korean that a Mac writes apart', '한국어'.normalize('NFD'), '한국어'],
  ['half-width Hangul', 'ﾡ', 'ㄱ'],
  ['ligatures', 'ﬁnance ﬀ', 'finance ff'],
  ['signs of numbers', '№ ① x²', 'no 1 x2'],
  ['wide and unbroken blanks', 'a\u3000b\u00a0c', 'a b c'],
  ['soft hyphens and joiners', 'co\u00adop\u200b\u2060', 'coop'],
  ['a mark of direction', 'a\u200fb', 'ab'],
  ['a selector of a drawing', '❤\ufe0f', '❤'],
])('one key has %s', (_, one, other) => {
  expect(findKey(one)).toBe(findKey(other));
});

it.each([
  ['и and й', 'и', 'й'],
  ['и and і', 'и', 'і'],
  ['і and ї', 'і', 'ї'],
  ['е and э', 'е', 'э'],
  ['е and є', 'е', 'є'],
  ['г and ґ', 'г', 'ґ'],
  ['у and ў', 'у', 'ў'],
  ['к and ќ', 'к', 'ќ'],
  ['ш and щ', 'ш', 'щ'],
  ['voiced kana', 'か', 'が'],
  ['kana with a circle', 'は', 'ぱ'],
  ['small kana', 'つ', 'っ'],
  ['Hangul with another end', '하', '한'],
  ['Thai tones', 'มา', 'ม้า'],
  ['Thai vowels', 'ปิ', 'ปี'],
  ['Devanagari vowels', 'कि', 'की'],
  ['Han of other meaning', '書', '畫'],
  ['Latin and Cyrillic letters that look alike', 'a', 'а'],
  ['apostrophe and quotation mark', "'", '"'],
])('different keys have %s', (_, one, other) => {
  expect(findKey(one)).not.toBe(findKey(other));
});

/** Letters of which a part of a text may be cut anywhere. */
const letters = fc.constantFrom(...'aZ09 -\'"`éÉßœøıİłđёЁйЙїіґЩгдΣσςάאבشאمأی漢字가한がガｶァー～（）’“–①ﬁ٣😀_.');
const texts = fc.array(letters, { maxLength: 12 }).map((some) => some.join(''));

it('names that are equal have one key, and a key is its own key', () => {
  fc.assert(
    fc.property(fc.oneof(texts, fc.string({ unit: 'binary' })), (text) => {
      expect(findKey(text.normalize('NFD'))).toBe(findKey(text.normalize('NFC')));
    }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(findKey(nameKey(text))).toBe(findKey(text));
      expect(findKey(findKey(text))).toBe(findKey(text));
    }),
  );
});

it('the key of a part is a part of the key of the whole', () => {
  fc.assert(
    fc.property(texts, texts, texts, (before, part, after) => {
      expect(findKey(`${before}${part}${after}`)).toContain(findKey(part));
    }),
  );
});

it('a term of a search has the spelling and the key', () => {
  expect(findTerm('résumé')).toEqual({ exact: 'résumé', found: 'resume' });
});

it('a term of a search: of signs that the key leaves out is compared as it is spelled', () => {
  expect(['\u0301', '\u00ad'].map((text) => findTerm(text).found)).toEqual(['\u0301', '\u00ad']);
});

it.each([
  ['Holiday.jpg', 'day', ['Holi', 'day', '.jpg']],
  ['résumé 2024.pdf', 'resume', ['', 'résumé', ' 2024.pdf']],
  ['re\u0301sume\u0301.pdf', 'sume', ['re\u0301', 'sume\u0301', '.pdf']],
  ['Straße', 'strasse', ['', 'Straße']],
  ['Straße', 's', ['', 'S', 'tra', 'ß', 'e']],
  ['İstanbul', 'stan', ['İ', 'stan', 'bul']],
  ['ﬁnance', 'inan', ['', 'ﬁnan', 'ce']],
  ['ｶﾞｯｺｳ.txt', 'ガッ', ['', 'ｶﾞｯ', 'ｺｳ.txt']],
  [
    '한국어.txt'.normalize('NFD'),
    '국',
    ['한국어.txt'.normalize('NFD').slice(0, 3), '국'.normalize('NFD'), '어.txt'.normalize('NFD')],
  ],
  ['a\u00adb', 'ab', ['', 'a\u00adb']],
  ['plain', 'other', ['plain']],
])('matches: in "%s" "%s" marks %j', (name, term, pieces) => {
  expect(foundPieces(name, [findKey(term)])).toEqual(pieces);
});

it('matches: leave every letter of the text in place', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), texts, (text, term) => {
      const found = findKey(term);
      expect(foundPieces(text, found === '' ? [] : [found]).join('')).toBe(text);
    }),
  );
});
