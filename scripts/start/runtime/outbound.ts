/**
 * Carries the Worker's fetch() calls to the internet on one machine: resolves the name once, refuses every address that is not
 * public, and connects to exactly the address it checked. Redirects are returned to the Worker; following one is a new call.
 */
import type { LookupAddress } from 'node:dns';
import { lookup as resolveName } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { type Request, Response } from 'miniflare';
import { hostAndPort, isPublicAddress, whyForbiddenUrl } from '#shared/public-address.ts';
import { ignoreError } from '../proxy/boundary.ts';

/** Dependencies of the guard; tests replace them. */
export interface OutboundDeps {
  resolve(hostname: string): Promise<readonly LookupAddress[]>;
  /** `host:port` pairs that pass unchecked; empty outside of tests. */
  allowed: ReadonlySet<string>;
  /** Ports that an operator allows besides 80 and 443. */
  ports?: ReadonlySet<string>;
}

/** Longest wait for a connection or between two pieces of an answer. */
const IDLE_TIMEOUT_MS = 60_000;
/** Headers about one connection, or that only our own processes may set. */
const DROPPED =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|accept-encoding|cf-.*|mf-.*|x-magpie-.*)$/;

/** Resolver of the system, IPv4 and IPv6. */
export async function resolveBySystem(hostname: string): Promise<readonly LookupAddress[]> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  const version = isIP(bare);
  return version === 0 ? resolveName(hostname, { all: true, verbatim: false }) : [{ address: bare, family: version }];
}

function refusal(reason: string): Response {
  return new Response(JSON.stringify({ error: 'forbidden_address', error_description: reason }), {
    status: 403,
    headers: { 'content-type': 'application/json', 'x-magpie-outbound': 'refused' },
  });
}

async function choose(url: URL, deps: OutboundDeps): Promise<LookupAddress | string> {
  const allowed = deps.allowed.has(hostAndPort(url));
  const reason = allowed ? undefined : whyForbiddenUrl(url, deps.ports);
  if (reason !== undefined) return reason;
  let found: readonly LookupAddress[];
  try {
    found = await deps.resolve(url.hostname);
  } catch {
    return 'the name does not resolve';
  }
  // One forbidden address among several is refused too: the name server must not choose which one is used.
  if (!allowed && !found.every((one) => isPublicAddress(one.address))) return 'the address is not public';
  return found[0] ?? 'the name does not resolve';
}

/** @throws RangeError or TypeError for a status or a field that no Response can hold */
function answerOf(request: Request, incoming: http.IncomingMessage): Response {
  const answer = new Headers();
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    const name = (incoming.rawHeaders[i] ?? '').toLowerCase();
    if (!DROPPED.test(name)) answer.append(name, incoming.rawHeaders[i + 1] ?? '');
  }
  const status = incoming.statusCode ?? 502;
  const bodiless = request.method === 'HEAD' || status === 204 || status === 205 || status === 304;
  if (bodiless) incoming.resume();
  const body = bodiless ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
  return new Response(body as never, { status, headers: [...answer], encodeBody: 'manual' } as never);
}

function call(request: Request, url: URL, pinned: LookupAddress): Promise<Response> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  for (const [name, value] of request.headers) if (!DROPPED.test(name)) headers[name] = value;
  return new Promise((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? https : http).request(url, {
      method: request.method,
      headers,
      agent: false,
      timeout: IDLE_TIMEOUT_MS,
      signal: request.signal,
      lookup: (_name, options, done) => {
        if (options.all === true) done(null, [pinned]);
        else done(null, pinned.address, pinned.family);
      },
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('timed out')));
    outgoing.on('error', reject);
    // No response of a foreign server may end this process: its status or a field may be invalid.
    outgoing.on('response', (incoming) => {
      try {
        incoming.on('error', ignoreError);
        resolve(answerOf(request, incoming));
      } catch (error) {
        reject(error);
        outgoing.destroy();
      }
    });
    if (request.body === null) outgoing.end();
    else
      Readable.fromWeb(request.body as never)
        .on('error', reject)
        .pipe(outgoing);
  });
}

/** Makes the handler Miniflare calls for every fetch() of the Worker that leaves the machine. */
export function makeOutbound(deps: OutboundDeps): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url);
    const pinned = await choose(url, deps);
    if (typeof pinned === 'string') return refusal(pinned);
    try {
      return await call(request, url, pinned);
    } catch {
      return new Response(JSON.stringify({ error: 'unreachable' }), {
        status: 502,
        headers: { 'content-type': 'application/json', 'x-magpie-outbound': 'failed' },
      });
    }
  };
}
