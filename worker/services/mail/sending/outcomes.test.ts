import { expect, it } from 'vitest';
import { makeMailOutcomes } from './outcomes.ts';

const clock = { ms: 5, nowMs: () => clock.ms };

it('a relay that refuses a letter fails since then, until it takes one', () => {
  const outcomes = makeMailOutcomes(clock);
  expect(outcomes.failingSinceMs()).toBeNull();
  outcomes.refused('a@example.com', false);
  clock.ms = 9;
  outcomes.refused('b@example.com', false);
  expect(outcomes.failingSinceMs()).toBe(5);
  outcomes.accepted('b@example.com');
  expect(outcomes.failingSinceMs()).toBeNull();
});

it('one address without a mailbox is no fault of the relay; three in a row are', () => {
  const outcomes = makeMailOutcomes(clock);
  for (const to of ['a', 'a', 'a', 'b']) outcomes.refused(to, true);
  expect(outcomes.failingSinceMs()).toBeNull();
  outcomes.accepted('c');
  for (const to of ['a', 'b', 'd']) outcomes.refused(to, true);
  expect(outcomes.failingSinceMs()).toBe(9);
});

it('the outcome of a letter is that of the next one to its address', () => {
  const outcomes = makeMailOutcomes(clock);
  outcomes.refused('a', false);
  const watched = outcomes.watch('a');
  expect(watched()).toBeNull();
  outcomes.refused('b', false);
  expect(watched()).toBeNull();
  outcomes.accepted('a');
  expect(watched()).toBe('accepted');
  for (let number = 0; number < 1_001; number += 1) outcomes.accepted(`person ${number}`);
  expect(watched()).toBeNull();
});
