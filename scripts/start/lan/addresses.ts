/** Addresses of this machine and of its neighbours. Each call reads the interfaces; nothing is stored. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import os from 'node:os';
import { readAddress } from '#shared/address.ts';

/** Networks that no router of the internet forwards. @source RFC 1918, RFC 3927, RFC 4193, RFC 4291 */
export const PRIVATE_NETWORKS = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '127.0.0.0/8',
  'fc00::/7',
  'fe80::/10',
  '::1/128',
] as const;

type Interfaces = NodeJS.Dict<os.NetworkInterfaceInfo[]>;

function listOf(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return (address) => list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

export const isPrivate = listOf(PRIVATE_NETWORKS);

function all(interfaces: Interfaces): os.NetworkInterfaceInfo[] {
  return Object.values(interfaces).flatMap((list) => list ?? []);
}

/** Private addresses of this machine, loopback last. Addresses of one link only need an interface's name in a URL and are left out. */
export function ownAddresses(interfaces: Interfaces = os.networkInterfaces()): string[] {
  const addresses = all(interfaces)
    .map(({ address }) => address)
    .filter((address) => isPrivate(address) && !/^(127\.|::1$|fe80:|169\.254\.)/i.test(address));
  return [...new Set(addresses.sort((a, b) => Number(isIPv6(a)) - Number(isIPv6(b)))), '127.0.0.1', '::1'];
}

/** Networks that this machine is in: private ones, and those of its interfaces. */
export function neighbourNetworks(interfaces: Interfaces = os.networkInterfaces()): string[] {
  const own = all(interfaces).flatMap(({ cidr }) => (cidr ? [cidr] : []));
  return [...new Set([...PRIVATE_NETWORKS, ...own])];
}

/** @returns whether a peer is in one of the networks. A peer of the internet is not. */
export function makeIsNeighbour(networks: readonly string[]): (peer: string) => boolean {
  const isInside = listOf(networks);
  return (peer) => {
    const address = readAddress(peer);
    return address !== '' && isInside(address);
  };
}
