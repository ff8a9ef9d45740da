/** Access rules that must not become live: each is refused with the place where it is wrong. */
import { expect, test } from 'vitest';
import { accessDocument } from './document.ts';

/** The text with the mistake, and where it stands. */
const WRONG: readonly (readonly [what: string, line: string, column: number, message: RegExp])[] = [
  ['a country that is none', '"blockedCountries": ["DE", "XX"]', 28, /XX is no country of ISO 3166-1/],
  ['a country in small letters', '"blockedCountries": ["de"]', 22, /de is no country/],
  ['a country by its number', '"allowedCountries": [276]', 22, /must be a text/],
  ['countries that are no list', '"blockedCountries": "DE"', 21, /must be a list/],
  [
    'a country that is blocked and allowed',
    '"blockedCountries": ["DE"], "allowedCountries": ["DE"]',
    0,
    /among the blocked and/,
  ],
  ['an address with too large a part', '"blockedAddresses": ["203.0.113.256"]', 22, /is no address and no network/],
  ['an address in octal', '"blockedAddresses": ["0313.0.113.5"]', 22, /is no address and no network/],
  ['an address as one number', '"blockedAddresses": ["3405803781"]', 22, /is no address and no network/],
  ['an address of three parts', '"blockedAddresses": ["203.0.113"]', 22, /is no address and no network/],
  ['a range', '"blockedAddresses": ["203.0.113.1-203.0.113.9"]', 22, /is no address and no network/],
  ['a host', '"blockedAddresses": ["example.com"]', 22, /is no address and no network/],
  ['a zone', '"blockedAddresses": ["fe80::1%eth0"]', 22, /is no address and no network/],
  ['an empty address', '"blockedAddresses": [""]', 22, /is no address and no network/],
  ['a prefix that is too long', '"blockedAddresses": ["203.0.113.0/33"]', 22, /more than 32 bits/],
  ['an IPv6 prefix that is too long', '"blockedAddresses": ["2001:db8::/129"]', 22, /more than 128 bits/],
  [
    'a network that starts elsewhere',
    '"blockedAddresses": ["203.0.113.5/24"]',
    22,
    /the network is 203\.0\.113\.0\/24/,
  ],
  [
    'an IPv6 network that starts elsewhere',
    '"blockedAddresses": ["2001:db8::1/32"]',
    22,
    /the network is 2001:db8::\/32/,
  ],
  ['everybody', '"blockedAddresses": ["0.0.0.0/0"]', 22, /would keep out too many/],
  ['everybody on IPv6', '"blockedAddresses": ["::/0"]', 22, /would keep out too many/],
  ['half of everybody', '"blockedAddresses": ["128.0.0.0/1"]', 22, /would keep out too many/],
  ['all of IPv4 in IPv6 words', '"blockedAddresses": ["::ffff:0:0/95"]', 22, /wider than all of IPv4/],
  ['a second mistake in a list', '"blockedAddresses": ["203.0.113.5", "x"]', 37, /x is no address/],
  ['an exception that is none', '"allowedAddresses": ["x"]', 22, /x is no address/],
  ['a domain without https', '"domains": ["http://drive.example.com"]', 13, /no https origin/],
  ['a domain with a path', '"domains": ["https://drive.example.com/"]', 13, /no https origin/],
  ['a domain that is a name', '"domains": ["drive.example.com"]', 13, /no https origin/],
  [
    'too many domains',
    `"domains": [${Array.from({ length: 11 }, (_, i) => `"https://d${i}.example"`).join(',')}]`,
    12,
    /at most/,
  ],
  ['a contact that is a script', '"contact": "javascript:alert(1)"', 12, /must be mailto/],
  ['a contact that is a bare name', '"contact": "us@example.com"', 12, /must be mailto/],
  ['a server that is none', '"stun": { "enabled": true, "server": "example.com" }', 38, /must be like stun/],
  ['a check without a server', '"stun": { "enabled": true }', 9, /needs a server/],
  ['a field nobody knows', '"blockedContries": []', 1, /no such field/],
];

test.each(WRONG)('%s is refused where it stands', (_, line, column, message) => {
  const parsed = accessDocument.parse(`{\n${line}\n}\n`);
  const [problem] = parsed.ok ? [] : parsed.problems;
  expect(problem?.message).toMatch(message);
  // A problem of the whole document is reported at its beginning.
  expect([problem?.line, problem?.column]).toEqual(column === 0 ? [1, 1] : [2, column]);
});

test.each(['', '{', '[]', 'null', '{"domains": [}', '// no\n{}'])('%j is refused', (text) => {
  expect(accessDocument.parse(text).ok).toBe(false);
});
