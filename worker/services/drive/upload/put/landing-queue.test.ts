import { expect, test } from 'vitest';
import { makeLandingQueue } from './landing-queue.ts';

function makeStorage() {
  const groups: number[][] = [[]];
  let finish: (() => void) | undefined;
  return {
    groups,
    write: (n: number) => void groups.at(-1)?.push(n),
    synced: () =>
      new Promise<void>((resolve) => {
        groups.push([]);
        finish = resolve;
      }),
    finish: () => finish?.(),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a first landing runs at once, and those that come while it is written run together, in order', async () => {
  const storage = makeStorage();
  const queue = makeLandingQueue(storage.synced);
  const answers: number[] = [];
  const land = (n: number) => queue.run(() => storage.write(n)).then(() => answers.push(n));
  void land(1);
  expect(storage.groups).toEqual([[1], []]);
  for (const n of [2, 3, 4]) void land(n);
  expect(storage.groups).toEqual([[1], []]);
  storage.finish();
  await turn();
  expect(storage.groups).toEqual([[1], [2, 3, 4], []]);
  expect(answers).toEqual([1, 2, 3, 4]);
  storage.finish();
  await turn();
  void land(5);
  expect(storage.groups).toEqual([[1], [2, 3, 4], [5], []]);
});

test('a landing that fails fails alone', async () => {
  const storage = makeStorage();
  const queue = makeLandingQueue(storage.synced);
  void queue.run(() => 0);
  const failing = queue.run(() => {
    throw new Error('full');
  });
  const next = queue.run(() => 7);
  storage.finish();
  await expect(failing).rejects.toThrow('full');
  expect(await next).toBe(7);
});
