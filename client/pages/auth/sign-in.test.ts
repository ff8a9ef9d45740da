import { expect, test } from 'vitest';
import { finishSignIn } from './arrived.ts';
import { clockOf } from './fields.ts';

test.each([
  [60, '1:00'],
  [59, '0:59'],
  [5, '0:05'],
])('a wait of %d s reads %s', (seconds, clock) => {
  expect(clockOf(seconds)).toBe(clock);
});

function finished(goOn: string | null | undefined, isPopup: boolean): string[] {
  const done: string[] = [];
  const mark = goOn === undefined ? null : { dataset: goOn === null ? {} : { goOn } };
  finishSignIn({
    page: { querySelector: () => mark } as unknown as Document,
    isPopup,
    close: () => done.push('close'),
    go: (address) => done.push(address),
  });
  return done;
}

test('a window opened for signing in closes; another follows the next address, or stays without one', () => {
  expect(finished('/drive/trash', true)).toEqual(['close']);
  expect(finished('/drive/trash', false)).toEqual(['/drive/trash']);
  expect(finished(null, false)).toEqual([]);
});

test('a page without a signed-in user is not closed', () => {
  expect(finished(undefined, true)).toEqual([]);
});
