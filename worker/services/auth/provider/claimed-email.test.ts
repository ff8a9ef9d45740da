import { expect, it } from 'vitest';
import { claimedEmail } from './claimed-email.ts';

it.each([
  ['alice@example.com', 'alice@example.com'],
  [' Alice@Example.com\n', 'Alice@Example.com'],
  ['alice@例子.中国', 'alice@xn--fsqu00a.xn--fiqs8s'],
])('the claim %j is the address %s', (claim, address) => {
  expect(claimedEmail(claim)).toBe(address);
});

it.each([
  'evil<victim@corp.com',
  'Evil <victim@corp.com>',
  '"evil" victim@corp.com',
  'mailto:victim@corp.com',
  'victim @ corp.com',
  'victim＠corp.com',
  'ｖictim@corp.com',
  'victim@ｃorp.com',
  'victim@corp。com',
  'victim@corp.com.',
  'victim@corp.com, evil',
  `${' '.repeat(310)}v@corp.com.evil.example`,
  undefined,
  7,
])('the claim %j is no address', (claim) => {
  expect(claimedEmail(claim)).toBe('');
});
