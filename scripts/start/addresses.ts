/** Which internet addresses a server may call on behalf of a person: pure decisions, no I/O. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Everything that is not a public unicast address; IANA special-purpose registry. */
const FORBIDDEN_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/**
 * Exceptions in 2000::/3, the only block of public unicast: protocol assignments with Teredo, documentation, 6to4.
 * Mapped (::ffff:0:0/96), NAT64 (64:ff9b::/96), link-local, unique-local and multicast are outside of it.
 */
const FORBIDDEN_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/** @param address  an IP address without brackets or zone; @returns true for public unicast only */
export function isPublicAddress(address: string): boolean {
  const list = new BlockList();
  if (isIPv4(address)) {
    for (const [net, prefix] of FORBIDDEN_IPV4) list.addSubnet(net, prefix, 'ipv4');
    return !list.check(address, 'ipv4');
  }
  if (!isIPv6(address) || address.includes('%')) return false;
  const unicast = new BlockList();
  unicast.addSubnet('2000::', 3, 'ipv6');
  for (const [net, prefix] of FORBIDDEN_IPV6) list.addSubnet(net, prefix, 'ipv6');
  return unicast.check(address, 'ipv6') && !list.check(address, 'ipv6');
}

/** Why an address may not be called, or undefined when it may. Checks scheme, port and credentials, not the host name. */
export function whyForbiddenUrl(url: URL): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'only http and https are allowed';
  if (url.port !== '') return 'only the default ports are allowed';
  if (url.username !== '' || url.password !== '') return 'credentials in the address are not allowed';
  return undefined;
}
