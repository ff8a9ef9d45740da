import { expect, test } from 'vitest';
import { HARMLESS_TARGETS, HOSTILE_TARGETS } from '#test/seed/redirect-vectors.ts';
import { boundedNext, readCarry, safeNext } from './next.ts';

const APP = 'https://drive.example.com';

test.each(['/s/Vabc', '/drive/all/Vx?view=list', '/ja/?a=b#c', '/'])('going on to %s is allowed', (path) => {
  expect(safeNext(path, APP)).toBe(path);
});

test.each([
  '',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/\n/evil.example',
  'drive/all',
  `/${'a'.repeat(3000)}`,
  '/x/..//evil.example',
])('going on to %j leads to the drive instead', (wanted) => {
  const next = safeNext(wanted, APP);
  expect(new URL(next, APP).origin).toBe(APP);
  expect(next.startsWith('//')).toBe(false);
});

test.each(HOSTILE_TARGETS)('going on to %j leads to the drive', (wanted) => {
  expect(safeNext(wanted, APP)).toBe('/drive/all');
});

test.each(HARMLESS_TARGETS)('going on to %j stays on this site', (wanted, spelled) => {
  expect(safeNext(wanted, APP)).toBe(spelled);
});

test.each([
  ['/drive/all?view=list&q=%22', '/drive/all?view=list&q=%22'],
  [`/drive/all?q=cat&junk=${'x'.repeat(30_000)}&view=list`, '/drive/all?q=cat&view=list'],
  [`/drive/all?${'%'.repeat(3_000)}`, '/drive/all'],
  [`/drive/all?${'a&'.repeat(15_000)}`, /^\/drive\/all\?a=/],
  [`/${'é'.repeat(900)}`, '/drive/all'],
])('the way back is short enough for a redirect, with the parameters that fit', (wanted, expected) => {
  const next = boundedNext(wanted);
  expect(next).toMatch(expected);
  expect(encodeURIComponent(next).length).toBeLessThanOrEqual(1_536);
});

test('the way back of a program keeps its whole query, and that of any other page is bounded when it is read', () => {
  const program = `/auth/authorize?client_id=a&state=${'s'.repeat(1_800)}`;
  const read = (next: string) => readCarry(new URLSearchParams({ next }), APP).next;
  expect(read(program)).toBe(program);
  expect(read(`/drive/all?q=${'%22'.repeat(600)}`)).toBe('/drive/all');
});
