import { expect, test } from 'vitest';
import { finishSignIn } from './arrived.ts';
import { clockOf, digitsOf } from './fields.ts';
import { storeLoginPurpose } from './login-purpose.ts';

test.each([
  ['123 456', '123456'],
  [' 123-456\n', '123456'],
  ['１２３４５６', '123456'],
  ['12\u200b3\u2011456', '123456'],
  ['12x', '12x'],
])('the code %j is read as %j', (pasted, read) => {
  expect(digitsOf(pasted)).toBe(read);
});

test.each([
  [60, '1:00'],
  [59, '0:59'],
  [5, '0:05'],
])('a wait of %d s reads %s', (seconds, clock) => {
  expect(clockOf(seconds)).toBe(clock);
});

test.each([
  ['?scene=save&next=/x', ['save']],
  ['?scene=', []],
  ['', []],
  ['?scene=%3Cscript%3E', []],
  [`?scene=${'a'.repeat(65)}`, []],
])('of the address %s the scene %j is kept', (query, kept) => {
  const seen: string[] = [];
  storeLoginPurpose(new URL(`https://magpie.example/auth${query}`), (scene) => seen.push(scene));
  expect(seen).toEqual(kept);
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

test('a window that was opened for signing in closes; another goes on, or stays where nothing follows', () => {
  expect(finished('/drive/trash', true)).toEqual(['close']);
  expect(finished('/drive/trash', false)).toEqual(['/drive/trash']);
  expect(finished(null, false)).toEqual([]);
});

test('nothing is finished where nobody is signed in', () => {
  expect(finished(undefined, true)).toEqual([]);
});
