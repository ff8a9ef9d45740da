import { expect, it } from 'vitest';
import { makeAtOnce } from './at-once.ts';

const clock = { ms: 0, nowMs: () => clock.ms };

it('a person has so much work at once, and other people have theirs', () => {
  const atOnce = makeAtOnce(2, clock);
  const [first] = [atOnce.begin('a'), atOnce.begin('a')];
  expect(() => atOnce.begin('a')).toThrow('too_many_requests');
  atOnce.begin('b');
  first?.end();
  first?.end();
  atOnce.begin('a');
  expect(() => atOnce.begin('a')).toThrow('too_many_requests');
});

it('work that shows no sign for a minute has ended, and its late signs change nothing', () => {
  const atOnce = makeAtOnce(1, clock);
  const lost = atOnce.begin('a');
  clock.ms += 50_000;
  lost.beat();
  clock.ms += 50_000;
  expect(() => atOnce.begin('a')).toThrow('too_many_requests');
  clock.ms += 20_000;
  atOnce.begin('a');
  lost.beat();
  lost.end();
  expect(() => atOnce.begin('a')).toThrow('too_many_requests');
});

it('work that ends a second time does not free the place of later work', () => {
  const atOnce = makeAtOnce(1, clock);
  const first = atOnce.begin('a');
  first.end();
  atOnce.begin('a');
  first.end();
  expect(() => atOnce.begin('a')).toThrow('too_many_requests');
});
