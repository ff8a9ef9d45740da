import { expect, it } from 'vitest';
import { passedRules } from './explain.ts';
import { findRedirect, type RedirectRequest } from './find.ts';
import { parseRedirects } from './parse.ts';

const HOME = { appOrigin: 'https://drive.example.com', ownOrigins: [], externalOrigins: new Set<string>() };
const TEXT = [
  'allow https://drive.example.com',
  '/a /later start=2026-12-01T00:00:00+01:00',
  '/a /over end=2026-01-01T00:00:00Z',
  '/a /some locale=ja platform=iOS country=FR,DE',
  '/a https://drive.example.com/b',
  '/a/* /wide',
].join('\n');

function passed(change: Partial<RedirectRequest> = {}) {
  const parsed = parseRedirects(TEXT);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const ask: RedirectRequest = {
    path: '/a',
    search: '',
    prefix: null,
    locale: 'en-US',
    country: 'DE',
    platform: null,
    nowMs: Date.UTC(2026, 10, 22),
    ...change,
  };
  return passedRules(parsed.value, ask, findRedirect(parsed.value, ask, HOME).hit).map(
    ({ line, why }) => `${line} ${why}`,
  );
}

it('says of each rule before the one that leads on why it does not', () => {
  expect(passed()).toEqual([
    '2 begins at 2026-11-30T23:00:00Z',
    '3 ended at 2026-01-01T00:00:00Z',
    '4 is only for locale=ja platform=iOS',
    '5 has a target that is this page itself, or may not be gone to: https://drive.example.com/b',
  ]);
});

it('says nothing of rules of other paths, of those behind it, and where none is asked', () => {
  expect(passed({ nowMs: Date.UTC(2026, 11, 2) })).toEqual([]);
  expect(passed({ path: '/none' })).toEqual([]);
  expect(passed({ path: '/auth' })).toEqual([]);
});
