/** The document `service` and the name: what is refused, and colours that can be read. */
import { expect, test } from 'vitest';
import { accentColours, contrastOf, isReadable, nearestReadable, type Theme } from './accent.ts';
import { basicDocument } from './documents.ts';
import { serviceDocument } from './look.ts';

const problemsOf = (values: object, variants: object[] = []): readonly string[] => {
  const parsed = serviceDocument.parse(JSON.stringify({ default: values, variants }));
  return parsed.ok ? [] : parsed.problems.map(({ message }) => message);
};

test.each([
  ['#ffff00', 'light'],
  ['#888888', 'light'],
  ['#0a6270', 'dark'],
  ['#000000', 'dark'],
] as const)('%s is refused in the %s theme with a colour that passes', (colour, theme) => {
  expect(isReadable(colour, theme)).toBe(false);
  const nearest = nearestReadable(colour, theme);
  expect(isReadable(nearest, theme)).toBe(true);
  const [problem = ''] = problemsOf({ [theme === 'light' ? 'accent' : 'accent_dark']: colour });
  expect(problem).toContain(nearest);
});

test.each(['light', 'dark'] as const)(
  'an accent colour: text is read on it and beside it in the %s theme',
  (theme: Theme) => {
    for (const colour of ['#d40511', '#0057b8', '#ff6600', '#00aa00']) {
      const { accent, strong, soft, onAccent } = accentColours(nearestReadable(colour, theme), theme);
      for (const [text, surface] of [
        [onAccent, accent],
        [onAccent, strong],
        [accent, soft],
      ] as const)
        expect([colour, text, contrastOf(text, surface) >= 4.5]).toEqual([colour, text, true]);
    }
  },
);

test('the document of the look takes the kind, a stored logo and texts by language', () => {
  const values = { kind: 'company', logo: `${'a'.repeat(32)}-320x80`, accent: '#0057b8', footer: 'שלום GmbH & Co.' };
  expect(problemsOf(values, [{ when: { languages: ['ja'] }, values: { footer: '株式会社' } }])).toEqual([]);
});

test.each([
  [{ kind: 'club' }, /kind/],
  [{ logo: '../../etc/passwd' }, /logo/],
  [{ accent: 'red' }, /colour such as/],
  [{ footer: '<b>x</b>' }, /plain text/],
  [{ footer: 'a\u202eb' }, /plain text/],
  [{ privacy_url: 'javascript:alert(1)' }, /privacy_url/],
])('the document of the look refuses %j', (values, message) => {
  expect(problemsOf(values).join()).toMatch(message);
});

test('a kind for some people alone is refused', () => {
  expect(problemsOf({}, [{ when: { languages: ['ja'] }, values: { kind: 'family' } }]).join()).toMatch(/everyone/);
});

test.each([
  ['Acme & Söhne (Berlin)', true],
  ['קבצים', true],
  ['', false],
  ['x'.repeat(255), false],
  [' Acme', false],
  ['Ac\u202eme', false],
  ['{{name}}', false],
  ['<b>Acme</b>', false],
])('the name %s: %s', (name, isTaken) => {
  const { default: first } = JSON.parse(basicDocument.initial) as { default: object };
  const text = JSON.stringify({ default: { ...first, product_name: name } });
  expect(basicDocument.parse(text).ok).toBe(isTaken);
});
