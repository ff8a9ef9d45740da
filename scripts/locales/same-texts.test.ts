import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkSameTexts } from './same-texts.ts';
import { type LocaleTree, readTree } from './tree.ts';

const tree: LocaleTree = {
  'en-US': {
    x: { '@save': 'A button.', save: 'Save', brand: 'Windows', ratio: '{{done}} / {{size}}', 'files.other': 'files' },
  },
  ja: { x: { save: 'Save', brand: 'Windows', ratio: '{{done}} / {{size}}', 'files.other': 'ファイル' } },
  ms: { x: { save: 'Simpan', brand: 'Windows', ratio: '{{done}} / {{size}}', 'files.other': 'files' } },
};
const LOCALES = ['en-US', 'ja', 'ms'] as const;

it('refuses a translation identical to the English text', () => {
  expect(checkSameTexts(tree, { 'x.brand': 'all', 'x.files.other': ['ms'] }, LOCALES)).toEqual([
    'ja/x.json: save is the English text: translate it, or list it in scripts/locales/same-texts.ts',
  ]);
});

it('allows a listed text only in the languages of its entry', () => {
  expect(checkSameTexts(tree, { 'x.brand': ['ja'], 'x.save': ['ja'], 'x.files.other': ['ms'] }, LOCALES)).toEqual([
    'ms/x.json: brand is the English text: translate it, or list it in scripts/locales/same-texts.ts',
  ]);
});

it('refuses a list entry for a text that is translated', () => {
  const allowed = { 'x.brand': 'all', 'x.save': ['ja', 'ms'], 'x.files.other': ['ms'], 'x.gone': 'all' } as const;
  expect(checkSameTexts(tree, allowed, LOCALES)).toEqual([
    'scripts/locales/same-texts.ts: x.save is not the English text in ms',
    'scripts/locales/same-texts.ts: x.gone is not the English text in all',
  ]);
});

it('finds no untranslated text in the languages of the product', () => {
  expect(checkSameTexts(readTree(join(import.meta.dirname, '../../locales')))).toEqual([]);
});
