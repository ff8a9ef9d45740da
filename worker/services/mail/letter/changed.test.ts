import { expect, it } from 'vitest';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE, type Locale } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import {
  changeOf,
  LETTER_PARTS,
  type LetterChange,
  letterTextsDocument,
  placeholdersIn,
  placeholdersOf,
} from '#shared/mail/letter-changes.ts';
import { LETTER_KINDS, type LetterKind } from '#shared/mail/letter-kinds.ts';
import type { Letter } from '../service.ts';
import { ownTextsOf, templatesOf } from './changed.ts';

const ORIGIN = 'https://drive.example.com';
const letterOf = (kind: LetterKind, more: Partial<Letter> = {}): Letter => ({
  kind,
  to: 'a@example.com',
  locale: 'en-US',
  code: kind.endsWith('-code') ? '123456' : '',
  writtenMs: 0,
  untilMs: 600_000,
  ...more,
});

const parse = (change: Partial<LetterChange>) =>
  letterTextsDocument.parse(JSON.stringify({ letters: [{ letter: 'sign-in-code', language: 'en-US', ...change }] }));

function refusal(change: Partial<LetterChange>): string {
  const parsed = parse(change);
  return parsed.ok ? '' : (parsed.problems[0]?.message ?? '');
}

function written(change: Partial<LetterChange>, letter: Letter) {
  const parsed = parse({ letter: letter.kind, language: letter.locale, ...change });
  const own = parsed.ok ? changeOf(parsed.value, letter.kind, letter.locale) : undefined;
  if (!own) throw new Error(JSON.stringify(parsed));
  const { locale } = letter;
  const translator = makeTranslator(locale, loadMessages(locale), loadMessages(DEFAULT_LOCALE));
  return ownTextsOf(letter, translator, ORIGIN, own);
}

it.each(LETTER_KINDS)('the placeholders that must remain in a letter %s are those of its own texts', (kind) => {
  const about = kind === 'link-sent' ? 'Alice' : '';
  const texts = templatesOf(letterOf(kind, { about }), ORIGIN);
  for (const part of LETTER_PARTS)
    expect([...placeholdersIn(texts[part])].sort(), part).toEqual([...placeholdersOf(kind, part)].sort());
});

it.each<readonly [change: Parameters<typeof refusal>[0], says: string]>([
  [{ subject: 'Your code' }, 'must keep {{code}}'],
  [{ footer: 'From us' }, 'must keep {{origin}}'],
  [{ title: 'Hello {{name}}' }, 'which this letter does not fill in'],
  [{ title: 'Hello {{name' }, 'broken placeholder'],
  [{ lead: 'Look at https://evil.example' }, 'no address of a page'],
  [{ lead: 'Look at evil.com' }, 'no address of a page'],
  ...['@203.0.113.9/', '!@203.0.113.9', '.zip', 'pany', ':x@1', '\\@203.0.113.9'].map(
    (more) => [{ lead: `Look at {{origin}}${more}` }, 'another address'] as const,
  ),
  [{ lead: '<b>Hello</b>' }, 'plain text'],
  ...(['subject', 'title', 'lead', 'action', 'notes', 'footer'] as const).map(
    (part) =>
      [{ letter: 'factors-leaving', [part]: 'All is well on {{date}} {{origin}}' }, 'warns of changes'] as const,
  ),
  [{ letter: 'new-device', title: 'News' }, 'those of the product'],
  [{ colour: '#ffff00' }, 'cannot be read'],
  [{ name: 'IT <it@example.com>' }, 'plain name'],
])('a text that is refused: %j: %s', (change, says) => {
  expect(refusal(change)).toContain(says);
});

it('a text that is refused: of the same letter and language twice', () => {
  const one = { letter: 'welcome', language: 'en-US', title: 'Hello' };
  const parsed = letterTextsDocument.parse(JSON.stringify({ letters: [one, one] }));
  expect(parsed.ok ? '' : parsed.problems[0]?.message).toContain('is there twice');
});

it.each([
  '{{origin}}.',
  '({{origin}}.)',
  '{{origin}}: x',
  '{{origin}}/help?a=b@c',
  '{{origin}}에 초대',
  '{{origin}}。如果',
])('%s is the address of this installation, and accepted', (lead) => {
  expect(refusal({ lead })).toBe('');
});

it('own texts hold an address of mail, and the values of the letter', () => {
  const letter = letterOf('link-sent', { about: 'Alice' });
  const { lead, title, link } = written(
    { title: 'A link of {{name}} at Example', lead: 'Ask it@example.com or {{origin}}.' },
    letter,
  );
  expect(title).toBe('A link of Alice at Example');
  expect(lead).toContain(`Ask it@example.com or ${ORIGIN}.`);
  expect(link?.url).toContain(ORIGIN);
});

it('a foot that was published for a warning, before it was fixed, is left out; the rest holds', () => {
  const text = JSON.stringify({
    letters: [
      { letter: 'factors-leaving', language: 'en-US', footer: 'A trial: ignore it. {{origin}}', name: 'Example IT' },
      { letter: 'welcome', language: 'en-US', footer: 'From Example, {{origin}}' },
    ],
  });
  expect(letterTextsDocument.parse(text).ok).toBe(false);
  const stored = letterTextsDocument.parseStored(text);
  expect(stored.ok && stored.value.letters.map(({ footer, name }) => [footer, name])).toEqual([
    ['', 'Example IT'],
    ['From Example, {{origin}}', ''],
  ]);
});

it('the code and its life stay in the letter, whatever the texts', () => {
  const { code, notes, subject } = written(
    { subject: '{{code}} opens Example', notes: 'Good for {{count}} min.\nNever tell it.' },
    letterOf('sign-in-code'),
  );
  expect({ code, notes, subject }).toEqual({
    code: '123456',
    notes: ['Good for 10 min.', 'Never tell it.'],
    subject: '123456 opens Example',
  });
});

it('a text whose value the letter lacks is that of the product', () => {
  const { title } = written(
    { title: '{{name}} has sent files', subject: '{{name}} has sent files' },
    letterOf('link-sent'),
  );
  expect(title).not.toContain('{{');
  expect(title).not.toContain('has sent files');
});

it.each(['ru', 'ja'] as const satisfies Locale[])('the texts that a form begins with are those of %s', (locale) => {
  const { lead } = templatesOf(letterOf('password-changed', { locale }), ORIGIN);
  expect(lead).toBe(loadMessages(locale)['mail.changed.lead']);
});
