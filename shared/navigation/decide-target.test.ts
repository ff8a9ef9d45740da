import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HARMLESS_TARGETS, HOSTILE_TARGETS } from '#test/seed/redirect-vectors.ts';
import { decideTarget } from './decide-target.ts';

const APP = 'https://drive.example.com';
const EXTERNAL = new Set(['https://example.com']);
const rules = { appOrigin: APP, externalOrigins: EXTERNAL };

it('a navigation is tried with at least 150 hostile targets, all different', () => {
  expect(new Set(HOSTILE_TARGETS).size).toBe(HOSTILE_TARGETS.length);
  expect(HOSTILE_TARGETS.length).toBeGreaterThanOrEqual(150);
});

it.each(HOSTILE_TARGETS)('a navigation: to %j is refused', (target) => {
  expect(decideTarget(target, rules).kind).toBe('refused');
});

it.each(HARMLESS_TARGETS)('a navigation: to %j stays on our own origin', (target, spelled) => {
  expect(decideTarget(target, rules)).toEqual({ kind: 'internal', target: spelled });
});

it.each([
  ['https://example.com', 'https://example.com/'],
  ['https://EXAMPLE.com:443/a?b=//c#d', 'https://example.com/a?b=//c#d'],
  ['https://example.com/検', 'https://example.com/%E6%A4%9C'],
])('a navigation: to %j leaves when its origin is allowed, and only then', (target, spelled) => {
  expect(decideTarget(target, rules)).toEqual({ kind: 'external', target: spelled });
  expect(decideTarget(target, { appOrigin: APP })).toEqual({ kind: 'refused', why: 'origin' });
});

it('a navigation never leaves without encryption, even where the list says so', () => {
  const externalOrigins = new Set(['http://example.com', 'null', '']);
  for (const target of ['http://example.com/', 'data:,x', 'file:///x', 'blob:null/x'])
    expect(decideTarget(target, { appOrigin: APP, externalOrigins })).toEqual({ kind: 'refused', why: 'protocol' });
});

it('a navigation stays at home where the installation itself runs without encryption on one machine', () => {
  const home = { appOrigin: 'http://localhost:8787' };
  expect(decideTarget('http://localhost:8787/faq', home)).toEqual({ kind: 'internal', target: '/faq' });
  expect(decideTarget('http://localhost:8788/faq', home).kind).toBe('refused');
  expect(decideTarget('https://localhost:8787/faq', home).kind).toBe('refused');
});

it('a navigation: ends on an allowed origin for any text, and what was judged is judged the same again', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '//',
    '@',
    ':',
    'https:',
    'evil.example',
    'ja',
    '%2f',
    '%5c',
    '..',
    '?',
    '#',
    '\t',
    'ａ',
    '／',
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 9 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(text, (target) => {
      const judged = decideTarget(target, rules);
      if (judged.kind === 'refused') return;
      const { origin } = new URL(judged.target, APP);
      expect(judged.kind === 'internal' ? [APP] : [...EXTERNAL]).toContain(origin);
      if (judged.kind === 'internal') expect(judged.target).toMatch(/^\/(?![/\\])/);
      expect(decideTarget(judged.target, rules)).toEqual(judged);
    }),
    { numRuns: 3000 },
  );
});
