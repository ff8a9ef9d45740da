import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitLocale } from '#shared/locale/path.ts';
import type { LOCALES } from '#shared/locale/tags.ts';
import { findRedirect } from './find.ts';
import { parseRedirects } from './parse.ts';
import type { RedirectRules } from './rule.ts';

const HOME = { appOrigin: 'https://drive.example.com', ownOrigins: [], externalOrigins: new Set<string>() };
/** Browsers follow twenty. */
const MOST_HOPS = 20;

function hops(rules: RedirectRules, start: string, locale: (typeof LOCALES)[number]): number {
  let at = start;
  for (let hop = 0; hop <= MOST_HOPS; hop += 1) {
    const url = new URL(at, HOME.appOrigin);
    const { locale: prefix, path } = splitLocale(url.pathname);
    const visitor = { locale: prefix ?? locale, country: 'US', platform: null, nowMs: 0 } as const;
    const { hit } = findRedirect(rules, { ...visitor, path, search: url.search, prefix }, HOME);
    if (!hit || hit.isExternal) return hop;
    at = hit.target;
  }
  return Number.POSITIVE_INFINITY;
}

const source = fc.constantFrom(
  '/',
  '/a',
  '/b',
  '/a/b',
  '/b/a',
  '/a/*',
  '/b/*',
  '/*',
  '/a/:x',
  '/:x/a',
  '/:x/:y',
  '/a/:x/*',
);
const target = fc.constantFrom(
  '/',
  '/a',
  '/b',
  '/c',
  '/a/b',
  '/b/a',
  '/ja/a',
  '/ko/b',
  '/a/:splat',
  '/b/:splat',
  '/:splat',
  '/c/:splat',
  '/b/:x',
  '/:x',
  '/:y/:x',
  '/a/:x/:splat',
  '/:x/b',
  '/c/:x-:y',
);
const when = fc.constantFrom('', '', ' locale=ja', ' locale=ko,ja', ' country=JP');
const rule = fc.tuple(source, target, when).map((all) => `${all[0]} ${all[1]}${all[2]}`);
const path = fc.array(fc.constantFrom('a', 'b', 'c', 'x'), { maxLength: 6 }).map((all) => `/${all.join('/')}`);

it('a visitor of rules that were accepted always arrives', () => {
  let accepted = 0;
  fc.assert(
    fc.property(
      fc.uniqueArray(rule, { minLength: 1, maxLength: 4 }),
      fc.array(path, { minLength: 3, maxLength: 4 }),
      (lines, paths) => {
        const parsed = parseRedirects(lines.join('\n'));
        if (!parsed.ok) return;
        accepted += 1;
        for (const start of paths)
          for (const locale of ['en-US', 'ja', 'ko'] as const)
            expect([lines, start, hops(parsed.value, start, locale) <= MOST_HOPS]).toEqual([lines, start, true]);
      },
    ),
    { numRuns: 3000 },
  );
  expect(accepted).toBeGreaterThan(300);
});

it('rules that are too tangled to be followed are refused before they cost anybody a minute', () => {
  const wide = Array.from({ length: 1_900 }, (_, at) => `/a${at}/* /:splat/${at}`).join('\n');
  const parsed = parseRedirects(wide);
  expect(parsed.ok).toBe(false);
  expect(parsed.ok || parsed.problems[0]?.message).toContain('too many ways');
});
