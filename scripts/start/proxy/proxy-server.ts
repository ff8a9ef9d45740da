/**
 * The listener of one machine: removes headers that clients may not set, serves built files, and forwards other requests to
 * the Worker, streaming both ways. It buffers no body and makes no decision about users or files.
 */
import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { isDavMethod } from '#shared/programs/paths.ts';
import { ADDRESS_HEADER } from '#worker/platform/address.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { hashGateLimits, makeHashGate } from '#worker/services/auth/hashing/hash-gate.ts';
import { listenFailure } from '../process/listen-failed.ts';
import { http, loadHttps } from '../process/node-http.ts';
import type { Probes } from '../watch/probes.ts';
import { PROBE_ROUTE, type RequestWatch, ROUTE_HEADER, STATIC_ROUTE } from '../watch/request-watch.ts';
import { BarredClients } from './barred-clients.ts';
import { RequestBody } from './body/request-body.ts';
import { guarded, ignoreError } from './boundary.ts';
import { clientKey } from './clients.ts';
import { ConnectionWatch, sweepMs } from './connection-watch.ts';
import { isDropped } from './drop-rest.ts';
import { forward } from './forward.ts';
import { clientAddress, decideTarget, endToEnd, hasManyHosts, isReserved, isUpload } from './headers.ts';
import { close, type Listener, listen } from './listening.ts';
import { makePipelines } from './pipelines.ts';
import { makeRefusals, type RefusalStatus, type Refusals } from './refuse.ts';
import { RequestGate } from './request-gate.ts';
import type { ServerLimits } from './server-limits.ts';
import { makeSignInGate, type SignInGate } from './sign-in-gate.ts';
import { type StaticFiles, serveStatic } from './static-files.ts';
import { isHandshake } from './upgrade.ts';
import { Upstream } from './upstream.ts';
import { WebSockets } from './web-sockets.ts';

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
  /** Hosts that the Worker answers for, for `/readyz`; absent: any. */
  servedHosts?: readonly string[];
  /** Host of programs, with its port; methods of WebDAV are refused at every other. Absent: at all. */
  programsHost?: string;
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

