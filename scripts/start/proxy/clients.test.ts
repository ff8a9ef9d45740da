import { expect, test } from 'vitest';
import { SettingsError } from '../settings.ts';
import { clientKey, describeTrust, readTrustedProxies } from './clients.ts';

test('a proxy on this machine is trusted when none is listed', () => {
  const isTrusted = readTrustedProxies('');
  expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].map(isTrusted)).toEqual([true, true, true, true]);
  expect(['10.0.0.1', '203.0.113.1', '::2', ''].map(isTrusted)).toEqual([false, false, false, false]);
});

test('only listed addresses and networks are trusted', () => {
  const isTrusted = readTrustedProxies('10.1.0.0/16, 192.0.2.7,2001:db8::/32');
  expect(['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', '2001:db8:1::1'].map(isTrusted)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['10.2.0.1', '192.0.2.8', '127.0.0.1', '2001:db9::1'].map(isTrusted)).toEqual([false, false, false, false]);
});

test.each(['proxy', '10.0.0.0/33', '10.0.0.0/', '10.0.0.1,,', '::1/129', '10.0.0.0/-1'])(
  'TRUSTED_PROXIES=%s is refused',
  (text) => {
    expect(() => readTrustedProxies(text)).toThrow(SettingsError);
  },
);

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the client %s counts as %s', (address, key) => {
  expect(clientKey(address)).toBe(key);
});

test('a proxy header without listed proxies is a line at start', () => {
  const line = describeTrust({ trustedProxyHeader: 'x-real-ip', trustedProxies: '' });
  expect(line).toMatch(/^Addresses of clients come from x-real-ip .*TRUSTED_PROXIES\.\n$/);
});

test.each([
  { trustedProxyHeader: undefined, trustedProxies: '' },
  { trustedProxyHeader: undefined, trustedProxies: '10.0.0.1' },
  { trustedProxyHeader: 'x-real-ip', trustedProxies: '10.0.0.1' },
])('no line at start is printed for the proxies of %j', (settings) => {
  expect(describeTrust(settings)).toBe('');
});
