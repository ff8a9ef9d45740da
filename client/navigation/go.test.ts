import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HARMLESS_TARGETS, HOSTILE_TARGETS } from '#test/seed/redirect-vectors.ts';
import { goTo } from './go.ts';
import { softPath } from './soft-link.ts';

const ORIGIN = 'https://drive.example.com';
const EXTERNAL = new Set(['https://example.com']);

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

function go(address: string, externalOrigins = new Set<string>()): string[] {
  const loaded: string[] = [];
  const isGone = goTo(address, { origin: ORIGIN, externalOrigins, load: (place) => loaded.push(place) });
  expect(isGone).toBe(loaded.length === 1);
  return loaded;
}

test.each(HOSTILE_TARGETS)('%j is not followed', (address) => {
  expect(go(address, EXTERNAL)).toEqual([]);
});

test.each(HARMLESS_TARGETS)('%j is loaded on this site', (address, spelled) => {
  expect(go(address)).toEqual([spelled]);
});

test('another site is loaded only when its origin is listed', () => {
  expect(go('https://example.com/x', EXTERNAL)).toEqual(['https://example.com/x']);
  expect(go('https://example.com/x')).toEqual([]);
});

test.each([...HOSTILE_TARGETS, ...HARMLESS_TARGETS.map(([address]) => address)])(
  'a link to %j is never shown in the document of this site unless it is a page of it',
  (address) => {
    const here = `${ORIGIN}/ja/tv`;
    if (!URL.canParse(address, here)) return;
    const path = softPath(new URL(address, here).href, here);
    expect(path === null || /^\/ja(\/(?![/\\])|$)/.test(path)).toBe(true);
  },
);
