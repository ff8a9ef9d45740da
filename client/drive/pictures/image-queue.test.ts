import { expect, it } from 'vitest';
import { makeImageQueue } from './image-queue.ts';

function queueOf(atOnce: number) {
  const started: string[] = [];
  const queue = makeImageQueue<string>((item) => void started.push(item));
  queue.limit(atOnce);
  return { started, queue };
}

it('images load a few at a time, in the order they came into sight', () => {
  const { started, queue } = queueOf(2);
  for (const item of ['a', 'b', 'c', 'd']) queue.add(item);
  expect(started).toEqual(['a', 'b']);
  queue.remove('a');
  expect(started).toEqual(['a', 'b', 'c']);
});

it('an image that left before its turn is not loaded', () => {
  const { started, queue } = queueOf(1);
  for (const item of ['a', 'b', 'c']) queue.add(item);
  queue.remove('b');
  queue.remove('a');
  expect(started).toEqual(['a', 'c']);
});

it('no image starts at a limit of none, and as many as a new limit allows', () => {
  const { started, queue } = queueOf(0);
  for (const item of ['a', 'b', 'c']) queue.add(item);
  expect(started).toEqual([]);
  queue.limit(2);
  expect(started).toEqual(['a', 'b']);
});

it('a lower limit lets images end that have started', () => {
  const { started, queue } = queueOf(3);
  for (const item of ['a', 'b', 'c', 'd', 'e']) queue.add(item);
  queue.limit(1);
  queue.remove('a');
  queue.remove('b');
  expect(started).toEqual(['a', 'b', 'c']);
  queue.remove('c');
  expect(started).toEqual(['a', 'b', 'c', 'd']);
});

it('an image that is added twice loads once', () => {
  const { started, queue } = queueOf(3);
  queue.add('a');
  queue.add('a');
  expect(started).toEqual(['a']);
});
