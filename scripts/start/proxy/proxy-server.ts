/**
 * The listener of one machine: removes headers that clients may not set, serves built files, and forwards other requests to
 * the Worker, streaming both ways. It buffers no body and makes no decision about users or files.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { ADDRESS_HEADER } from '#worker/platform/address.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { hashGateLimits, makeHashGate } from '#worker/services/auth/password/hash-gate.ts';
import { listenFailure } from '../process/listen-failed.ts';
import type { Probes } from '../watch/probes.ts';
import { PROBE_ROUTE, type RequestWatch, ROUTE_HEADER, STATIC_ROUTE } from '../watch/request-watch.ts';
import { guarded, ignoreError, reportFailure } from './boundary.ts';
import { clientKey } from './clients.ts';
import { ConnectionWatch, sweepMs } from './connection-watch.ts';
import { forward } from './forward.ts';
import { clientAddress, endToEnd, isReserved, isUploadTarget, judgeTarget } from './headers.ts';
import { type RefusalStatus, refuse, refuseSocket } from './refuse.ts';
import { RequestGate } from './request-gate.ts';
import type { ServerLimits } from './server-limits.ts';
import { makeSignInGate, type SignInGate } from './sign-in-gate.ts';
import { type StaticFiles, serveStatic } from './static-files.ts';
import { forwardUpgrade } from './upgrade.ts';
import { Upstream } from './upstream.ts';

export interface ProxyOptions {
  hosts: readonly string[];
  port: number;
  /** Loopback address of the Worker; undefined while it is not running. */
  target: URL | undefined;
  /** Lower case; undefined when no proxy stands before us. */
  trustedProxyHeader: string | undefined;
  /** Peers whose header is believed. */
  isTrustedProxy: (peer: string) => boolean;
  limits: ServerLimits;
  /** Part of LIMITS; absent: the defaults. */
  signIns?: { readonly signInsPerSecond?: number | undefined };
  files: StaticFiles;
  /** Browsers reach this server by https and shall remember it (Strict-Transport-Security). */
  isHttps: boolean;
  /** Counts and logs requests. */
  watch?: RequestWatch;
  /** Answers questions of whether the server works. */
  probes?: Probes;
  /** Serves https itself, to the machines of its networks alone. */
  lan?: ProxyLan | undefined;
  /** Monotonic ms by which bodies and answers are late; tests set it. */
  nowMs?: () => number;
}

/** LAN mode of the proxy (scripts/start/lan). */
export interface ProxyLan {
  /** PEM; read when the proxy starts and by `renew`. */
  certificate(): { readonly key: string; readonly certificate: string };
  isNeighbour(peer: string): boolean;
  /** @returns false when the request is for the Worker */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
}

/** A listening proxy. */
export interface ProxyServer {
  /** Changes the address requests are forwarded to; undefined: they are answered with 503. */
  setTarget(target: URL | undefined): void;
  /** Serves the certificate that LAN mode has now. */
  renew(): void;
  /** Stops listening, lets responses finish for a short time, then closes the remaining connections. */
  stop(): Promise<void>;
}

/** Time for unfinished responses when the server ends. */
const DRAIN_MS = 3_000;

/** State that all listeners share. */
interface Shared {
  readonly options: ProxyOptions;
  readonly upstream: Upstream;
  readonly gate: RequestGate;
  readonly signIns: SignInGate;
  readonly watch: ConnectionWatch;
  /** Open WebSockets and the keys of their clients: a server that closes waits for them but does not close them. */
  readonly webSockets: Map<Duplex, string>;
  /** Cancels the runtime's part of a response. */
  readonly aborts: WeakMap<ServerResponse, () => void>;
}

/** The client's address: the peer's, or the one that a trusted proxy sends. */
function addressOf({ trustedProxyHeader, isTrustedProxy }: ProxyOptions, request: IncomingMessage): string {
  const peer = request.socket.remoteAddress ?? '';
  const isBelieved = trustedProxyHeader !== undefined && isTrustedProxy(peer);
  return clientAddress(peer, request.rawHeaders, isBelieved ? trustedProxyHeader : undefined);
}

/** Headers for the Worker: those of the client without reserved ones, and the client's address. */
function forwardedHeaders(request: IncomingMessage, address: string): string[] {
  const headers = endToEnd(request.rawHeaders, isReserved);
  headers.push(ADDRESS_HEADER, address, ROUTE_HEADER, '1');
  if (request.headers['transfer-encoding'] !== undefined) headers.push('transfer-encoding', 'chunked');
  return headers;
}

