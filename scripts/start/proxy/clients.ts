/** Trusted reverse proxies, and the key under which the requests of one client are counted. */
import { BlockList, isIP, isIPv4 } from 'node:net';
import { readAddress } from '#shared/address.ts';
import { type Settings, SettingsError } from '../settings.ts';

/** A proxy on this machine. */
const LOOPBACK = '127.0.0.0/8,::1/128';

/** @param text  comma-separated addresses and networks of TRUSTED_PROXIES; '' for this machine. @throws SettingsError */
export function readTrustedProxies(text: string): (peer: string) => boolean {
  const list = new BlockList();
  for (const entry of (text || LOOPBACK).split(',').map((part) => part.trim())) {
    const [address = '', bits] = entry.split('/');
    const version = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const most = version === 'ipv6' ? 128 : 32;
    const prefix = bits === undefined ? most : Number(bits);
    if (isIP(address) === 0 || !/^\d{1,3}$/.test(bits ?? '0') || prefix > most)
      throw new SettingsError(`TRUSTED_PROXIES must list addresses or networks such as 10.0.0.0/8, not "${entry}".`);
    list.addSubnet(address, prefix, version);
  }
  return (peer) => {
    const address = readAddress(peer);
    return address !== '' && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  };
}

/** A line at start; '' when the proxies are listed or none is used. */
export function describeTrust({
  trustedProxyHeader,
  trustedProxies,
}: Pick<Settings, 'trustedProxyHeader' | 'trustedProxies'>): string {
  if (trustedProxyHeader === undefined || trustedProxies !== '') return '';
  return `Addresses of clients come from ${trustedProxyHeader} of a proxy on this machine. One on another host is listed in TRUSTED_PROXIES.\n`;
}

/** IPv6 clients get whole /64 networks: one of those counts as one client. */
export function clientKey(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  if (tail !== undefined) {
    const last = tail.split(':').filter(Boolean);
    while (groups.length + last.length < 8) groups.push('0');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}
