import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayOf, dayStartMs, parseQuery, plainText, problemOf, replaceToken, sizeOf, tokenText } from './query.ts';

const sought = (text: string) =>
  parseQuery(text).terms.map(({ text: word, isPhrase }) => (isPhrase ? `<${word}>` : word));

test('words, phrases and operators are taken apart', () => {
  expect(sought(' trip  "summer in  Kyoto" 日本　旅 ')).toEqual(['trip', '<summer in Kyoto>', '日本', '旅']);
  expect(sought(`it's "so 5"x`)).toEqual([`it's`, '"so', '5"x']);
  expect(sought('“curly one” «second»')).toEqual(['<curly one>', '<second>']);
  const { terms, filters } = parseQuery(
    'TYPE:Photos before:2026-11 larger:1.5 GB smaller：２ＭＢ in:"My trips" is:starred from:Zoë re:mail plan',
  );
  expect(terms.map(({ text }) => text)).toEqual(['re:mail', 'plan']);
  expect(filters).toMatchObject({
    kinds: ['image'],
    before: { year: 2026, month: 11, day: 1 },
    larger: 1.5 * 1024 ** 3,
    smaller: 2 * 1024 ** 2,
    folders: ['My trips'],
    senders: ['Zoë'],
    isStarred: true,
    isShared: false,
  });
});

test('of operators that are looked up four count, others are words', () => {
  const { terms, filters } = parseQuery(`${'in:a '.repeat(6)}${'from:b '.repeat(4)}`);
  expect(filters.folders).toHaveLength(4);
  expect(filters.senders).toHaveLength(4);
  expect(terms.map(({ text }) => text)).toEqual(['in:a', 'in:a']);
});

test('dates and sizes are read as people write them, and only real ones', () => {
  const day = (text: string) => Object.values(dayOf(text) ?? {}).join('-');
  const dates = [
    '2026',
    '2026-11',
    '2026/1/5',
    '30.11.2026',
    '11.2026',
    '2026年11月3日',
    '2026년 3월',
    '２０２６-02-01',
  ];
  expect(dates.map(day)).toEqual([
    '2026-1-1',
    '2026-11-1',
    '2026-1-5',
    '2026-11-30',
    '2026-11-1',
    '2026-11-3',
    '2026-3-1',
    '2026-2-1',
  ]);
  expect(['2026-13', '2026-02-30', '11/05/2026', 'soon', '0000', ''].map(dayOf)).toEqual(Array(6).fill(null));
  expect(['10MB', '1,5 gb', '3 КБ', '7b'].map(sizeOf)).toEqual([10 * 1024 ** 2, 1.5 * 1024 ** 3, 3072, 7]);
  expect(['10', 'MB', '-1MB', '1e3MB', '999999999999999TB'].map(sizeOf)).toEqual(Array(5).fill(null));
  expect(dayStartMs({ year: 2026, month: 3, day: 29 }, 'Europe/Berlin')).toBe(Date.parse('2026-03-28T23:00:00Z'));
});

test('a value that means nothing is named with its operator', () => {
  const problems = ['type:banana', 'before:soon', 'larger:10', 'is:odd', 'in:', 'type:png'].map(
    (text) => problemOf(parseQuery(text))?.problem ?? null,
  );
  expect(problems).toEqual(['type', 'date', 'size', 'is', 'empty', null]);
});

test('a token is replaced in the text, and what chips write is read again', () => {
  const text = 'a type:image b';
  const [token] = parseQuery(text).tokens;
  expect(token && replaceToken(text, token)).toBe('a b');
  expect(token && replaceToken(text, token, tokenText('in', 'My "own" files'))).toBe('a in:"My own files" b');
  expect(parseQuery(tokenText('in', 'My files')).filters.folders).toEqual(['My files']);
});

test('no text breaks it, and each word is somewhere', () => {
  const part = fc.constantFrom(
    'type:',
    'in:"',
    '"',
    '“',
    'larger:1',
    ' ',
    'GB',
    '会議',
    'ß',
    ':',
    '\u0000',
    'is:starred',
    '）',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      const { terms, tokens } = parseQuery(text);
      for (const { text: word } of terms) expect(word.trim()).not.toBe('');
      for (const { from, to } of tokens) expect(text.slice(from, to)).toMatch(/^(type|in|larger|is)[:：]/i);
      expect(plainText(text).length).toBeLessThanOrEqual(text.length);
    }),
  );
});
