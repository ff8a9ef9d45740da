import { expect, it } from 'vitest';
import { shuffled } from './sequence.ts';

const files = Array.from({ length: 20 }, (_, n) => ({ moduleId: `test-${n}` }));
const namesOf = (seed: number, list = files): string[] => shuffled(list, seed).map(({ moduleId }) => moduleId);

it('the same seed gives the same order of files, however they were listed', () => {
  expect(namesOf(5)).toEqual(namesOf(5, files.toReversed()));
  expect(namesOf(5).toSorted()).toEqual(namesOf(6).toSorted());
});

it('another seed gives another order of files', () => {
  expect(namesOf(5)).not.toEqual(namesOf(6));
});
