import { expect, it } from 'vitest';
import { assignSlots } from './tile-slots.ts';

const always = () => true;

it('tiles that stay keep their element, those that enter take one of a tile that left, and the order comes back at rest', () => {
  const first = assignSlots(new Map(), ['a', 'b', 'c'], always, true);
  const second = assignSlots(first, ['b', 'c', 'd'], always, false);
  expect([...second.keys()]).toEqual(['d', 'b', 'c']);
  expect([...assignSlots(second, ['b', 'c', 'd'], always, true).keys()]).toEqual(['b', 'c', 'd']);
  expect([second.get('b'), second.get('c'), second.get('d')]).toEqual([first.get('b'), first.get('c'), first.get('a')]);
});

it('the element of a tile that has the focus becomes no other tile', () => {
  const first = assignSlots(new Map(), ['a', 'b'], always, true);
  const second = assignSlots(first, ['b', 'c'], (id) => id !== 'a', false);
  expect([...first.values()]).not.toContain(second.get('c'));
  expect(new Set(second.values()).size).toBe(2);
});
