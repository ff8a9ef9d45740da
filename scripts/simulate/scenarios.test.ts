import { expect, it } from 'vitest';
import { makeRandom } from '#worker/platform/faults/faults.ts';
import type { Measure, Measures } from './measures.ts';
import { bannedContent, hotLink, manyDrives, signInStorm } from './scenarios.ts';

const action: Measure = { calls: 1, rowsWritten: 1, objectMs: 2, dollars: 10 };
const measuresWith = (view: Measure): Measures => ({
  at: '2026-11-25T00:00:00Z',
  loadAverage: 0,
  actions: {
    upload: action,
    view,
    hotView: action,
    savedFile: action,
    download: action,
    signIn: action,
    listing: action,
  },
});
const modelWith = (view: Measure) => ({ measures: measuresWith(view), random: makeRandom(1) });

const valueIn = (lines: readonly { what: string; value: string }[], what: RegExp): string =>
  lines.find((line) => what.test(line.what))?.value ?? '';

it('a link that each view asks is saturated, one with leases is not', () => {
  const { lines } = hotLink(modelWith(action));
  expect(valueIn(lines, /^each view asks: work/)).toContain('saturated');
  expect(valueIn(lines, /^leases: work/)).not.toContain('saturated');
  expect(valueIn(lines, /^first object/)).toContain('at 500 views');
});

it('a cheaper view lets the link take more of them', () => {
  const { lines } = hotLink(modelWith({ ...action, objectMs: 1 }));
  expect(valueIn(lines, /^first object/)).toContain('at 1000 views');
});

it('uploads of many drives cost their list price', () => {
  // 100 million drives with two uploads a day, 30 days, at 10 dollars a million.
  expect(valueIn(manyDrives(modelWith(action)).lines, /^a month of uploads/)).toBe('60000 $');
});

it('sign-ins are limited by the objects that hash', () => {
  expect(valueIn(signInStorm(modelWith(action)).lines, /^first object/)).toContain(
    `at ${Math.round((256 * 1_000) / 35)}`,
  );
});

it('telling many drives takes a part of the object that calls them', () => {
  expect(valueIn(bannedContent(modelWith(action)).lines, /work of a second/)).not.toContain('saturated');
});
