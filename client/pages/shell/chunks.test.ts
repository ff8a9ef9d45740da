import { expect, test } from 'vitest';
import { answerLostChunk, type ChunkPorts } from './chunks.ts';

interface World extends ChunkPorts {
  readonly done: string[];
}

function make(given: Partial<ChunkPorts> = {}, kept = new Map<string, string>()): World {
  const done: string[] = [];
  return {
    done,
    build: 'b1',
    path: '/drive/all',
    latest: () => Promise.resolve('b2'),
    nowMs: () => 100_000,
    storage: () => ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }),
    mayLeave: () => true,
    reload: () => void done.push('reload'),
    tell: () => void done.push('tell'),
    ...given,
  };
}

test('a page of an older build loads again when a part of it is gone', async () => {
  const world = make();
  await answerLostChunk(world);
  expect(world.done).toEqual(['reload']);
});

test.each([
  [9_999, 'tell'],
  [10_000, 'reload'],
])('%i ms after the last time the answer is: %s', async (laterMs, answer) => {
  const kept = new Map<string, string>();
  await answerLostChunk(make({}, kept));
  const again = make({ nowMs: () => 100_000 + laterMs }, kept);
  await answerLostChunk(again);
  expect(again.done).toEqual([answer]);
});

test('another path has a time of its own', async () => {
  const kept = new Map<string, string>();
  await answerLostChunk(make({}, kept));
  const other = make({ path: '/drive/trash' }, kept);
  await answerLostChunk(other);
  expect(other.done).toEqual(['reload']);
});

test.each([
  ['the build is still the same', { latest: () => Promise.resolve('b1') }],
  ['the network is gone', { latest: () => Promise.reject(new TypeError('gone')) }],
])('nothing is done when %s', async (_, given) => {
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
])('the person is told instead when %s', async (_, given) => {
  const world = make(given);
  await answerLostChunk(world);
  expect(world.done).toEqual(['tell']);
});
