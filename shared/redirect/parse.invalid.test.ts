import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HOSTILE_TARGETS } from '#test/seed/redirect-vectors.ts';
import { parseRedirects } from './parse.ts';

/** `line:column message` of each problem. */
function problemsOf(...lines: string[]): string[] {
  const parsed = parseRedirects(lines.join('\n'));
  return parsed.ok ? [] : parsed.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

it.each([
  ['old /new', '1:1 a source is a path'],
  ['https://drive.example.com/old /new', '1:1 a source is a path'],
  ['/old', '1:5 the target is missing'],
  ['/old # /new', '1:5 the target is missing'],
  ['/old?x=1 /new', '1:5 a source has no "?"'],
  ['/old#x /new', '1:5 a source has no "#"'],
  ['/o\\ld /new', '1:3 a source has no "\\"'],
  ['/a//b /new', '1:3 a source has no empty segment'],
  ['/a/../b /new', '1:3 browsers resolve'],
  ['/a/%2E%2e /new', '1:3 browsers resolve'],
  ['/ja/old /new', '1:1 leave the language out'],
  ['/a*/b /new', '1:3 "*" stands only'],
  ['/a/*/b /new', '1:4 "*" stands only'],
  ['/a/: /new', '1:4 ":" is no name'],
  ['/a/:1x /new', '1:4 ":1x" is no name'],
  ['/a/:x/:x /new', '1:4 ":x" stands there twice'],
  ['/a/:splat /new', '1:4 "splat" is the name'],
  ['/auth /new', '1:1 no rule is asked at'],
  ['/auth/* /new', '1:1 no rule is asked at'],
  ['/ops /new', '1:1 no rule is asked at'],
  ['/_internal/x /new', '1:1 no rule is asked at'],
  ['/drive/v1/files /new', '1:1 no rule is asked at'],
  ['/v1/* /new', '1:1 no rule is asked at'],
  ['/f/* /new', '1:1 no rule is asked at'],
  [`/${'a/'.repeat(20)} /new`, '1:1 a source has at most'],
  ['/a /:x', '1:5 ":x" is not in the source'],
  ['/a/:x /b/:splat', '1:10 ":splat" is not in the source'],
  ['/a/* /b/*', '1:9 write ":splat"'],
  ['/a /b/../c', '1:6 write the path without'],
  ['/a https://example.com/', '1:4 https://example.com is not allowed here'],
  ['/a http://example.com/', '1:4 a target outside is an https address'],
  ['/a javascript:alert(1)', '1:4 a target outside is an https address'],
  ['/a //example.com', '1:4 a target is a path'],
  ['/a faq', '1:4 a target is a path'],
  ['/a/* https://:splat/', '1:14 an origin is written out'],
  ['/a/* https://example.com:splat/', '1:25 an origin is written out'],
  ['/a/* https://*.example.com/', '1:14 an origin is written out'],
  ['/a /b 300', '1:7 "300" is neither a status'],
  ['/a /b 3O1', '1:7 "3O1" is neither'],
  ['/a /b 301 302', '1:11 status stands there twice'],
  ['/a /b locale=en', '1:14 "en" is none of the languages'],
  ['/a /b locale=ja,,ko', '1:17 "" is none of the languages'],
  ['/a /b locale=ja locale=ko', '1:17 locale stands there twice'],
  ['/a /b country=jp', '1:15 "jp" is no country code'],
  ['/a /b country=JP,XX', '1:18 "XX" is no country code'],
  ['/a /b platform=Linux', '1:16 "Linux" is none of the platforms'],
  ['/a /b platform=Mac OS', '1:16 "Mac" is none of the platforms'],
  ['/a /b platform="Mac OS', '1:16 this quotation mark has no partner'],
  ['/a /b start=2026-12-01', '1:13 "2026-12-01" is no time'],
  ['/a /b start=2026-02-30T00:00:00Z', '1:13 "2026-02-30T00:00:00Z" is no time'],
  ['/a /b end=tomorrow', '1:11 "tomorrow" is no time'],
  ['/a /b start=2026-12-02T00:00:00Z end=2026-12-01T00:00:00Z', '1:34 the end is not after the start'],
  ['/a /b wish=x', '1:7 "wish=x" is neither'],
  ['allow', '1:1 allow what?'],
  ['allow http://example.com', '1:7 "http://example.com" is no https origin'],
  ['allow https://example.com/path', '1:7 '],
  ['allow https://*.example.com', '1:7 '],
  ['allow https://user@example.com', '1:7 '],
  ['allow https://example.com https://example.org', '1:27 one origin a line'],
  ['allow *', '1:7 '],
])('a line that is no rule is refused where it is wrong:: %s', (line, says) => {
  const problems = problemsOf(line);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(says);
});

it('each of them with its own line', () => {
  expect(problemsOf('# fine', '/a /b', 'oops', '', '/c /d 999').map((text) => text.split(' ')[0])).toEqual([
    '3:1',
    '5:7',
  ]);
});

it('and no target that would leave the allow-list ever becomes a rule', () => {
  // Blanks end a word, so only targets without one are a word of their own.
  const whole = HOSTILE_TARGETS.filter((target) => !/\s/.test(target));
  expect(whole.length).toBeGreaterThan(150);
  for (const target of whole) {
    const text = `allow https://example.com\n/from ${target}`;
    expect([target, parseRedirects(text)]).toMatchObject([target, { ok: false, problems: [{ line: 2 }] }]);
  }
});

it.each([
  ['one that leads to itself', ['/a /a'], '1:1 leads in a circle'],
  ['one beneath itself', ['/a/* /a/b'], '1:1 leads in a circle'],
  ['everything to one place', ['/* /closed'], '1:1 leads in a circle'],
  ['two that lead to each other', ['/a /b', '/b /a'], '1:1 leads in a circle, by way of the lines 1, 2'],
  ['a circle of three', ['/a /b', '/b /c', '/c /a'], '1:1 leads in a circle'],
  ['a circle behind a query, a hash and a slash', ['/a /b/?x=1#y', '/b /a'], '1:1 leads in a circle'],
  ['a circle in another encoding', ['/a /%62', '/b /a'], '1:1 leads in a circle'],
  ['a circle through a language', ['/a /ja/b', '/b /a locale=ja'], '1:1 leads in a circle'],
  ['a circle for some', ['/a /b locale=ja,ko', '/b /a locale=ko country=KR'], '1:1 leads in a circle'],
  ['a circle through a prefix', ['/a /old/a', '/old/* /:splat'], '1:1 leads in a circle'],
  ['a circle that loses a language', ['/* /ko/b locale=ja', '/b/* /c/:splat'], '1:1 leads in a circle'],
  ['a path that grows', ['/old/* /old/x/:splat'], '1:1 may lead in a circle'],
  ['placeholders that change places', ['/:a/:b /:b/:a'], '1:1 may lead in a circle'],
  ['a placeholder that matches its source', ['/a/:x/:y /a/b/:y'], '1:1 may lead in a circle'],
  ['two patterns', ['/a/:x /b/:x', '/b/:x /a/:x'], 'may lead in a circle'],
  ['a prefix taken off and put on', ['/a/* /:splat', '/:x /a/:x'], 'may lead in a circle'],
  ['twice what stood there', ['/a/* /a/:splat/:splat'], 'may lead in a circle'],
  ['a long chain', Array.from({ length: 15 }, (_, at) => `/a${at} /a${at + 1}`), '1:1 leads on more than 10 times'],
  ['the same source again', ['/a /b', '/a/ /c'], '2:1 never reached: line 1'],
  ['the same pattern again', ['/a/:x /b', '/a/:y /c locale=ja'], '2:1 never reached: line 1'],
  ['a part of an earlier one', ['/a /b locale=ja,ko', '/a /c locale=ko country=KR'], '2:1 never reached: line 1'],
])('rules that do not go together are refused:: %s', (_, lines, says) => {
  expect(problemsOf(...lines)[0]).toContain(says);
});

it('too many variants of one source, too many arrangements, too many rules, too long a text', () => {
  const minute = (at: number) => new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString();
  const variants = Array.from({ length: 41 }, (_, at) => `/a /b start=${minute(at)} end=${minute(at + 1)}`);
  expect(problemsOf(...variants)).toEqual(['41:1 more than 40 rules of one source']);
  const shapes = Array.from({ length: 40 }, (_, at) =>
    Array.from({ length: 6 }, (__, bit) => ((at + 1) & (1 << bit) ? `/:p${bit}` : `/x${bit}`)).join(''),
  ).map((source) => `${source} /z`);
  expect(problemsOf(...shapes)[0]).toContain('more than 32 different arrangements');
  expect(problemsOf(...Array.from({ length: 2001 }, (_, at) => `/s${at} /z`))).toEqual(['2001:1 more than 2000 rules']);
  expect(problemsOf('#'.repeat(1_000_001))).toEqual(['1:1 longer than 1000000 characters']);
});

it('any text at all is read or refused with lines and columns, and never throws', () => {
  const word = fc.constantFrom(
    '/',
    '/a',
    ':x',
    '*',
    '/*',
    ' ',
    '\n',
    '"',
    '#',
    'allow',
    'https://example.com',
    'locale=',
    'ja',
    '301',
    '%',
    '%2f',
    '=',
    ',',
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(word, { maxLength: 30 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(text, (input) => {
      const parsed = parseRedirects(input);
      if (parsed.ok) return;
      expect(parsed.problems.length).toBeGreaterThan(0);
      for (const { line, column, message } of parsed.problems) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(column).toBeGreaterThanOrEqual(1);
        expect(message).not.toBe('');
      }
    }),
    { numRuns: 3000 },
  );
});
