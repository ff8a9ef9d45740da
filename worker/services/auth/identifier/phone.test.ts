import { expect, it } from 'vitest';
import { listCountries } from '#shared/country/model.ts';
import { normaliseIdentifier } from './identifier.ts';
import { parsePhone } from './phone.ts';

it.each([
  ['+49 (0)1512 3456789', '', '+4915123456789'],
  ['01512-3456789', 'DE', '+4915123456789'],
  ['＋49 1512 3456789', '', '+4915123456789'],
  ['(415) 555-2671', 'US', '+14155552671'],
  ['+1 415 555 2671', 'DE', '+14155552671'],
  ['138 1234 5678', 'CN', '+8613812345678'],
  ['+44 20 7946 0958', 'AQ', '+442079460958'],
  ['090-1234-5678', 'JP', '+819012345678'],
])('the phone number %s of %j is %s', (typed, country, e164) => {
  expect(parsePhone(typed, country)).toBe(e164);
});

it.each([
  ['', 'US'],
  ['12', 'US'],
  ['4155552671', ''],
  ['4155552671', 'AQ'],
  ['+999 123456', ''],
  ['call 415 555 2671', 'US'],
  ['415 555 2671 ext. 5', 'US'],
  ['+1 415 555 2671, +1 415 555 2672', 'US'],
  ['+1 415 555 26711234', 'US'],
  [`+1${'0'.repeat(60)}`, ''],
])('%j of %j is no phone number', (typed, country) => {
  expect(parsePhone(typed, country)).toBeNull();
});

it('a phone number is one identifier in any spelling, and never a name', () => {
  const spellings = ['+4915123456789', '+49 (0)1512 / 345 67 89', ' ＋49-1512-3456789 '];
  expect(new Set(spellings.map(normaliseIdentifier))).toEqual(new Set(['phone:+4915123456789']));
  expect(normaliseIdentifier('+0')).toBe('phone:+0');
});

it('the country table has each country once, with codes of the right shape', () => {
  const all = listCountries();
  expect(new Set(all.map(({ alpha3 }) => alpha3)).size).toBe(all.length);
  for (const { alpha2, alpha3, numeric, callingCode, englishName, chineseName } of all) {
    expect([alpha2, alpha3, numeric, callingCode].join(' ')).toMatch(/^[A-Z]{2} [A-Z]{3} \d{3} \d{0,3}$/);
    expect(englishName && chineseName).not.toBe('');
  }
});

it('the country table has no calling code for places without numbers', () => {
  expect(
    listCountries()
      .filter(({ callingCode }) => callingCode === '')
      .map(({ alpha2 }) => alpha2),
  ).toContain('AQ');
});
