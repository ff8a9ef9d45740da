/** Which request may pass the front, and with which headers: pure functions over raw HTTP/1.1 fields. */
import { readAddress } from '#shared/address.ts';

/** Headers only our own machinery, or the edge we stand in for, may set. */
const RESERVED = /^(?:cf-|mf-|x-magpie-|x-forwarded-)/;
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'cdn-loop',
  'forwarded',
  'true-client-ip',
  'x-client-ip',
  'x-real-ip',
]);
/** Headers about one connection; `connection` may name more of them. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Paths that the runtime or the operator's own calls use; nobody outside may reach them. */
const CLOSED_PATH = /^\/(?:cdn-cgi|_internal)(?:\/|$)/;
/** Enough for any honest address; stops a path from hiding behind layers of percent signs. */
const MAX_DECODINGS = 4;

function namedByConnection(rawHeaders: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() !== 'connection') continue;
    for (const name of (rawHeaders[i + 1] ?? '').split(',')) names.add(name.trim().toLowerCase());
  }
  return names;
}

/** Copies raw fields without those about one connection. Order, case and repeats stay. */
export function endToEnd(rawHeaders: readonly string[], isDropped: (name: string) => boolean = () => false): string[] {
  const named = namedByConnection(rawHeaders);
  const kept: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const field = rawHeaders[i] ?? '';
    const name = field.toLowerCase();
    if (HOP_BY_HOP.has(name) || (named.has(name) && name !== 'host' && name !== 'content-length') || isDropped(name))
      continue;
    kept.push(field, rawHeaders[i + 1] ?? '');
  }
  return kept;
}

/** True for a name that a client must not be able to set. */
export function isReserved(name: string): boolean {
  return RESERVED.test(name) || RESERVED_NAMES.has(name);
}

/**
 * The address of the client: the peer's, or the last entry of the one header the operator's proxy sets.
 * @param trustedHeader  lower case; undefined when no proxy stands before us
 */
export function clientAddress(peer: string, rawHeaders: readonly string[], trustedHeader: string | undefined): string {
  const address = peer.startsWith('::ffff:') ? peer.slice('::ffff:'.length) : peer;
  if (trustedHeader === undefined) return address;
  let last: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === trustedHeader) last = rawHeaders[i + 1]?.split(',').at(-1)?.trim();
  }
  // Proxies write brackets, ports and zones: what is not read here would pass for the proxy's own address.
  return readAddress(last ?? '') || address;
}

/**
 * True for a target that must look absent from outside, however it is spelled (dots, doubled slashes, percent signs, case).
 * @param target  request target of the request line, as received
 */
export function isClosedTarget(target: string): boolean {
  let pathname = target.split(/[?#]/, 1)[0] ?? '';
  for (let i = 0; i < MAX_DECODINGS && pathname.includes('%'); i++) {
    try {
      pathname = decodeURIComponent(pathname);
    } catch {
      break;
    }
  }
  const flat = pathname
    .replaceAll('\\', '/')
    .replace(/\/{2,}/g, '/')
    .toLowerCase();
  return CLOSED_PATH.test(new URL(flat, 'http://front').pathname) || CLOSED_PATH.test(flat);
}
