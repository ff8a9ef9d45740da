import { expect, it } from 'vitest';
import { checkPageTexts } from './page-texts.ts';

const source = '# T\n\nLead.\n\n## H\n\nPress **{{x.go}}** and wait {{days}}. [More](route:site.contact)\n\n- a\n';
const messages = {
  'en-US': { x: { go: 'Go', other: 'Other', named: 'For {{name}}' } },
  ja: { x: { go: '行く', other: '他' } },
};

function problemsOf(ja: string | undefined, original = source): string[] {
  const own: Record<string, string> = ja === undefined ? {} : { a: ja };
  return checkPageTexts({ 'en-US': { a: original }, ja: own }, messages, ['en-US', 'ja']);
}

it('page texts are well with the same headings, lists, links and placeholders', () => {
  expect(problemsOf(source.replace('Lead', 'リード'))).toEqual([]);
});

it.each([
  ['a missing file', undefined, 'ja/pages/a.md: file is missing'],
  ['a heading too few', source.replace('## H', 'H'), 'headings are none, in en-US 2'],
  ['another list', `${source}- b\n`, 'lists are 2, in en-US 1'],
  ['another link', source.replace('site.contact', 'site.faq'), 'links are route:site.faq, in en-US route:site.contact'],
  ['a link that leads nowhere', source.replace('site.contact', 'site.none'), 'the link route:site.none leads nowhere'],
  ['another word of a button', source.replace('x.go', 'x.other'), 'placeholders are x.other days, in en-US x.go days'],
  ['a word that is no text', source.replace('x.go', 'x.none'), '{{x.none}} is no text without parameters'],
  ['raw HTML', `${source}\n<b>x</b>\n`, 'holds html'],
  ['a description without end', source.replace('Lead.', 'あ'.repeat(201)), 'description is longer'],
])('page texts fail for %s', (_, own, problem) => {
  expect(problemsOf(own).join('\n')).toContain(problem);
});

it('page texts fail for a file that the source language does not have', () => {
  expect(checkPageTexts({ 'en-US': {}, ja: { a: source } }, messages, ['en-US', 'ja'])).toEqual([
    'pages/a.md: not in en-US',
  ]);
});

it('page texts fail for a text whose word needs parameters', () => {
  expect(problemsOf(source, source.replace('x.go', 'x.named')).join()).toContain('{{x.named}} is no text');
});
