/**
 * Which internet addresses a server may call on behalf of a person: pure decisions, no I/O.
 * Used by: worker/platform/outgoing/outgoing.ts before each request, scripts/start/runtime/outbound.ts for each resolved address.
 */

/** Everything that is not a public unicast address; IANA special-purpose registry. */
export const FORBIDDEN_IPV4: readonly (readonly [string, number])[] = [
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

/** The only block of public unicast. */
export const PUBLIC_IPV6: readonly [string, number] = ['2000::', 3];

/**
 * Exceptions in 2000::/3: protocol assignments with Teredo, documentation, 6to4.
 * Mapped (::ffff:0:0/96), NAT64 (64:ff9b::/96), link-local, unique-local and multicast are outside of it.
 */
export const FORBIDDEN_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/** Names that mean this machine or its network, with every name below them. */
const LOCAL_NAMES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'private',
  'home.arpa',
  'ip6-localhost',
  'ip6-loopback',
  'metadata',
];

/** 4 numbers of 8 bits, or null. Only the canonical spelling. */
function parseIpv4(address: string): number[] | null {
  const pieces = address.split('.');
  if (pieces.length !== 4 || !pieces.every((piece) => /^(?:0|[1-9]\d{0,2})$/.test(piece))) return null;
  const numbers = pieces.map(Number);
  return numbers.every((number) => number <= 255) ? numbers : null;
}

function parseGroups(text: string): number[] | null {
  if (text === '') return [];
  const groups = text.split(':');
  const last = groups.at(-1) ?? '';
  const tail = last.includes('.') ? parseIpv4(last) : [];
  if (!tail) return null;
  const plain = tail.length > 0 ? groups.slice(0, -1) : groups;
  if (!plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  const [a = 0, b = 0, c = 0, d = 0] = tail;
  return [...plain.map((group) => Number.parseInt(group, 16)), ...(tail.length > 0 ? [a * 256 + b, c * 256 + d] : [])];
}

/** 8 numbers of 16 bits, or null. */
function parseIpv6(address: string): number[] | null {
  const halves = address.split('::');
  if (halves.length > 2) return null;
  const head = parseGroups(halves[0] ?? '');
  const tail = halves.length === 2 ? parseGroups(halves[1] ?? '') : [];
  if (!head || !tail || (halves.length === 2 && (halves[0] ?? '').includes('.'))) return null;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  return [...head, ...Array.from({ length: missing }, () => 0), ...tail];
}

/** Whether the first `prefix` bits are equal. @param width  bits of one number */
function isIn(numbers: readonly number[], net: readonly number[], prefix: number, width: 8 | 16): boolean {
  return net.every((part, at) => {
    const bits = Math.min(width, Math.max(0, prefix - at * width));
    return part >> (width - bits) === (numbers[at] ?? 0) >> (width - bits);
  });
}

/** @param address  an IP address without brackets or zone; @returns true for public unicast only */
export function isPublicAddress(address: string): boolean {
  const ipv4 = parseIpv4(address);
  if (ipv4) return !FORBIDDEN_IPV4.some(([net, prefix]) => isIn(ipv4, parseIpv4(net) ?? [], prefix, 8));
  const ipv6 = parseIpv6(address);
  if (!ipv6) return false;
  const isWithin = ([net, prefix]: readonly [string, number]): boolean => isIn(ipv6, parseIpv6(net) ?? [], prefix, 16);
  return isWithin(PUBLIC_IPV6) && !FORBIDDEN_IPV6.some(isWithin);
}

/** Whether the host of a parsed URL is written as an address. URL parsing has brought every spelling into one form. */
function isLiteral(hostname: string): boolean {
  return hostname.startsWith('[') || parseIpv4(hostname) !== null;
}

function isLocalName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  // A name without a dot is one of the local network.
  return !name.includes('.') || LOCAL_NAMES.some((local) => name === local || name.endsWith(`.${local}`));
}

/** Why a host may not be called, or undefined when it may: a name is still to be resolved. */
function whyForbiddenHost(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$|\.$/g, '');
  if (isLiteral(hostname) || parseIpv4(bare)) return isPublicAddress(bare) ? undefined : 'the address is not public';
  return isLocalName(hostname) ? 'the name is one of a local network' : undefined;
}

const NO_PORTS: ReadonlySet<string> = new Set();

/** '' for the port of the scheme. */
function portOf(url: URL): string {
  return url.host.slice(url.hostname.length + 1);
}

/**
 * Why an address may not be called, or undefined when it may. A name that passes is still to be resolved.
 * @param ports  ports besides those of the scheme
 */
export function whyForbiddenUrl(url: URL, ports: ReadonlySet<string> = NO_PORTS): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'only http and https are allowed';
  if (portOf(url) !== '' && !ports.has(portOf(url))) return 'only the default ports are allowed';
  if (url.username !== '' || url.password !== '') return 'credentials in the address are not allowed';
  return whyForbiddenHost(url.hostname);
}

/** `host:port` of an address, with the port of its scheme. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${portOf(url) || (url.protocol === 'https:' ? '443' : '80')}`;
}