/** Status with which a request is refused by its head alone. */
function refusalOf({ limits }: ProxyOptions, request: IncomingMessage): RefusalStatus | undefined {
  if (request.rawHeaders.length > limits.headers * 2) return 431;
  const decision = judgeTarget(request.url ?? '');
  return decision === 'malformed' ? 400 : decision === 'closed' ? 404 : undefined;
}

function serve(shared: Shared, request: IncomingMessage, response: ServerResponse, expects: boolean): void {
  const { options, upstream, gate, watch, aborts } = shared;
  request.on('error', ignoreError);
  response.on('error', ignoreError);
  const isUpload = isUploadTarget(request.url ?? '');
  watch.begin(request, response, isUpload);
  options.watch?.follow(request, response, isUpload ? 'upload' : 'other', () => addressOf(options, request));
  const refusal = refusalOf(options, request);
  if (refusal !== undefined) {
    refuse(response, refusal);
    return;
  }
  if (options.probes?.serve(request, response)) {
    options.watch?.noteRoute(response, PROBE_ROUTE);
    return;
  }
  if (serveStatic(options.files, request, response, options.isHttps) || options.lan?.serve(request, response)) {
    options.watch?.noteRoute(response, STATIC_ROUTE);
    return;
  }
  const address = addressOf(options, request);
  if (shared.signIns.refuse(request, response, clientKey(address))) return;
  const start = (leave: () => void): void => {
    response.once('close', leave);
    if (response.destroyed) leave();
    else if (upstream.target === undefined) refuse(response, 503);
    else
      aborts.set(
        response,
        forward(upstream, {
          request,
          response,
          headers: forwardedHeaders(request, address),
          expects,
          // It would bind every other port of a name in a local network as well.
          withheld: options.lan && 'strict-transport-security',
          onFields: (fields) => options.watch?.noteFields(response, fields),
        }),
      );
  };
  const cancel = gate.enter(
    clientKey(address),
    guarded('a request', start, () => refuse(response, 400)),
    () => refuse(response, 503),
  );
  response.once('close', cancel);
}

function serveUpgrade(shared: Shared, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { options, upstream, watch, webSockets } = shared;
  // The server has removed its own listeners; an error without a listener would end the process.
  socket.on('error', ignoreError);
  const refusal = refusalOf(options, request);
  if (refusal !== undefined) {
    refuseSocket(socket, refusal);
    return;
  }
  const address = addressOf(options, request);
  const key = clientKey(address);
  const own = [...webSockets.values()].filter((other) => other === key).length;
  const isFull = webSockets.size >= options.limits.webSockets || own >= options.limits.webSocketsPerAddress;
  if (upstream.target === undefined || isFull) {
    refuseSocket(socket, 503);
    return;
  }
  webSockets.set(socket, key);
  socket.once('close', () => webSockets.delete(socket));
  watch.keep(request.socket);
  forwardUpgrade({
    target: upstream.target,
    headers: forwardedHeaders(request, address),
    request,
    client: socket,
    head,
    timeoutMs: options.limits.handshakeSeconds * 1_000,
  });
}

const CLIENT_ERRORS: Readonly<Record<string, RefusalStatus>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

const tlsOf = (lan: ProxyLan): { key: string; cert: string } => {
  const { key, certificate } = lan.certificate();
  return { key, cert: certificate };
};

type Listener = http.Server | https.Server;

