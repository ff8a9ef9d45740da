/**
 * Carries the Worker's fetch() calls to the internet on one machine: resolves the name once, refuses every address that is not
 * public or is one of this machine, and connects to exactly the address it checked. Redirects are returned to the Worker;
 * following one is a new call.
 */
import type { LookupAddress } from 'node:dns';
import { lookup as resolveName } from 'node:dns/promises';
import type { IncomingMessage, RequestOptions, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { pipeline } from 'node:stream';
import type { V4WorkerOptions } from 'miniflare';
import { escapeBytes } from '#shared/drive/fetch/disposition-name.ts';
import { fetchName } from '#shared/drive/fetch/fetch-name.ts';
import { hostAndPort, isPublicAddress, whyForbiddenUrl } from '#shared/public-address.ts';
import { PURPOSE_HEADER, SIGN_IN_PURPOSE } from '#worker/platform/outgoing/outgoing.ts';
import { http, loadHttps } from '../process/node-http.ts';
import { ignoreError } from '../proxy/boundary.ts';
import { isOwnAddress } from './own-address.ts';

type ServiceBinding = NonNullable<V4WorkerOptions['serviceBindings']>[string];

/** Dependencies of the guard; tests replace them. */
export interface OutboundDeps {
  resolve(hostname: string): Promise<readonly LookupAddress[]>;
  /** `host:port` pairs that pass unchecked; empty outside of tests. */
  allowed: ReadonlySet<string>;
  /** Ports that an operator allows besides 80 and 443. */
  ports?: ReadonlySet<string>;
  /** `host:port` of the sign-in providers that an operator named: they may be in a private network. */
  providers?: ReadonlySet<string>;
  /** Whether an interface of this machine has the address. */
  isOwn?(address: string): boolean;
  /** Instead of IDLE_TIMEOUT_MS. */
  idleMs?: number;
}

/** Why there is no answer of the other server. */
type Outcome = 'refused' | 'failed' | 'host_unknown' | 'lookup_failed';

interface Refusal {
  readonly outcome: Outcome;
  readonly says: string;
}

/** Longest wait for a connection or between two pieces of an answer. */
const IDLE_TIMEOUT_MS = 60_000;
/** Header with the whole address; a request to this process has only its path. */
export const ADDRESS_HEADER = 'x-magpie-address';
/** Marks answers of this side, which are none of the other server. */
const NODE_HEADER = 'x-magpie-outbound';
/** Headers about one connection, or that only our own processes may set. */
const DROPPED =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|accept-encoding|cf-.*|mf-.*|x-magpie-.*)$/;

/** Resolver of the system, IPv4 and IPv6. */
export async function resolveBySystem(hostname: string): Promise<readonly LookupAddress[]> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  const version = isIP(bare);
  return version === 0 ? resolveName(hostname, { all: true, verbatim: false }) : [{ address: bare, family: version }];
}

function answer(response: ServerResponse, { outcome, says }: Refusal): void {
  if (response.headersSent) {
    // A body that ends early must not look whole.
    response.destroy();
    return;
  }
  response.writeHead(outcome === 'refused' ? 403 : 502, { 'content-type': 'application/json', [NODE_HEADER]: outcome });
  response.end(JSON.stringify({ error: outcome, error_description: says }));
}

const refused = (says: string): Refusal => ({ outcome: 'refused', says });
const UNKNOWN_HOST: Refusal = { outcome: 'host_unknown', says: 'the name does not exist' };

/** EAI_AGAIN and others: the name server did not answer, so the name may exist. */
function lookupRefusal(error: unknown): Refusal {
  const { code } = error as NodeJS.ErrnoException;
  const isUnknown = code === 'ENOTFOUND' || code === 'ENODATA';
  return isUnknown ? UNKNOWN_HOST : { outcome: 'lookup_failed', says: 'the name could not be looked up' };
}

/**
 * The checked address to connect to, or why there is none.
 * @param isForSignIn  the Worker asks a sign-in provider, and not an address that a person named
 */
export async function chooseAddress(
  url: URL,
  deps: OutboundDeps,
  isForSignIn = false,
): Promise<LookupAddress | Refusal> {
  const pair = hostAndPort(url);
  const allowed = deps.allowed.has(pair) || (isForSignIn && deps.providers?.has(pair) === true);
  const reason = allowed ? undefined : whyForbiddenUrl(url, deps.ports);
  if (reason !== undefined) return refused(reason);
  let found: readonly LookupAddress[];
  try {
    found = await deps.resolve(url.hostname);
  } catch (error) {
    return lookupRefusal(error);
  }
  // One forbidden address among several is refused too: the name server must not choose which one is used.
  if (!allowed && !found.every((one) => isPublicAddress(one.address))) return refused('the address is not public');
  const isOwn = deps.isOwn ?? isOwnAddress;
  if (!allowed && found.some((one) => isOwn(one.address))) return refused('the address is one of this machine');
  return found[0] ?? UNKNOWN_HOST;
}

