/** Answers about entries: what a program asks for is repeated for each, in pieces of bounded length. */
import { expect, it } from 'vitest';
import { KIB, MINUTE_MS } from '#shared/units.ts';
import { activeLock } from './live-props.ts';
import { rendererOf, responsesIn } from './render.ts';

const entry = {
  id: 'a',
  name: 'a',
  isFile: true,
  sizeBytes: 0,
  mime: '',
  tag: 't',
  createdMs: 0,
  modifiedMs: 0,
  starred: false,
};
const beside = { base: '/dav/', nowMs: 0, quota: null, isReadOnly: false, recoveries: 0 };

it('entries under a hundred locks and with long properties come in pieces, and none is left out', () => {
  const lock = { token: 'urn:uuid:x', path: [], isDeep: true, isShared: true, owner: 'o'.repeat(2_000), untilMs: 1 };
  const entries = Array.from({ length: 40 }, (_, at) => ({
    ...entry,
    name: `${at}`,
    locks: Array.from({ length: 100 }, () => lock),
    props: [{ name: '{u:}a', xml: `<a xmlns="u:">${'p'.repeat(20 * KIB)}</a>` }],
  }));
  const render = rendererOf({ beside, more: new Map() }, { kind: 'all', include: [] });
  const pieces = [...responsesIn('/dav/', entries, render)];
  const one = Math.max(...entries.map((each) => render(each).length));
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(one + 65 * KIB);
  expect(pieces.join('').match(/<d:href>\/dav\/\d+</g)).toHaveLength(40);
});

it('a lock that was set after the request began still says half an hour at most', () => {
  const lock = {
    token: 'urn:uuid:x',
    path: [],
    isDeep: true,
    isShared: true,
    owner: '',
    untilMs: 30 * MINUTE_MS + 900,
  };
  expect(activeLock(lock, { base: '/dav/', nowMs: 0 })).toContain('<d:timeout>Second-1800<');
});
