import { expect, test } from 'vitest';
import { answerLostChunk, type ChunkPorts } from './chunks.ts';

interface World extends ChunkPorts {
  readonly done: string[];
}

function make(given: Partial<ChunkPorts> = {}, storage = new Map<string, string>()): World {
  const done: string[] = [];
  return {
    done,
    build: 'b1',
    path: '/drive/all',
    latest: () => Promise.resolve('b2'),
    isRemembered: () => Promise.resolve(false),
    nowMs: () => 100_000,
    storage: () => ({
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
    }),
    mayLeave: () => true,
    reload: () => void done.push('reload'),
    showNote: () => void done.push('tell'),
    ...given,
  };
}

test('a page of an older build reloads when a chunk is missing', async () => {
  const world = make();
  await answerLostChunk(world);
  expect(world.done).toEqual(['reload']);
});

test.each([
  [9_999, 'tell'],
  [10_000, 'reload'],
])('%i ms after the last reload the result is: %s', async (laterMs, answer) => {
  const storage = new Map<string, string>();
  await answerLostChunk(make({}, storage));
  const again = make({ nowMs: () => 100_000 + laterMs }, storage);
  await answerLostChunk(again);
  expect(again.done).toEqual([answer]);
});

test('a page of the same build reloads for a file that can be had and that its browser does not ask for again', async () => {
  const world = make({ latest: () => Promise.resolve('b1'), isRemembered: () => Promise.resolve(true) });
  await answerLostChunk(world);
  expect(world.done).toEqual(['reload']);
});

test('each path has its own reload time', async () => {
  const storage = new Map<string, string>();
  await answerLostChunk(make({}, storage));
  const other = make({ path: '/drive/trash' }, storage);
  await answerLostChunk(other);
  expect(other.done).toEqual(['reload']);
});

test.each([
  ['the build is still the same', { latest: () => Promise.resolve('b1') }],
  ['the network is gone', { latest: () => Promise.reject(new TypeError('gone')) }],
])('nothing happens when %s', async (_, given) => {
  const world = make(given);
  await answerLostChunk(world);
  expect(world.done).toEqual([]);
});

test.each<[string, Partial<ChunkPorts>]>([
  ['uploads would be lost', { mayLeave: () => false }],
  [
    'storage is forbidden',
    {
      storage: () => {
        throw new DOMException('no', 'SecurityError');
      },
    },
  ],
])('a note is shown instead when %s', async (_, given) => {
  const world = make(given);
  await answerLostChunk(world);
  expect(world.done).toEqual(['tell']);
});
