/**
 * Lists of addresses and networks, and the test whether a list contains an address. It costs the same for ten and for
 * ten thousand entries: one look-up for each prefix length that occurs.
 */
import ip from 'ipaddr.js';

export interface Network {
  /** 4 or 16. */
  readonly bytes: readonly number[];
  readonly bits: number;
}

export type ReadNetwork =
  | { readonly ok: true; readonly network: Network }
  | { readonly ok: false; readonly why: string };

/** A mapped network (`::ffff:1.2.3.0/120`) has this many bits before those of its IPv4. */
const MAPPED_BITS = 96;

function masked(bytes: readonly number[], bits: number): number[] {
  return bytes.map((byte, index) => {
    const bitsInByte = Math.max(0, Math.min(8, bits - index * 8));
    return byte & (0xff00 >> bitsInByte) & 0xff;
  });
}

/** The key of a network, unique for each version of IP. */
function keyOf(bytes: readonly number[], bits: number): string {
  return masked(bytes, bits).join('.');
}

function textOf({ bytes, bits }: Network): string {
  return `${ip.fromByteArray([...bytes]).toString()}/${bits}`;
}

/**
 * Reads one entry of a list: an address, or a network in CIDR form. IPv4 is four decimals; IPv6 is any of its spellings.
 * @returns `why` ends the sentence "<entry> ..."
 */
export function readNetwork(text: string): ReadNetwork {
  const [, address = '', prefix] = /^([0-9a-fA-F:.]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const isIpv4 = ip.IPv4.isValidFourPartDecimal(address);
  if (!isIpv4 && !(address.includes(':') && ip.IPv6.isValid(address)))
    return { ok: false, why: 'is no address and no network: write 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32' };
  const given = ip.parse(address);
  const length = given.toByteArray().length * 8;
  const givenBits = prefix === undefined ? length : Number(prefix);
  if (givenBits > length) return { ok: false, why: `has a prefix of more than ${length} bits` };
  const isMapped = given instanceof ip.IPv6 && given.isIPv4MappedAddress();
  if (isMapped && givenBits < MAPPED_BITS)
    return { ok: false, why: 'is wider than all of IPv4: write IPv4 networks as 203.0.113.0/24' };
  const bytes = isMapped ? given.toIPv4Address().toByteArray() : given.toByteArray();
  const bits = isMapped ? givenBits - MAPPED_BITS : givenBits;
  const network = { bytes, bits };
  const start = masked(bytes, bits);
  if (start.join('.') !== bytes.join('.'))
    return { ok: false, why: `has bits set behind its prefix: the network is ${textOf({ bytes: start, bits })}` };
  return { ok: true, network };
}

/** The IPv4 address that an IPv6 address carries on its way through a translator or a tunnel; null for none. */
function carriedIn(address: ip.IPv6): readonly number[] | null {
  const bytes = address.toByteArray();
  switch (address.range()) {
    case 'rfc6145':
    case 'rfc6052':
      return bytes.slice(12);
    case '6to4':
      return bytes.slice(2, 6);
    case 'teredo':
      return bytes.slice(12).map((byte) => byte ^ 0xff);
    default:
      return null;
  }
}

/**
 * The addresses by which a list may hold an address: itself, and the IPv4 address it carries.
 * @param address  as #shared/address.ts gives it; '' has none
 */
export function equivalentAddressesOf(address: string): readonly (readonly number[])[] {
  if (address === '') return [];
  const parsed = ip.parse(address);
  const carried = parsed instanceof ip.IPv6 ? carriedIn(parsed) : null;
  return carried ? [parsed.toByteArray(), carried] : [parsed.toByteArray()];
}

export interface Networks {
  readonly size: number;
  /** @param bytes  4 or 16 */
  has(bytes: readonly number[]): boolean;
}

export function makeNetworks(list: readonly Network[]): Networks {
  /** Bytes of an address -> prefix length -> starts of networks. */
  const families = new Map<number, Map<number, Set<string>>>();
  for (const { bytes, bits } of list) {
    const lengths = families.get(bytes.length) ?? new Map<number, Set<string>>();
    families.set(bytes.length, lengths);
    const starts = lengths.get(bits) ?? new Set<string>();
    lengths.set(bits, starts);
    starts.add(keyOf(bytes, bits));
  }
  return {
    size: list.length,
    has(bytes) {
      for (const [bits, starts] of families.get(bytes.length) ?? []) if (starts.has(keyOf(bytes, bits))) return true;
      return false;
    },
  };
}
