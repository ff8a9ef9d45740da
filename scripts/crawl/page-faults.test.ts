import { expect, test } from 'vitest';
import { readingFaults, textFaults, untranslated } from './page-faults.ts';
import type { PageReading } from './read-page.ts';

const SOUND: PageReading = {
  lang: 'ja',
  title: '料金 · Magpie',
  blocks: [],
  text: 'magpie.example.com site.home',
  links: [],
  ids: [],
  alternates: [],
  canonical: '',
  headings: 1,
  overflow: 0,
  brokenWords: [],
};

test('a sound page has no fault, and each fault is told', () => {
  expect(readingFaults(SOUND, 'ja', ['site'])).toEqual([]);
  const faulty = { ...SOUND, lang: 'en-US', title: '', headings: 2, overflow: 7, brokenWords: ['Compensación'] };
  expect(readingFaults(faulty, 'ja', ['site'])).toEqual([
    'is in "en-US"',
    'has no title',
    'has 2 first headings',
    'is 7 px wider than its window',
    'breaks words of headings: Compensación',
  ]);
});

test.each([
  ['site.home.title', 'shows the key site.home.title'],
  ['Hello {{name}}', 'shows "{{"'],
  ['Size: NaN', 'shows "NaN"'],
])('a missing text is found in "%s"', (text, fault) => {
  expect(textFaults(text, ['site', 'ui'])).toContain(fault);
});

test('addresses are no keys', () => {
  expect(textFaults('write to help@site.example.com or see /site.css.map', ['site'])).toEqual([]);
});

test('a page left in English is told from one with a few equal words', () => {
  const english = ['Where do my files go?', 'They stay in your drive.', 'Nobody else sees them.'];
  expect(untranslated(english, english)).toEqual(english);
  expect(untranslated(['Куда попадают файлы?', 'Они на диске.', 'Nobody else sees them.'], english)).toEqual([]);
});
