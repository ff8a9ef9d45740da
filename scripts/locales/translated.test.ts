import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { checkTranslated, hashOfPage, markTranslated, readOrigins } from './translated.ts';

const LOCALES = ['en-US', 'es', 'ja'] as const;
const pages = {
  'en-US': { 'help/faq': '# Questions', 'help/x': '# X', 'help/search-words': 'words' },
  es: { 'help/faq': '# Preguntas', 'help/x': '# X', 'help/search-words': 'palabras' },
};

let root = '';
beforeEach(() => {
  root = scratchFolder();
  mkdirSync(join(root, 'es/pages'), { recursive: true });
});

const found = (english = pages['en-US']) =>
  checkTranslated({ ...pages, 'en-US': english }, readOrigins(root), LOCALES.slice(0, 2)).map(({ path }) => path);

it('a page is stale until it is marked, and again when its English changes', () => {
  expect(found()).toEqual(['stale:help/faq', 'stale:help/x']);
  markTranslated(root, pages, 'es', ['help/x', 'help/faq']);
  expect(found()).toEqual([]);
  expect(found({ ...pages['en-US'], 'help/faq': '# Answers' })).toEqual(['stale:help/faq']);
  expect(JSON.parse(readFileSync(join(root, 'es/pages/translated.json'), 'utf8'))).toEqual({
    'help/faq': hashOfPage('# Questions'),
    'help/x': hashOfPage('# X'),
  });
});

it('words of the search belong to their language and are never stale', () => {
  expect(checkTranslated(pages, {}, LOCALES).filter(({ path }) => path.includes('search-words'))).toEqual([]);
  expect(() => markTranslated(root, pages, 'es', ['help/search-words'])).toThrow('no page help/search-words');
});

it('an entry ends with its page', () => {
  markTranslated(root, pages, 'es', ['help/x', 'help/faq']);
  const { 'help/x': _, ...fewer } = pages['en-US'];
  const english = fewer as (typeof pages)['en-US'];
  expect(found(english)).toEqual(['gone:help/x']);
  markTranslated(root, { ...pages, 'en-US': english }, 'es', ['help/faq']);
  expect(found(english)).toEqual([]);
});
