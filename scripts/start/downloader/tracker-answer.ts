/** Answers of trackers, reduced to peers with addresses that may be called. Pure. */
import { type Bencoded, type BencodedDict, latin1, parseBencode, writeBencode } from '#shared/drive/torrent/bencode.ts';
import { isPublicAddress } from '#shared/public-address.ts';

export interface Peer {
  readonly address: string;
  readonly port: number;
}

export type PeerRule = (peer: Peer) => boolean;

const MAX_PEERS = 500;
const IPV4_BYTES = 4;
const IPV6_BYTES = 16;
const PORT_BYTES = 2;

/**
 * Peers at public addresses of other machines, and those that tests allow.
 * @param allowed  `host:port` pairs
 * @param isOwn  whether an interface of this machine has the address
 */
export function makePeerRule(allowed: ReadonlySet<string>, isOwn: (address: string) => boolean): PeerRule {
  return ({ address, port }) =>
    port > 0 && ((isPublicAddress(address) && !isOwn(address)) || allowed.has(`${address}:${port}`));
}

function addressOf(bytes: Uint8Array): string {
  if (bytes.length === IPV4_BYTES) return bytes.join('.');
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Array.from({ length: 8 }, (_, at) => view.getUint16(at * 2).toString(16)).join(':');
}

/** Entries of a compact list that the rule lets through, as they stand. */
function filterCompact(list: Bencoded | undefined, addressBytes: number, rule: PeerRule): Uint8Array {
  if (!(list instanceof Uint8Array)) return new Uint8Array(0);
  const entryBytes = addressBytes + PORT_BYTES;
  const passed: number[] = [];
  for (let at = 0; at + entryBytes <= list.length && passed.length < MAX_PEERS * entryBytes; at += entryBytes) {
    const entry = list.subarray(at, at + entryBytes);
    const port = ((entry[addressBytes] ?? 0) << 8) | (entry[addressBytes + 1] ?? 0);
    if (rule({ address: addressOf(entry.subarray(0, addressBytes)), port })) passed.push(...entry);
  }
  return Uint8Array.from(passed);
}

/** The long form, a list of dictionaries; only IPv4 addresses, which the compact form takes. */
function fromDicts(list: readonly Bencoded[], rule: PeerRule): Uint8Array {
  const passed: number[] = [];
  for (const one of list.slice(0, MAX_PEERS)) {
    const [ip, port] = one instanceof Map ? [(one as BencodedDict).get('ip'), (one as BencodedDict).get('port')] : [];
    if (!(ip instanceof Uint8Array) || typeof port !== 'number' || port > 65_535) continue;
    const address = latin1(ip);
    const parts = address.split('.').map(Number);
    if (parts.length === IPV4_BYTES && rule({ address, port })) passed.push(...parts, port >> 8, port & 255);
  }
  return Uint8Array.from(passed);
}

/** @throws BencodeError for an answer that is none */
export function filterAnswer(bytes: Uint8Array, rule: PeerRule): Uint8Array<ArrayBuffer> {
  const { value } = parseBencode(bytes, 20_000);
  if (!(value instanceof Map)) return writeBencode({ 'failure reason': 'the tracker answered with nonsense' });
  const answer = value as BencodedDict;
  const reason = answer.get('failure reason');
  if (reason instanceof Uint8Array) return writeBencode({ 'failure reason': reason.subarray(0, 200) });
  const peers = answer.get('peers');
  const interval = answer.get('interval');
  const peers6 = filterCompact(answer.get('peers6'), IPV6_BYTES, rule);
  return writeBencode({
    // Not more often than once in half a minute, whatever the tracker says.
    interval: typeof interval === 'number' ? Math.min(7_200, Math.max(30, interval)) : 1_800,
    peers: Array.isArray(peers)
      ? fromDicts(peers as readonly Bencoded[], rule)
      : filterCompact(peers, IPV4_BYTES, rule),
    ...(peers6.length === 0 ? {} : { peers6 }),
  });
}
