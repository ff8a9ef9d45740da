import { BlockList } from 'node:net';
import { expect, it, test } from 'vitest';
import { FORBIDDEN_IPV4, FORBIDDEN_IPV6, isPublicAddress, PUBLIC_IPV6, whyForbiddenUrl } from './public-address.ts';

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

test('the parser of addresses agrees with the platform about 20,000 addresses', () => {
  const [forbidden, open] = [new BlockList(), new BlockList()];
  for (const [net, prefix] of FORBIDDEN_IPV4) forbidden.addSubnet(net, prefix, 'ipv4');
  for (const [net, prefix] of FORBIDDEN_IPV6) forbidden.addSubnet(net, prefix, 'ipv6');
  open.addSubnet(...PUBLIC_IPV6, 'ipv6');
  let state = 7;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const heads = ['2001', '2002', '2000', '3fff', '3ffe', '0', 'fe80', '2600', '64'];
  for (let round = 0; round < 10_000; round += 1) {
    const ipv4 = Array.from({ length: 4 }, () => next(256)).join('.');
    expect([ipv4, isPublicAddress(ipv4)]).toEqual([ipv4, !forbidden.check(ipv4, 'ipv4')]);
    const tail = Array.from({ length: next(7) }, () => next(2) * next(65_536)).map((part) => part.toString(16));
    const groups = [heads[next(heads.length)] ?? '', ...tail];
    const ipv6 = `${groups.join(':')}::`;
    const isPublic = open.check(ipv6, 'ipv6') && !forbidden.check(ipv6, 'ipv6');
    expect([ipv6, isPublicAddress(ipv6)]).toEqual([ipv6, isPublic]);
  }
});

test.each([
  '1.2.3',
  '01.2.3.4',
  '1.2.3.4.5',
  '256.1.1.1',
  '2606::1::2',
  '2606:1',
  ':',
  'g::',
  '2606::12345',
  '1.2.3.4::',
])('text that is no address, such as %s, is not public', (text) => {
  expect(isPublicAddress(text)).toBe(false);
});
