/** Who is kept out by which rules, and who slips past none. */
import { describe, expect, test } from 'vitest';
import { readAddress } from '#shared/address.ts';
import type { CountryCode } from '#shared/country/model.ts';
import { accessDocument } from './document.ts';
import { type AccessRules, decide } from './rules.ts';

function rulesOf(document: object): AccessRules {
  const parsed = accessDocument.parse(JSON.stringify(document));
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.value;
}

const decisionOf = (rules: AccessRules, spelling: string, country: CountryCode = 'DE') =>
  decide(rules, { address: readAddress(spelling), country });

describe('a blocked address', () => {
  const rules = rulesOf({ blockedAddresses: ['203.0.113.5', '198.51.100.0/24', '2001:db8::/32', '2400:cb00:0:1::ab'] });

  test.each([
    '203.0.113.5',
    '3405803781',
    '0xcb007105',
    '0313.0.0161.05',
    '203.28933',
    '::ffff:203.0.113.5',
    '::FFFF:CB00:7105',
    '[::ffff:203.0.113.5%eth0]:443',
    '::ffff:0:203.0.113.5',
    '64:ff9b::203.0.113.5',
    '64:FF9B::cb00:7105',
    '2002:cb00:7105::1',
    '2001:0:4136:e378:8000:63bf:34ff:8efa',
    '198.51.100.0',
    '198.51.100.255',
    '0xc6336401',
    '::ffff:198.51.100.77',
    '2001:db8::',
    '2001:DB8:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF',
    '2001:0db8:0000:0000:0000:0000:0000:0001',
    '2001:db8::1%eth0',
    '[2001:db8::1]',
    '2400:CB00:0:1:0:0:0:AB',
    '2400:cb00:0:1::0.0.0.171',
  ])('a blocked address is refused as %s', (spelling) => expect(decisionOf(rules, spelling)).toBe('address'));

  test.each([
    '203.0.113.4',
    '203.0.113.6',
    '198.51.99.255',
    '198.51.101.0',
    '2001:db7:ffff::1',
    '2001:db9::',
    '2400:cb00:0:1::ac',
    '2002:cb00:7106::1',
    '',
    'unknown',
  ])('a blocked address does not block its neighbour %s', (spelling) =>
    expect(decisionOf(rules, spelling)).toBe('allowed'),
  );
});

test.each([
  ['2001:db8::/33', '2001:db8:7fff::1', '2001:db8:8000::1'],
  ['2001:db8::/127', '2001:db8::1', '2001:db8::2'],
  ['203.0.113.128/25', '203.0.113.128', '203.0.113.127'],
  ['203.0.113.4/31', '203.0.113.5', '203.0.113.6'],
  ['::ffff:203.0.113.0/120', '203.0.113.200', '203.0.114.0'],
  ['10.0.0.0/8', '10.255.255.255', '11.0.0.0'],
])('%s ends where its prefix says', (network, inside, outside) => {
  const rules = rulesOf({ blockedAddresses: [network] });
  expect([decisionOf(rules, inside), decisionOf(rules, outside)]).toEqual(['address', 'allowed']);
});

describe('exceptions', () => {
  const rules = rulesOf({
    blockedCountries: ['KP'],
    blockedAddresses: ['203.0.113.0/24'],
    allowedAddresses: ['203.0.113.9', '2001:db8:ffff::/48'],
  });

  test('let in an address of a blocked network, and of a closed country', () => {
    expect(decisionOf(rules, '203.0.113.9')).toBe('allowed');
    expect(decisionOf(rules, '::FFFF:203.0.113.9', 'KP')).toBe('allowed');
    expect(decisionOf(rules, '2001:db8:ffff::1', 'KP')).toBe('allowed');
  });

  test('do not let in who only tunnels from one', () => {
    expect(decisionOf(rules, '2002:cb00:7109::1')).toBe('address');
  });
});

test('countries that are blocked are closed, others are not', () => {
  const rules = rulesOf({ blockedCountries: ['KP', 'IR'] });
  expect([decisionOf(rules, '', 'KP'), decisionOf(rules, '', 'IR'), decisionOf(rules, '', 'DE')]).toEqual([
    'region',
    'region',
    'allowed',
  ]);
});

test('countries that are allowed close all others', () => {
  const rules = rulesOf({ allowedCountries: ['DE'] });
  expect([decisionOf(rules, '', 'DE'), decisionOf(rules, '', 'AT')]).toEqual(['allowed', 'region']);
});

test('countries say less than a blocked address: that is what a person can do something about', () => {
  const rules = rulesOf({ blockedCountries: ['KP'], blockedAddresses: ['203.0.113.5'] });
  expect(decisionOf(rules, '203.0.113.5', 'KP')).toBe('address');
});

test('empty rules refuse no visitor and need no check', () => {
  const rules = rulesOf({});
  expect(rules.isOpen).toBe(true);
  expect(decisionOf(rules, '203.0.113.5')).toBe('allowed');
  expect(rulesOf(JSON.parse(accessDocument.initial)).isOpen).toBe(true);
});

test('exceptions and an address to write to are no rules by themselves', () => {
  expect(rulesOf({ allowedAddresses: ['203.0.113.5'], contact: 'mailto:a@example.com' }).isOpen).toBe(true);
});
