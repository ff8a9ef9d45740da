import { expect, it } from 'vitest';
import { findRedirect, type RedirectDecision, type RedirectRequest } from './find.ts';
import { parseRedirects } from './parse.ts';
import type { RedirectRules } from './rule.ts';
import { makeRuleTexts } from './rules-fixture.ts';

const HOME = { appOrigin: 'https://drive.example.com', ownOrigins: [], externalOrigins: new Set<string>() };
const VISITOR = { search: '', prefix: null, locale: 'en-US', country: 'US', platform: null, nowMs: 0 } as const;

function rulesOf(text: string): RedirectRules {
  const parsed = parseRedirects(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

function find(rules: RedirectRules, path: string, change: Partial<RedirectRequest> = {}): RedirectDecision {
  return findRedirect(rules, { ...VISITOR, path, ...change }, HOME);
}

const [ten, thousand] = [rulesOf(makeRuleTexts(10)), rulesOf(makeRuleTexts(1000))];

it('looking a path up: compares no more of a thousand rules with the visitor than of ten', () => {
  expect([ten.count, thousand.count]).toEqual([10, 1000]);
  expect(thousand.shapes.map(({ letters }) => letters)).toEqual(ten.shapes.map(({ letters }) => letters));
  for (const path of ['/exact/0', '/prefix-0/a/b', '/pattern-0/2020/x', '/nowhere/at/all', '/', '/ja/exact/0/'])
    expect([path, find(thousand, path).lookedAt]).toEqual([path, find(ten, path).lookedAt]);
});

it('looking a path up: compares one rule where one matches, and none where none does', () => {
  const last = (kind: string) =>
    thousand.rules.findLast(({ source }) => source.text.startsWith(kind))?.source.text ?? '';
  expect(find(thousand, last('/exact')).lookedAt).toBe(1);
  expect(find(thousand, last('/prefix').replace('*', 'x')).lookedAt).toBe(1);
  expect(find(thousand, last('/pattern').replace(/:\w+/g, 'x'))).toMatchObject({
    lookedAt: 1,
    hit: expect.anything(),
  });
  expect(find(thousand, '/nowhere/at/all').lookedAt).toBe(0);
});

it('of a path with a thousand segments compares no more', () => {
  expect(find(thousand, `/prefix-0${'/x'.repeat(1000)}`).lookedAt).toBe(1);
  expect(find(thousand, `${'/x'.repeat(1000)}`).lookedAt).toBe(0);
});

it('looking a path up says what another visitor’s answer may differ by, and nothing more', () => {
  const rules = rulesOf('/a /b locale=ja\n/a /c platform=iOS\n/a /d country=FR\n/e /f');
  expect(find(rules, '/a', { locale: 'ja' }).asked).toEqual({ locale: true, country: false, platform: false });
  expect(find(rules, '/a').asked).toEqual({ locale: true, country: true, platform: true });
  expect(find(rules, '/e').asked).toEqual({ locale: false, country: false, platform: false });
});
