/** Addresses of this machine's network interfaces: a public one would lead a request back to services that only this machine may call. */
import { BlockList, isIPv6 } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

type Interfaces = () => NodeJS.Dict<NetworkInterfaceInfo[]>;

/**
 * Reads the interfaces at each call, some 50 microseconds: an address may come with a lease or a container at any moment.
 * @param read  tests replace it
 */
export function isOwnAddress(address: string, read: Interfaces = networkInterfaces): boolean {
  const own = new BlockList();
  for (const one of Object.values(read()).flatMap((list) => list ?? []))
    own.addAddress(one.address, isIPv6(one.address) ? 'ipv6' : 'ipv4');
  return own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
