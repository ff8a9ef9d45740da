/**
 * Counts the requests of the proxy and writes the access log: one line of JSON for each, with the id that the Worker gave it and the
 * pattern of its route. No query, no path, no name and no token; an address only where the operator asks for it.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { DAV_METHODS } from '#shared/programs/paths.ts';
import { type Family, Histogram } from './prometheus.ts';

/** Sent to the Worker to ask for the pattern of its route, which it answers in a header of this name; no client gets it. */
export const ROUTE_HEADER = 'x-magpie-route';
const REQUEST_ID_HEADER = 'x-request-id';

export type AccessLog = 'off' | 'on' | 'address';

/** Set on a response by the code that answers it. */
interface Answered {
  /** Pattern of the route; ours for answers of the proxy itself. */
  route?: string;
  requestId?: string;
}

export interface RequestWatch {
  /** Follows one request to its end. @param address  asked for only where it is logged */
  follow(request: IncomingMessage, response: ServerResponse, kind: 'upload' | 'other', address: () => string): void;
  /**
   * Follows the handshake of a WebSocket.
   * @returns to be called with the status and the Worker's fields when it was answered, or with null when it ended before; later calls
   * change nothing
   */
  followHandshake(
    request: IncomingMessage,
    address: () => string,
  ): (status: number | null, rawHeaders?: readonly string[]) => void;
  /** Notes route and id from the Worker's fields. */
  noteFields(response: ServerResponse, rawHeaders: readonly string[]): void;
  recordRoute(response: ServerResponse, route: string): void;
  families(): Family[];
}

export interface RequestWatchOptions {
  readonly accessLog: AccessLog;
  readonly write: (level: 'error' | 'info' | 'debug', line: string) => void;
  /** Monotonic, ms. */
  readonly now: () => number;
}

/** Other methods are counted as one: their names are the client's. */
const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  ...DAV_METHODS,
]);
/** More patterns than the Worker has, of whatever method and status: a bound for labels that come from outside of this process. */
const MOST_ROUTES = 1_000;
export const STATIC_ROUTE = 'static';
export const PROBE_ROUTE = 'probe';
/** The Worker answered before it had chosen a route, such as by a cached page. */
const WORKER_ROUTE = 'worker';
/** Refused by the proxy, or ended before the Worker answered. */
const PROXY_ROUTE = 'proxy';

/** Signed addresses of files, of folders as archives, direct links, and files read by programs. */
const DOWNLOAD_ROUTE = /^(?:\/[fzd]\/:|GET \/dav\/)/;

function methodOf(request: IncomingMessage): string {
  const method = request.method ?? '';
  return METHODS.has(method) ? method : 'OTHER';
}

function bump(counts: Map<string, number>, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** The client went away before there was an answer. */
const ABORTED_STATUS = 499;

interface RequestEnd {
  readonly route: string;
  readonly requestId?: string | undefined;
  readonly status: number;
  /** The client got all of the answer. */
  readonly isWhole: boolean;
}

/** Route and id in the fields of the Worker's answer. */
function readAnswered(rawHeaders: readonly string[]): Answered & { route: string } {
  const found: Answered & { route: string } = { route: WORKER_ROUTE };
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase();
    if (name === ROUTE_HEADER) found.route = rawHeaders[at + 1] ?? '';
    if (name === REQUEST_ID_HEADER) found.requestId = rawHeaders[at + 1] ?? '';
  }
  return found;
}

/** Sums since the start. */
interface Numbers {
  /** Method, route and class of status as JSON to how many. */
  readonly requests: Map<string, number>;
  readonly durations: Map<string, Histogram>;
  readonly bytes: { received: number; sent: number };
  readonly bodies: { uploads: number; downloads: number };
  open: number;
  aborted: number;
}

/** How a request ended: a status line is no success when the client got a part of the body. */
function levelOf(status: number, isWhole: boolean, route: string): 'error' | 'info' | 'debug' {
  if (status >= 500) return 'error';
  return isWhole && (route === STATIC_ROUTE || route === PROBE_ROUTE) ? 'debug' : 'info';
}

