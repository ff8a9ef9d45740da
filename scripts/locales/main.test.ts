import { expect, it } from 'vitest';
import { checkLocales } from './main.ts';
import { makeAllModule, makeKeysModule } from './modules.ts';
import { type LocaleTree, placeholdersOf } from './tree.ts';

const source = {
  '@title': 'Head of the page.',
  title: 'Hello {{name}}',
  'files.one': '{{count}} file',
  'files.other': '{{count}} files',
};
const russian = {
  title: 'Привет, {{name}}',
  'files.one': '{{count}} файл',
  'files.few': 'ф',
  'files.many': 'ф',
  'files.other': 'ф',
};
const japanese = { title: '{{ name }} さん', 'files.other': '{{count}} 件' };
const code = `t('x.title', { name }); tn("x.files", 2)`;

function problemsOf(own: Record<string, unknown>, locale: 'ja' | 'ru' = 'ja', used = code): string[] {
  return checkLocales({ 'en-US': { x: source }, [locale]: { x: own } }, used, [], ['en-US', locale]);
}

it('texts that are well pass with the plural forms of each language', () => {
  const tree: LocaleTree = { 'en-US': { x: source }, ja: { x: japanese }, ru: { x: russian } };
  expect(checkLocales(tree, code, [], ['en-US', 'ja', 'ru'])).toEqual([]);
});

it('texts that are well may be named by an allowed prefix alone', () => {
  expect(checkLocales({ 'en-US': { x: source } }, '', ['x.'], ['en-US'])).toEqual([]);
});

it.each([
  ['a missing key', { 'files.other': '{{count}} 件' }, 'ja/x.json: title is missing'],
  ['a key of its own', { ...japanese, extra: 'x' }, 'ja/x.json: extra is not in en-US'],
  ['another placeholder', { ...japanese, title: '{{nome}}' }, 'ja/x.json: title has {{nome}}, en-US has {{name}}'],
  [
    'a plural form too many',
    { ...japanese, 'files.one': 'x' },
    'ja/x.json: plural files has one other, the language needs other',
  ],
  ['a note', { ...japanese, '@title': 'x' }, 'ja/x.json: note @title belongs in en-US only'],
  ['an empty text', { ...japanese, title: ' ' }, 'ja/x.json: title has no text'],
  ['something that is no text', { ...japanese, title: { a: 1 } }, 'ja/x.json: title has no text'],
])('texts that are not fail for %s', (_, own, problem) => {
  expect(problemsOf(own)).toContain(problem);
});

it('texts that are not fail for a plural form too few', () => {
  const { 'files.few': _, ...rest } = russian;
  expect(problemsOf(rest, 'ru')).toEqual([
    'ru/x.json: plural files has many one other, the language needs few many one other',
  ]);
});

it('texts that are not fail for a key the code does not name, and a prefix without keys', () => {
  expect(problemsOf(japanese, 'ja', "t('x.title')")).toEqual(['x.files is used nowhere']);
  expect(checkLocales({ 'en-US': { x: source } }, code, ['gone.'], ['en-US'])).toEqual([
    'prefix gone. has no key any more',
  ]);
});

it('texts that are not fail for a missing and for a left-over file', () => {
  expect(checkLocales({ 'en-US': { x: source }, ja: { y: {} } }, code, [], ['ja'])).toEqual([
    'ja/x.json: file is missing',
    'ja/y.json: no such file in en-US',
  ]);
});

it('texts that are not fail for a note without its key', () => {
  expect(checkLocales({ 'en-US': { x: { ...source, '@gone': 'x' } } }, code, [], ['en-US'])).toEqual([
    'en-US/x.json: note @gone has no key',
  ]);
});

it('the generated modules: name every key with its placeholders', () => {
  const text = makeKeysModule({ x: source });
  expect(text).toContain("'x.title': { name: TextParam };");
  expect(text).toContain("'x.files': NoParams;");
  expect(text).not.toContain('@title');
});

it('the generated modules: import every file of every language', () => {
  const text = makeAllModule({ 'en-US': { x: source }, 'zh-CN': { 'my-page': {} } });
  expect(text).toContain("import enUsX from '#locales/en-US/x.json' with { type: 'json' };");
  expect(text).toContain("'my-page': zhCnMyPage,");
});

it('the generated modules: see a placeholder once, without its spaces', () => {
  expect(placeholdersOf('{{b}} {{ a }} {{b}}')).toEqual(['a', 'b']);
});