/** Identifies a connection by both of its ends: the socket above TLS is another object than the one below. */
const endsOf = ({ remoteAddress, remotePort, localAddress }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress}`;

/** Counts connections before their handshake, which costs the most. */
function watchConnections(server: Listener, { watch, options: { lan } }: Shared): void {
  const handshakes = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const isWelcome = !lan || lan.isNeighbour(socket.remoteAddress ?? '');
    if (isWelcome && watch.admit(socket)) {
      if (!lan) return;
      const ends = endsOf(socket);
      handshakes.set(ends, socket);
      socket.once('close', () => handshakes.delete(ends));
      return;
    }
    socket.on('error', ignoreError);
    if (lan) socket.destroy();
    else refuseSocket(socket, 503);
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    const raw = handshakes.get(endsOf(socket));
    handshakes.delete(endsOf(socket));
    if (raw) watch.secure(raw, socket);
    else socket.destroy();
  });
  server.on('tlsClientError', (_error: Error, socket: TLSSocket) => socket.destroy());
}

function makeServer(shared: Shared): Listener {
  const { limits, lan } = shared.options;
  const serveSafely = guarded(
    'a request',
    (request: IncomingMessage, response: ServerResponse, expects: boolean) => serve(shared, request, response, expects),
    (_request, response) => refuse(response, 400),
  );
  const settings: http.ServerOptions = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headerSeconds * 1_000,
    connectionsCheckingInterval: sweepMs(limits),
    // Bodies are watched by connection-watch.ts: an upload may take hours.
    requestTimeout: 0,
    keepAliveTimeout: limits.keepAliveSeconds * 1_000,
    keepAlive: true,
    noDelay: true,
    highWaterMark: 256 * 1024,
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => serveSafely(request, response, false);
  const server: Listener = lan
    ? https.createServer({ ...settings, ...tlsOf(lan), handshakeTimeout: limits.headerSeconds * 1_000 }, onRequest)
    : http.createServer(settings, onRequest);
  // Node would drop the fields past its own limit; refusalOf refuses the request instead.
  server.maxHeadersCount = 0;
  server.maxRequestsPerSocket = limits.requestsPerConnection;
  watchConnections(server, shared);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) =>
    serveSafely(request, response, true),
  );
  server.on(
    'upgrade',
    guarded(
      'a WebSocket handshake',
      (request: IncomingMessage, socket: Duplex, head: Buffer) => serveUpgrade(shared, request, socket, head),
      (_request, socket) => socket.destroy(),
    ),
  );
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', ignoreError);
    refuseSocket(socket, 405);
  });
  server.on(
    'clientError',
    guarded(
      'a malformed request',
      (error: NodeJS.ErrnoException, socket: Duplex) => refuseSocket(socket, CLIENT_ERRORS[error.code ?? ''] ?? 400),
      (_error, socket) => socket.destroy(),
    ),
  );
  return server;
}

function listen(server: Listener, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, ipv6Only: host.includes(':') }, () => {
      server.off('error', reject);
      // A connection that cannot be accepted must not end the server.
      server.on('error', (error) => reportFailure('the listener', error));
      resolve();
    });
  });
}

function close(server: Listener): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function makeShared(options: ProxyOptions): Shared {
  const { limits, trustedProxyHeader, isTrustedProxy } = options;
  const aborts: Shared['aborts'] = new WeakMap();
  return {
    options,
    upstream: new Upstream(options.target),
    gate: new RequestGate(limits),
    signIns: makeSignInGate(makeHashGate(systemClock, hashGateLimits(options.signIns)), systemClock),
    watch: new ConnectionWatch({
      limits,
      keyOf: (peer) =>
        trustedProxyHeader !== undefined && isTrustedProxy(peer)
          ? undefined
          : clientKey(clientAddress(peer, [], undefined)),
      onBodyTimeout(request, response) {
        aborts.get(response)?.();
        if (response.headersSent) request.socket.destroy();
        else refuse(response, 408);
      },
      ...(options.nowMs && { nowMs: options.nowMs }),
    }),
    webSockets: new Map(),
    aborts,
  };
}

/** Listens on every host. @throws ListenFailed where the operator can mend it; a missing IPv6 is no error */
export async function startProxy(options: ProxyOptions): Promise<ProxyServer> {
  const shared = makeShared(options);
  const { upstream, watch, webSockets } = shared;
  const servers: Listener[] = [];
  const stop = async (): Promise<void> => {
    const closed = Promise.all(servers.map(close));
    for (const socket of webSockets.keys()) socket.destroy();
    await closed;
    watch.stop();
    upstream.close();
  };
  try {
    for (const host of options.hosts) {
      const server = makeServer(shared);
      try {
        await listen(server, host, options.port);
        servers.push(server);
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? '';
        if (!['::1', '::'].includes(host) || !['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code))
          throw listenFailure(error, { host: 'HOST', port: 'PORT' });
      }
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    setTarget: (target) => upstream.setTarget(target),
    renew() {
      for (const server of servers)
        if (options.lan && 'setSecureContext' in server) server.setSecureContext(tlsOf(options.lan));
    },
    stop,
  };
}
