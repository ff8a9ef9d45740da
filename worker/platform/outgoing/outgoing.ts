/**
 * The one function that calls an address which a person named. Scheme, port, host and every redirect are checked here; on one
 * machine the Node side (scripts/start/runtime/outbound.ts) resolves the name, checks what it found and connects to exactly
 * that. On Cloudflare the network itself has no route to private addresses.
 */
import { hostAndPort, whyForbiddenUrl } from '#shared/public-address.ts';
import { SECOND_MS } from '#shared/units.ts';
import { systemClock } from '../clock.ts';
import { makeCookieJar } from './cookie-jar.ts';

/**
 * `forbidden`: the rules refuse it. `unreachable`: no answer. `redirects`: too many, or none that can be followed. `slow`: no
 * answer in time. `host_unknown`: no such name. `lookup_failed`: the name servers do not answer.
 */
export type OutgoingReason = 'forbidden' | 'unreachable' | 'redirects' | 'slow' | 'host_unknown' | 'lookup_failed';

export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly reason: OutgoingReason;

  constructor(reason: OutgoingReason, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

export interface OutgoingDeps {
  /** `host:port` pairs that pass unchecked; empty outside of tests. */
  readonly allowed: ReadonlySet<string>;
  /** Ports that an operator allows besides 80 and 443. */
  readonly ports: ReadonlySet<string>;
  /** The platform's `fetch`; tests replace it. */
  readonly call?: (address: string, init: RequestInit) => Promise<Response>;
}

export interface OutgoingAnswer {
  /** Where the last redirect led. */
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Ends the connection. */
  close(): void;
}

export interface OutgoingOptions {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  /** Of a POST. */
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the request from outside. */
  readonly signal?: AbortSignal;
  /** Redirects followed; 8 by default. With 0 the answer itself is the redirect. */
  readonly redirects?: number;
  /** Cookies of a redirect go back to its host within this call; by default none do. */
  readonly hasCookies?: boolean;
}

/** Redirects followed in one request. */
const MAX_REDIRECTS = 8;
/** 30 s: longest wait for the head of an answer, all redirects together. */
const HEAD_MS = 30 * SECOND_MS;
/** Longest address, as it is sent: three characters for a byte that is not ASCII. */
const MAX_CHARS = 8_192;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Header of the Node side: there is no answer of the other server, and why. */
const NODE_HEADER = 'x-magpie-outbound';
const NODE_REASONS: Readonly<Record<string, OutgoingReason>> = {
  refused: 'forbidden',
  host_unknown: 'host_unknown',
  lookup_failed: 'lookup_failed',
};

/** Names the purpose of a call to the Node side, which removes it. Never from headers that a person sends. */
export const PURPOSE_HEADER = 'x-magpie-purpose';
/** The call goes to a sign-in provider that an operator named. */
export const SIGN_IN_PURPOSE = 'sign-in';

/** Whether an address is too long in the form that is stored and sent. */
export function isTooLong(url: URL): boolean {
  return url.href.length > MAX_CHARS;
}

/** The parsed address, or null when the rules refuse it. */
export function checkOutgoing(deps: OutgoingDeps, address: string): URL | null {
  if (address.length > MAX_CHARS || !URL.canParse(address)) return null;
  const url = new URL(address);
  url.hash = '';
  if (isTooLong(url)) return null;
  if (deps.allowed.has(hostAndPort(url)) && /^https?:$/.test(url.protocol)) return url;
  return whyForbiddenUrl(url, deps.ports) === undefined ? url : null;
}

/** @throws OutgoingError redirects, forbidden */
function nextUrl(deps: OutgoingDeps, from: URL, location: string | null): URL {
  if (location === null || !URL.canParse(location, from.href)) throw new OutgoingError('redirects');
  const next = checkOutgoing(deps, new URL(location, from).href);
  if (!next) throw new OutgoingError('forbidden');
  return next;
}

async function callOnce(deps: OutgoingDeps, url: URL, init: RequestInit): Promise<Response> {
  // A call without receiver: the platform's `fetch` must not be a method.
  const call = deps.call ?? ((address: string, options: RequestInit) => fetch(address, options));
  const answer = await call(url.href, { ...init, redirect: 'manual' });
  const refusal = answer.headers.get(NODE_HEADER);
  if (refusal === null) return answer;
  await answer.body?.cancel();
  throw new OutgoingError(NODE_REASONS[refusal] ?? 'unreachable');
}

/**
 * Calls an address and follows its redirects. The body is not read: its reader limits size and time.
 * @throws OutgoingError
 */
export async function callOutside(
  deps: OutgoingDeps,
  address: string,
  options: OutgoingOptions = {},
): Promise<OutgoingAnswer> {
  let url = checkOutgoing(deps, address);
  if (!url) throw new OutgoingError('forbidden');
  const most = options.redirects ?? MAX_REDIRECTS;
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), HEAD_MS);
  const signal = options.signal ? AbortSignal.any([control.signal, options.signal]) : control.signal;
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Magpie', ...options.headers };
  const jar = options.hasCookies ? makeCookieJar(systemClock.nowMs()) : null;
  const init = {
    method: options.method ?? 'GET',
    signal,
    ...(options.body ? { body: options.body } : {}),
  };
  try {
    for (let redirects = 0; redirects <= most; redirects += 1) {
      const cookie = jar?.fieldFor(url) ?? '';
      const answer = await callOnce(deps, url, { ...init, headers: cookie === '' ? headers : { ...headers, cookie } });
      if (most === 0 || !REDIRECTS.has(answer.status)) {
        const { status, headers, body } = answer;
        return { url, status, headers, body, close: () => control.abort() };
      }
      await answer.body?.cancel();
      jar?.take(url, answer.headers);
      url = nextUrl(deps, url, answer.headers.get('location'));
    }
    throw new OutgoingError('redirects');
  } catch (error) {
    if (error instanceof OutgoingError) throw error;
    throw new OutgoingError(control.signal.aborted ? 'slow' : 'unreachable', error);
  } finally {
    clearTimeout(timer);
  }
}
