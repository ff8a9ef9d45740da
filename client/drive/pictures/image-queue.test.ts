import { expect, it } from 'vitest';
import { makeImageQueue } from './image-queue.ts';

function queueOf(atOnce: number) {
  const started: string[] = [];
  return { started, queue: makeImageQueue<string>(atOnce, (item) => void started.push(item)) };
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

it('no image starts while the queue is paused', () => {
  const { started, queue } = queueOf(2);
  queue.pause(true);
  queue.add('a');
  expect(started).toEqual([]);
  queue.pause(false);
  expect(started).toEqual(['a']);
});

it('an image that is added twice loads once', () => {
  const { started, queue } = queueOf(3);
  queue.add('a');
  queue.add('a');
  expect(started).toEqual(['a']);
});
