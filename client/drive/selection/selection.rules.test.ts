import { expect, test } from 'vitest';
import { NOTHING_SELECTED, pressed, pruneSelection } from './selection.rules.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const PLAIN = { shift: false, toggle: false };
const TOGGLE = { shift: false, toggle: true };
const SHIFT = { shift: true, toggle: false };

test('a plain press selects one row alone', () => {
  const first = pressed(NOTHING_SELECTED, ORDER, 'b', PLAIN);
  expect([...pressed(first, ORDER, 'd', PLAIN).ids]).toEqual(['d']);
});

test('with Ctrl a press adds and removes', () => {
  const two = pressed(pressed(NOTHING_SELECTED, ORDER, 'b', TOGGLE), ORDER, 'd', TOGGLE);
  expect([...two.ids]).toEqual(['b', 'd']);
  expect([...pressed(two, ORDER, 'b', TOGGLE).ids]).toEqual(['d']);
});

test('with Shift the selection reaches from the first press, either way, and can be drawn back', () => {
  const anchor = pressed(NOTHING_SELECTED, ORDER, 'c', PLAIN);
  const down = pressed(anchor, ORDER, 'e', SHIFT);
  expect([...down.ids]).toEqual(['c', 'd', 'e']);
  expect([...pressed(down, ORDER, 'b', SHIFT).ids]).toEqual(['b', 'c']);
});

test('Shift and Ctrl together keep what was selected', () => {
  const first = pressed(pressed(NOTHING_SELECTED, ORDER, 'a', TOGGLE), ORDER, 'c', TOGGLE);
  expect([...pressed(first, ORDER, 'd', { shift: true, toggle: true }).ids]).toEqual(['a', 'c', 'd']);
});

test('Shift without a first press selects one row', () => {
  expect([...pressed(NOTHING_SELECTED, ORDER, 'c', SHIFT).ids]).toEqual(['c']);
});

test('Shift and an arrow without a first press include the focused row', () => {
  const two = pressed(NOTHING_SELECTED, ORDER, 'c', { ...SHIFT, from: 'b' });
  expect([...two.ids]).toEqual(['b', 'c']);
  expect([...pressed(two, ORDER, 'd', { ...SHIFT, from: 'c' }).ids]).toEqual(['b', 'c', 'd']);
});

test('rows that left the list leave the selection, with its anchor', () => {
  const all = { ids: new Set(ORDER), anchor: 'b' };
  const pruned = pruneSelection(all, ['a', 'c']);
  expect([...pruned.ids]).toEqual(['a', 'c']);
  expect(pruned.anchor).toBeNull();
});