function headersOf(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  for (const [name, value] of Object.entries(request.headers))
    if (!DROPPED.test(name) && typeof value === 'string') headers[name] = value;
  return headers;
}

/** Fields with text of people. The runtime reads fields as UTF-8, and would lose bytes of other encodings. */
const TEXT_FIELDS = new Set(['content-disposition', 'content-type', 'location']);
const PACKED_TYPE = /^application\/(?:x-)?(?:gzip|tgz|compressed-tar|gtar-compressed)\b/i;

/**
 * The packing that the runtime takes off: none where the file itself is packed, and the server only says so twice; `x-gzip` is
 * another word for `gzip`.
 */
function packingOf({ headers }: IncomingMessage, url: URL): string {
  const packing = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (packing !== 'gzip' && packing !== 'x-gzip') return packing;
  const fields = { get: (name: string) => (name === 'content-disposition' ? (headers[name] ?? null) : null) };
  const isFile = PACKED_TYPE.test(headers['content-type'] ?? '') || /\.t?gz$/i.test(fetchName(fields, url));
  return isFile ? '' : 'gzip';
}

/** @throws RangeError or TypeError for a status or a field that cannot be sent on */
function sendHead(incoming: IncomingMessage, response: ServerResponse, url: URL): void {
  const status = incoming.statusCode ?? 502;
  if (status < 200 || status > 599) throw new RangeError('no status');
  const fields: string[] = [];
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    const name = (incoming.rawHeaders[i] ?? '').toLowerCase();
    const value = incoming.rawHeaders[i + 1] ?? '';
    if (DROPPED.test(name) || name === 'content-encoding') continue;
    fields.push(name, TEXT_FIELDS.has(name) ? escapeBytes(value) : value);
  }
  const packing = packingOf(incoming, url);
  if (packing !== '') fields.push('content-encoding', packing);
  response.writeHead(status, fields);
}

/** Looks no name up: the connection goes to the checked address. */
export function pinnedTo(pinned: LookupAddress): RequestOptions['lookup'] {
  return (_name, options, done) => {
    if (options.all === true) done(null, [pinned]);
    else done(null, pinned.address, pinned.family);
  };
}

function call(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  pinned: LookupAddress,
  idleMs: number,
): void {
  const fail = (): void => answer(response, { outcome: 'failed', says: 'the server does not answer' });
  const outgoing = (url.protocol === 'https:' ? loadHttps() : http).request(url, {
    method: request.method,
    headers: headersOf(request),
    agent: false,
    timeout: idleMs,
    lookup: pinnedTo(pinned),
  });
  outgoing.on('timeout', () => {
    // A reader that rests is not the fault of the other server.
    if (response.writableNeedDrain) outgoing.setTimeout(idleMs);
    else outgoing.destroy(new Error('timed out'));
  });
  outgoing.on('error', fail);
  // The Worker gave up, before the head too: the other server is not read on.
  response.on('close', () => outgoing.destroy());
  // No response of a foreign server may end this process: its status or a field may be invalid.
  outgoing.on('response', (incoming) => {
    try {
      sendHead(incoming, response, url);
    } catch {
      outgoing.destroy();
      fail();
      return;
    }
    // Bytes wait for the reader, and a body that breaks off breaks the answer.
    pipeline(incoming, response, ignoreError);
  });
  request.pipe(outgoing);
}

/** Stands before this process in the runtime and names the address that the Worker called, whatever headers it sent. */
const FORWARDER = `export default {
  fetch(request, env) {
    const forwarded = new Request(request);
    forwarded.headers.set('${ADDRESS_HEADER}', request.url);
    return env.NODE.fetch(forwarded);
  },
};`;

/**
 * The Worker that every fetch() which leaves the machine goes through, as Miniflare's options.
 * @param node  the way to {@link makeOutbound}
 */
export function outboundWorker(name: string, node: ServiceBinding): V4WorkerOptions {
  return {
    name,
    modules: true,
    script: FORWARDER,
    compatibilityDate: '2026-11-01',
    serviceBindings: { NODE: node },
    unsafeRegisterWorker: false,
  };
}

/** Makes the handler for every fetch() of the Worker that leaves the machine. */
export function makeOutbound(
  deps: OutboundDeps,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const given = request.headers[ADDRESS_HEADER];
    const target = typeof given === 'string' ? given : '';
    const url = URL.canParse(target) ? new URL(target) : null;
    const isForSignIn = request.headers[PURPOSE_HEADER] === SIGN_IN_PURPOSE;
    const pinned = url ? await chooseAddress(url, deps, isForSignIn) : refused('not an address');
    if ('outcome' in pinned) answer(response, pinned);
    // The Worker may have given up while the name was looked up.
    else if (url && !response.destroyed) call(request, response, url, pinned, deps.idleMs ?? IDLE_TIMEOUT_MS);
  };
}
