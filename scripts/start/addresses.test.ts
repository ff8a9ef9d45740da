import { expect, it } from 'vitest';
import { isPublicAddress, whyForbiddenUrl } from './addresses.ts';

it.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001::200e'])(
  'an address the server calls for a person may be %s',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  'fe80::1',
  'fe80::1%eth0',
  'fd00::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'localhost',
  '',
])('an address the server calls for a person is never %s', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each([
  'ftp://example.com/',
  'http://example.com:8080/',
  'https://example.com:80/',
  'http://a:b@example.com/',
  'file:///etc/passwd',
])('an address the server calls for a person is not asked for by %s', (url) => {
  expect(whyForbiddenUrl(new URL(url))).toBeTypeOf('string');
});

it.each(['http://example.com/', 'https://example.com:443/a?b'])(
  'an address the server calls for a person may be asked for by %s',
  (url) => {
    expect(whyForbiddenUrl(new URL(url))).toBeUndefined();
  },
);
