import { expect, test } from 'vitest';
import { FIRST_STEPS, FIRST_STEPS_ID } from '#shared/auth/first-steps.ts';
import { doneIn } from './ticks.ts';

test('a page says which steps are done; one without the list says that all are', () => {
  expect(doneIn(`<aside id="${FIRST_STEPS_ID}" data-done="add phone"></aside>`)).toEqual(['add', 'phone']);
  expect(doneIn(`<aside id="${FIRST_STEPS_ID}" data-done=""></aside>`)).toEqual([]);
  expect(doneIn('<main></main>')).toEqual(FIRST_STEPS);
});
