import { expect, test } from 'vitest';
import { makeSlots } from './slots.ts';

const never = new AbortController().signal;

test('slots are limited, and a released slot goes to the next in the queue', async () => {
  const slots = makeSlots(2);
  const order: string[] = [];
  const first = await slots.take(never);
  await slots.take(never);
  const third = slots.take(never).then(() => order.push('third'));
  const fourth = slots.take(never).then(() => order.push('fourth'));
  expect(order).toEqual([]);
  first();
  first();
  await third;
  expect(order).toEqual(['third']);
  void fourth;
});

test('an aborted wait leaves the queue', async () => {
  const slots = makeSlots(1);
  const held = await slots.take(never);
  const control = new AbortController();
  const waiting = slots.take(control.signal);
  control.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  held();
  await expect(slots.take(never)).resolves.toBeTypeOf('function');
});

test('resize changes the limit without taking slots in use', async () => {
  const slots = makeSlots(2);
  const held = [await slots.take(never), await slots.take(never)];
  slots.resize(1);
  const third = slots.take(never);
  let isIn = false;
  void third.then(() => {
    isIn = true;
  });
  held[0]?.();
  await Promise.resolve();
  expect(isIn).toBe(false);
  held[1]?.();
  await third;
  const more = [slots.take(never), slots.take(never)];
  slots.resize(3);
  await Promise.all(more);
});