function familiesOf({ requests, durations, bytes, bodies, open, aborted }: Numbers): Family[] {
  return [
    {
      name: 'magpie_http_requests_total',
      help: 'Requests by method, route pattern and class of status; 4xx of the route proxy were refused before the Worker.',
      type: 'counter',
      samples: [...requests].map(([key, count]) => {
        const [method, route, status] = JSON.parse(key) as [string, string, string];
        return ['', { method, route, status }, count] as const;
      }),
    },
    {
      name: 'magpie_http_request_seconds',
      help: 'Time from the head of a request to the end of its response.',
      type: 'histogram',
      samples: [...durations].flatMap(([group, histogram]) => histogram.samples({ group })),
    },
    { name: 'magpie_http_requests_open', help: 'Requests under way.', type: 'gauge', samples: [['', {}, open]] },
    {
      name: 'magpie_http_requests_aborted_total',
      help: 'Responses that the client did not get in full.',
      type: 'counter',
      samples: [['', {}, aborted]],
    },
    {
      name: 'magpie_http_bytes_total',
      help: 'Bytes of request bodies, and of responses with their heads.',
      type: 'counter',
      samples: Object.entries(bytes).map(([direction, count]) => ['', { direction }, count] as const),
    },
    {
      name: 'magpie_transfers_total',
      help: 'Requests that send or fetch bytes of files.',
      type: 'counter',
      samples: Object.entries(bodies).map(([kind, count]) => ['', { kind }, count] as const),
    },
  ];
}

export function makeRequestWatch({ accessLog, write, now }: RequestWatchOptions): RequestWatch {
  const answered = new WeakMap<ServerResponse, Answered>();
  const routes = new Set<string>();
  const numbers: Numbers = {
    requests: new Map(),
    durations: new Map(),
    bytes: { received: 0, sent: 0 },
    bodies: { uploads: 0, downloads: 0 },
    open: 0,
    aborted: 0,
  };

  function ofResponse(response: ServerResponse): Answered {
    const known = answered.get(response) ?? {};
    answered.set(response, known);
    return known;
  }

  function boundedRoute(route: string): string {
    if (!routes.has(route) && routes.size >= MOST_ROUTES) return 'other';
    routes.add(route);
    return route;
  }

  /** @returns counts and logs the request when it has ended */
  function begin(request: IncomingMessage, kind: 'upload' | 'other', address: () => string): (end: RequestEnd) => void {
    const beganMs = now();
    const { socket } = request;
    const [readBefore, writtenBefore] = [socket.bytesRead, socket.bytesWritten];
    numbers.open += 1;
    return ({ route, requestId, status, isWhole }) => {
      numbers.open -= 1;
      const seconds = (now() - beganMs) / 1_000;
      if (!isWhole) numbers.aborted += 1;
      const [receivedBytes, sentBytes] = [socket.bytesRead - readBefore, socket.bytesWritten - writtenBefore];
      numbers.bytes.received += receivedBytes;
      numbers.bytes.sent += sentBytes;
      if (kind === 'upload') numbers.bodies.uploads += 1;
      const method = methodOf(request);
      if (DOWNLOAD_ROUTE.test(route) || DOWNLOAD_ROUTE.test(`${method} ${route}`)) numbers.bodies.downloads += 1;
      bump(numbers.requests, JSON.stringify([method, boundedRoute(route), `${Math.floor(status / 100)}xx`]));
      const group = kind === 'upload' ? 'upload' : route === STATIC_ROUTE ? 'static' : 'other';
      const histogram = numbers.durations.get(group) ?? new Histogram();
      numbers.durations.set(group, histogram);
      histogram.observe(seconds);
      if (accessLog === 'off') return;
      const level = levelOf(status, isWhole, route);
      write(
        level,
        JSON.stringify({
          time: new Date().toISOString(),
          level,
          event: 'request',
          id: requestId,
          method,
          route,
          status,
          ms: Math.round(seconds * 1_000),
          in: receivedBytes,
          out: sentBytes,
          ...(isWhole ? {} : { aborted: true }),
          ...(accessLog === 'address' ? { address: address() } : {}),
        }),
      );
    };
  }

  return {
    recordRoute(response, route) {
      ofResponse(response).route = route;
    },
    noteFields(response, rawHeaders) {
      Object.assign(ofResponse(response), readAnswered(rawHeaders));
    },
    follow(request, response, kind, address) {
      const end = begin(request, kind, address);
      response.once('close', () => {
        const { route = PROXY_ROUTE, requestId } = answered.get(response) ?? {};
        const status = response.headersSent ? response.statusCode : ABORTED_STATUS;
        end({ route, requestId, status, isWhole: response.writableFinished });
      });
    },
    followHandshake(request, address) {
      const end = begin(request, 'other', address);
      let hasEnded = false;
      return (status, rawHeaders) => {
        if (hasEnded) return;
        hasEnded = true;
        const answer = rawHeaders ? readAnswered(rawHeaders) : {};
        end({ route: PROXY_ROUTE, ...answer, status: status ?? ABORTED_STATUS, isWhole: status !== null });
      };
    },
    families: () => familiesOf(numbers),
  };
}
