/** A request as its sender signed it, and the texts that signatures are made over. No I/O, no clock. */
import { createHash, createHmac } from 'node:crypto';

export interface SignedRequest {
  readonly method: string;
  /** As it came, percent-encoded. */
  readonly pathname: string;
  /** Name and value, decoded, in the order in which they came. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Headers;
  /** Hosts that the sender may have signed: the one that came, and those that a proxy before us may have made it of. */
  readonly hosts: readonly string[];
  /** The same of `accept-encoding`, which proxies write anew. */
  readonly acceptEncodings: readonly string[];
  readonly bucket: string;
  readonly key: string;
}

/** RFC 3986: all but unreserved characters. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Pairs of a query. @param search  with its `?`, or '' @returns null when it is malformed */
export function readQuery(search: string): [name: string, value: string][] | null {
  const pairs: [string, string][] = [];
  for (const part of search.slice(1).split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const name = decoded(at < 0 ? part : part.slice(0, at));
    const value = decoded(at < 0 ? '' : part.slice(at + 1));
    if (name === null || value === null) return null;
    pairs.push([name, value]);
  }
  return pairs;
}

/** A path whose characters are encoded as signatures want them. */
export function canonicalPath(pathname: string): string {
  return pathname
    .split('/')
    .map((segment) => percentEncode(decoded(segment) ?? segment))
    .join('/');
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** @param isBare  a name without a value has no `=` */
export function canonicalQuery(query: SignedRequest['query'], without: string, isBare: boolean): string {
  return query
    .filter(([name]) => name.toLowerCase() !== without)
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .toSorted(([a, x], [b, y]) => byCodeUnits(a, b) || byCodeUnits(x, y))
    .map(([name, value]) => (isBare && value === '' ? name : `${name}=${value}`))
    .join('&');
}

/** The first value of a name, in any case; '' when there is none. */
export function valueIn(query: SignedRequest['query'], name: string): string {
  return query.find(([found]) => found.toLowerCase() === name)?.[1] ?? '';
}

export function plainValue(value: string): string {
  return value.trim().replace(/ +/g, ' ');
}

/** Lines of the headers of a protocol, sorted: `name:value`. */
export function headerLines(headers: Headers, isWanted: (name: string) => boolean): string[] {
  return [...headers]
    .filter(([name]) => isWanted(name))
    .map(([name, value]) => `${name}:${plainValue(value)}\n`)
    .toSorted(byCodeUnits);
}

export function sha256Hex(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

export function hmac(algorithm: 'sha1' | 'sha256', key: string | Uint8Array, text: string): Buffer {
  return createHmac(algorithm, key).update(text).digest();
}
