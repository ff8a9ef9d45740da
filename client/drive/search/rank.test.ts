import { expect, test } from 'vitest';
import { makeLocalStore } from '#client/browser-storage/local.ts';
import { DAY_MS } from '#shared/units.ts';
import { makeSearchMemory, weightOf } from './memory.ts';
import { bestOf, termsOfText } from './rank.ts';

const entry = (id: string, label: string, group = 'files', sought = '') => ({ id, label, group, sought });

test('the better match ranks first, then the entry that is used more; words match in any order and with one error', () => {
  const entries = [
    entry('inside', 'unplanned.txt'),
    entry('word', 'my plan.txt'),
    entry('begin', 'Plan.txt'),
    entry('other', 'Papierkorb', 'places', 'trash'),
    entry('used', 'my plan 2.txt'),
  ];
  const ids = (text: string, uses: Record<string, number> = {}) =>
    bestOf(entries, termsOfText(text), (id) => uses[id] ?? 0, 3).map(({ entries: some }) => some.map(({ id }) => id));
  expect(ids('plan', { used: 2 })).toEqual([['begin', 'used', 'word']]);
  expect(ids('plan my "2.txt" type:pdf')).toEqual([['used']]);
  expect(ids('trash')).toEqual([['other']]);
  expect(ids('papeirkorb')).toEqual([['other']]);
  expect(ids('plan', { inside: 9 })[0]?.[0]).toBe('begin');
  expect(ids('nothing')).toEqual([]);
});

test('searches and uses are stored on the device, the newest first, a few of them', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const memory = makeSearchMemory(makeLocalStore(() => storage));
  for (let n = 0; n < 12; n += 1) memory.noteSearch(`search ${n % 10}`);
  expect(memory.searches().slice(0, 3)).toEqual(['search 1', 'search 0', 'search 9']);
  expect(memory.searches()).toHaveLength(8);
  memory.forgetSearches();
  expect(memory.searches()).toEqual([]);
  for (const nowMs of [0, DAY_MS]) memory.noteUse({ id: 'a', label: 'A', href: '/drive/all' }, nowMs);
  const [use] = memory.uses();
  expect(use && weightOf(use, DAY_MS)).toBeCloseTo(1.95, 1);
  expect(use && weightOf(use, 15 * DAY_MS)).toBeCloseTo(0.98, 1);
  // Addresses of other sites are never taken from the storage.
  stored.set(
    'pp_palette_uses',
    JSON.stringify([{ id: 'x', times: 1, lastMs: 0, label: 'x', href: 'https://evil.test' }]),
  );
  expect(memory.uses()).toEqual([]);
});
