import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPageTexts } from './page-texts.ts';
import { checkTerms } from './terms.ts';
import { readTree } from './tree.ts';

const LOCALES = ['en-US', 'uk', 'zh-CN'] as const;

it('names the word and what to write instead, in texts and in pages', () => {
  const tree = {
    'zh-CN': { x: { drive: '打开云盘', you: '你们和您' } },
    uk: { x: { folder: 'Теки', text: 'Текст у папці' } },
  };
  const pages = { 'en-US': { 'help/x': "# Title\n\nIt's [Premium](route:x.premium)." } };
  expect(checkTerms(tree, pages, undefined, LOCALES)).toEqual([
    "en-US/pages/help/x.md: “t's”, here we write the apostrophe ’ (docs/texts.md, scripts/locales/terms.ts)",
    'uk/x.json: folder: “Теки”, here we write папка (docs/texts.md, scripts/locales/terms.ts)',
    'zh-CN/x.json: drive: “云盘”, here we write 网盘 (docs/texts.md, scripts/locales/terms.ts)',
  ]);
});

it('leaves out notes, what is filled in, and targets of links', () => {
  const tree = {
    'en-US': { x: { '@save': 'The premium plan.', save: '{{premium}}' } },
    'zh-CN': { x: { size: '大小{{size}}（{{name}}）' } },
  };
  const pages = { 'en-US': { 'help/x': '# Title {#premium}\n\n[Plans](route:premium)' } };
  expect(checkTerms(tree, pages, undefined, LOCALES)).toEqual([]);
});

it('finds no such word in the texts of the product', () => {
  const root = join(import.meta.dirname, '../../locales');
  expect(checkTerms(readTree(root), readPageTexts(root))).toEqual([]);
});
