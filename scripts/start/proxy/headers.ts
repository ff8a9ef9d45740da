/** Decides which requests are forwarded and with which headers. Pure functions over raw HTTP/1.1 fields. */
import { readAddress } from '#shared/address.ts';
import { isProgramPath } from '#shared/programs/paths.ts';

/** Headers that only our own processes, or Cloudflare's edge in our place, may set. */
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
/** Paths of the runtime and of the operator's calls; closed to clients. */
const CLOSED_PATH = /^\/(?:cdn-cgi|_internal)(?:\/|$)/;
/** Enough for any legitimate address; a path cannot hide behind more layers of percent encoding. */
const MAX_DECODINGS = 4;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const CONTROL = /[\0-\x1f\x7f]/;
const CONTROLS = new RegExp(CONTROL, 'g');

function namedByConnection(rawHeaders: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() !== 'connection') continue;
    for (const name of (rawHeaders[i + 1] ?? '').split(',')) names.add(name.trim().toLowerCase());
  }
  return names;
}

/** Copies raw fields without those about one connection. Order, case and repetitions stay. */
export function endToEnd(rawHeaders: readonly string[], isDropped: (name: string) => boolean = () => false): string[] {
  const named = namedByConnection(rawHeaders);
  const fields: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const field = rawHeaders[i] ?? '';
    const name = field.toLowerCase();
    if (HOP_BY_HOP.has(name) || (named.has(name) && name !== 'host' && name !== 'content-length') || isDropped(name))
      continue;
    fields.push(field, rawHeaders[i + 1] ?? '');
  }
  return fields;
}

/** Whether a request names its host more than once: it is to be refused (RFC 9112 section 3.2). */
export function hasManyHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
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
  // Proxies write brackets, ports and zones: an unread form would count as the proxy's own address.
  return readAddress(last ?? '') || address;
}

/** Decodes each `%XX` to the byte it names, as one Latin-1 character; anything else stays. Linear, and never throws. */
function decodeOnce(text: string): string {
  return text.replace(/%[0-9a-fA-F]{2}/g, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}

/** Resolves `.`, `..`, empty segments and backslashes of a path. */
function flatten(path: string): string {
  const segments: string[] = [];
  for (const segment of path.replaceAll('\\', '/').split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}

/** `closed`: answered as absent in every spelling (dots, doubled slashes, percent encoding, case). */
export type TargetDecision = 'open' | 'closed' | 'malformed';

/**
 * Decides on a request target without the URL parser, which throws on some paths and drops control characters from others.
 * @param target  request target of the request line, as received
 */
export function decideTarget(target: string): TargetDecision {
  // A fragment is no part of a request: without it another thing would be meant, and DELETE would delete that.
  if (!target.startsWith('/') || target.includes('#')) return 'malformed';
  let path = target.split('?', 1)[0] ?? '';
  for (let decodings = 0; decodings <= MAX_DECODINGS; decodings++) {
    // Deeper layers may contain an encoded control character: a file's name may hold `%09` as three characters.
    if (decodings <= 1 && CONTROL.test(path)) return 'malformed';
    const plain = path.replace(CONTROLS, '').toLowerCase();
    if (CLOSED_PATH.test(flatten(plain)) || CLOSED_PATH.test(plain.replaceAll('\\', '/').replace(/\/{2,}/g, '/')))
      return 'closed';
    const decoded = decodeOnce(path);
    if (decoded === path) break;
    path = decoded;
  }
  return 'open';
}

/** Parts and whole files, also of guests and visitors, and the S3-style endpoint: bodies that may take hours. */
const UPLOAD_PATHS = [
  /^\/drive\/v1\/uploads(?:[/?:]|$)/,
  /^\/drive\/v1\/common\/folders\/[^/?]+\/(?:uploads(?:\?|$)|sending\/[^/?]+\/parts\/)/,
  /^\/drive\/v1\/collect\/visits\/[^/?]+\/files\/[^/?]+\/parts\//,
  /^\/(?:magpie\/)?u-V/,
];
/** Where forms with a file are sent: the bucket, links that collect, folders of the drive and folders in common. */
const FILE_FORM_PATH = /^\/(?:(?:magpie\/?)?(?:\?|$)|c\/|drive\/(?:all|common)(?:[/?]|$))/;
const FILE_FORM = /^multipart\/form-data\b/i;

/** Methods by which programs send files. */
const FILE_METHODS: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'POST']);

/** @param contentType  '' for none */
export function isUpload(method: string, target: string, contentType: string): boolean {
  return (
    UPLOAD_PATHS.some((path) => path.test(target)) ||
    (FILE_METHODS.has(method) && isProgramPath(target.split('?', 1)[0] ?? '')) ||
    (method === 'POST' && FILE_FORM.test(contentType) && FILE_FORM_PATH.test(target))
  );
}
