import { expect, test } from 'vitest';
import { makePictureMemory, type Picture } from './pictures.ts';

const some = (...ids: string[]) => new Map<string, Picture>(ids.map((id) => [id, null]));
const answer = (version: number, ids: string[], untilMs = 1_000, chars = 10) => ({
  version,
  pictures: some(...ids),
  chars,
  untilMs,
});

test('pictures of a link are given while its lease lasts', () => {
  const memory = makePictureMemory();
  memory.hold('link', answer(1, ['a']));
  expect(memory.leased('link', 'a', 999)).toBeNull();
  expect(memory.leased('link', 'a', 1_000)).toBeUndefined();
  expect(memory.leased('link', 'b', 999)).toBeUndefined();
  expect(memory.leased('other', 'a', 999)).toBeUndefined();
});

test('pictures of one version are kept together, and those of another version take their place', () => {
  const memory = makePictureMemory();
  memory.hold('link', answer(1, ['a']));
  memory.hold('link', answer(1, ['b'], 2_000));
  expect([memory.leased('link', 'a', 1_500), memory.leased('link', 'b', 1_500)]).toEqual([null, null]);
  memory.hold('link', answer(2, ['b'], 2_000));
  expect(memory.leased('link', 'a', 1_500)).toBeUndefined();
  expect(memory.known('link')?.version).toBe(2);
});

test('an answer without a lease ends the one before', () => {
  const memory = makePictureMemory();
  memory.hold('link', answer(1, ['a']));
  memory.hold('link', answer(1, [], 0));
  expect(memory.leased('link', 'a', 500)).toBeUndefined();
  expect(memory.known('link')?.pictures.has('a')).toBe(true);
});

test('links that were asked about long ago are forgotten when there are too many', () => {
  const memory = makePictureMemory(1_000);
  for (let at = 0; at < 10; at += 1) memory.hold(`link ${at}`, answer(1, ['a'], 1_000, 300));
  const known = Array.from({ length: 10 }, (_, at) => at).filter((at) => memory.known(`link ${at}`));
  expect(known).toEqual([7, 8, 9]);
});

test('files without pictures fill the memory, too', () => {
  const memory = makePictureMemory(1_000);
  for (let at = 0; at < 100; at += 1) memory.hold('link', answer(1, [`a file ${at}`.padEnd(26)], 1_000, 2));
  expect(memory.known('link')?.pictures.size).toBeLessThan(40);
});

test('one answer that is larger than the memory is not kept', () => {
  const memory = makePictureMemory(1_000);
  memory.hold('link', answer(1, ['a'], 1_000, 2_000));
  expect(memory.known('link')).toBeUndefined();
});
