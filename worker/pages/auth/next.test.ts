import { expect, test } from 'vitest';
import { HARMLESS_TARGETS, HOSTILE_TARGETS } from '#test/seed/redirect-vectors.ts';
import { safeNext } from './next.ts';

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