/** State that all listeners share. */
interface Shared {
  readonly options: ProxyOptions;
  readonly upstream: Upstream;
  readonly refusals: Refusals;
  readonly gate: RequestGate;
  readonly signIns: SignInGate;
  readonly watch: ConnectionWatch;
  readonly webSockets: WebSockets;
  /** Clients whose bodies came in too many pieces. */
  readonly fragmenters: BarredClients;
  /** Clients that sent too many requests ahead of their turn. */
  readonly crowders: BarredClients;
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
function refusalOf({ limits, programsHost }: ProxyOptions, request: IncomingMessage): RefusalStatus | undefined {
  if (request.rawHeaders.length > limits.headers * 2) return 431;
  if (hasManyHosts(request.rawHeaders)) return 400;
  if (isDavMethod(request.method ?? '') && request.headers.host?.toLowerCase() !== programsHost) return 405;
  const decision = decideTarget(request.url ?? '');
  return decision === 'malformed' ? 400 : decision === 'closed' ? 404 : undefined;
}

/** A field of the Worker's answers that clients in a local network do not get: it would bind every other port of the name as well. */
const withheldFrom = ({ lan }: ProxyOptions): string | undefined => lan && 'strict-transport-security';

/** Answers in the runtime's place. @returns false when the request is for the runtime */
function serveHere(shared: Shared, request: IncomingMessage, response: ServerResponse): boolean {
  const { options, refusals } = shared;
  const refusal = refusalOf(options, request);
  if (refusal !== undefined) {
    refusals.refuse(response, refusal);
    return true;
  }
  if (options.probes?.serve(request, response, options)) {
    options.watch?.recordRoute(response, PROBE_ROUTE);
    return true;
  }
  if (serveStatic(options.files, request, response, options.isHttps) || options.lan?.serve(request, response)) {
    options.watch?.recordRoute(response, STATIC_ROUTE);
    return true;
  }
  return shared.signIns.refuse(request, response, clientKey(addressOf(options, request)));
}

/** The body of a request, counted from its first piece on, also while the request waits for its turn. */
function bodyOf(shared: Shared, request: IncomingMessage, response: ServerResponse): RequestBody {
  const { options, fragmenters, refusals, aborts } = shared;
  const key = (): string => clientKey(addressOf(options, request));
  return new RequestBody(request, {
    isBarred: () => fragmenters.isBarred(key()),
    onFragmented() {
      fragmenters.bar(key());
      aborts.get(response)?.();
      // Without a socket it waits for another answer.
      if (response.headersSent || response.socket === null) refusals.closeLater(request.socket);
      else refusals.refuse(response, 413);
    },
  });
}

function serve(
  shared: Shared,
  request: IncomingMessage,
  response: ServerResponse,
  body: RequestBody,
  expects: boolean,
): void {
  if (body.isRefused) return;
  const { options, upstream, gate, watch, aborts } = shared;
  const { refuse } = shared.refusals;
  request.on('error', ignoreError);
  response.on('error', ignoreError);
  // The parser drops what follows a request that names another protocol in the same read.
  if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
  const isUploading = isUpload(request.method ?? '', request.url ?? '', request.headers['content-type'] ?? '');
  watch.begin(request, response, isUploading);
  options.watch?.follow(request, response, isUploading ? 'upload' : 'other', () => addressOf(options, request));
  if (serveHere(shared, request, response)) {
    body.drain();
    return;
  }
  const address = addressOf(options, request);
  const turnAway = (status: RefusalStatus): void => {
    refuse(response, status);
    body.drain();
  };
  const start = (leave: () => void): void => {
    response.once('close', leave);
    if (response.destroyed || response.headersSent) leave();
    else if (upstream.target === undefined) turnAway(503);
    else
      aborts.set(
        response,
        forward(upstream, {
          request,
          response,
          sent: body,
          headers: forwardedHeaders(request, address),
          expects,
          withheld: withheldFrom(options),
          refuse,
          onFields: (fields) => options.watch?.noteFields(response, fields),
        }),
      );
  };
  const enter = (): void => {
    if (response.destroyed || response.headersSent) return;
    const cancel = gate.enter(
      clientKey(address),
      guarded('a request', start, () => turnAway(400)),
      () => turnAway(503),
    );
    response.once('close', cancel);
  };
  // Of a body in chunks the rest of the read is counted first: the runtime gets no request that is refused by it.
  if (request.headers['transfer-encoding'] === undefined) enter();
  else setImmediate(enter);
}

function serveUpgrade(shared: Shared, request: IncomingMessage, client: Duplex, head: Buffer): void {
  const { options, refusals, webSockets } = shared;
  // The server has removed its own listeners; an error without a listener would end the process.
  client.on('error', ignoreError);
  const address = addressOf(options, request);
  const onAnswer = options.watch?.followHandshake(request, () => address) ?? (() => undefined);
  const refusal = refusalOf(options, request);
  if (refusal !== undefined) {
    onAnswer(refusal);
    refusals.refuseSocket(client, refusal);
    return;
  }
  const headers = forwardedHeaders(request, address);
  webSockets.accept({
    request,
    client,
    head,
    key: clientKey(address),
    headers,
    withheld: withheldFrom(options),
    onAnswer,
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

/** Identifies a connection by both of its ends: the socket above TLS is another object than the one below. */
const endsOf = ({ remoteAddress, remotePort, localAddress }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress}`;

/** Counts connections before their handshake, which costs the most. */
function watchConnections(server: Listener, { watch, refusals, options: { lan } }: Shared): void {
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
    else refusals.refuseSocket(socket, 503);
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
  const { refuse, refuseSocket } = shared.refusals;
  const turnAway = (_request: IncomingMessage, response: ServerResponse): void => refuse(response, 400);
  const keyOf = (request: IncomingMessage): string => clientKey(addressOf(shared.options, request));
  const pipelines = makePipelines({
    start: guarded(
      'a request',
      (request: IncomingMessage, response: ServerResponse, body: RequestBody, expects: boolean) =>
        serve(shared, request, response, body, expects),
      turnAway,
    ),
    isBarred: (request) => shared.crowders.isBarred(keyOf(request)),
    onCut: (request) => shared.crowders.bar(keyOf(request)),
  });
  const take = (expects: boolean) =>
    guarded(
      'a request',
      (request: IncomingMessage, response: ServerResponse) =>
        pipelines.serve(request, response, bodyOf(shared, request, response), expects),
      turnAway,
    );
  const settings: ServerOptions = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headerSeconds * 1_000,
    connectionsCheckingInterval: sweepMs(limits),
    // Bodies are watched by connection-watch.ts: an upload may take hours.
    requestTimeout: 0,
    keepAliveTimeout: limits.keepAliveSeconds * 1_000,
    keepAlive: true,
    noDelay: true,
    highWaterMark: 256 * 1024,
    shouldUpgradeCallback: (request) => isHandshake(request) && !pipelines.isServing(request.socket),
  };
  const server: Listener = lan
    ? loadHttps().createServer(
        { ...settings, ...tlsOf(lan), handshakeTimeout: limits.headerSeconds * 1_000 },
        take(false),
      )
    : http.createServer(settings, take(false));
  // Node would drop the fields past its own limit; refusalOf refuses the request instead.
  server.maxHeadersCount = 0;
  server.maxRequestsPerSocket = limits.requestsPerConnection;
  watchConnections(server, shared);
  server.on('checkContinue', take(true));
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
      (error: NodeJS.ErrnoException, socket: Duplex) => {
        // Its answer, if any, is on the way, and its end is due.
        if (!isDropped(socket)) refuseSocket(socket, CLIENT_ERRORS[error.code ?? ''] ?? 400);
      },
      (_error, socket) => socket.destroy(),
    ),
  );
  return server;
}

function makeShared(options: ProxyOptions): Shared {
  const { limits, trustedProxyHeader, isTrustedProxy } = options;
  const aborts: Shared['aborts'] = new WeakMap();
  const nowMs = options.nowMs ?? (() => performance.now());
  const refusals = makeRefusals(options.isHttps);
  const upstream = new Upstream(options.target);
  const gate = new RequestGate(limits);
  const watch = new ConnectionWatch({
    limits,
    keyOf: (peer) =>
      trustedProxyHeader !== undefined && isTrustedProxy(peer)
        ? undefined
        : clientKey(clientAddress(peer, [], undefined)),
    onBodyTimeout(request, response) {
      aborts.get(response)?.();
      if (response.headersSent) request.socket.destroy();
      else refusals.refuse(response, 408);
    },
    nowMs,
  });
  return {
    options,
    upstream,
    refusals,
    gate,
    signIns: makeSignInGate(makeHashGate(systemClock, hashGateLimits(options.signIns)), systemClock, refusals.refuse),
    watch,
    webSockets: new WebSockets({
      limits,
      gate,
      refusals,
      nowMs,
      target: () => upstream.target,
      onOpen: ({ socket }) => watch.keep(socket),
    }),
    fragmenters: new BarredClients(nowMs),
    crowders: new BarredClients(nowMs),
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
    webSockets.closeAll();
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
