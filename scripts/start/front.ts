/**
 * The listener of one machine: cleans what comes in, answers built files, and forwards everything else to the Worker,
 * streaming both ways. It never buffers a body and never decides anything about people or files.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ADDRESS_HEADER } from '#worker/platform/address.ts';
import { guarded, ignoreError, reportFailure } from './boundary.ts';
import { type Compressor, compressedFields, isCompressible, makeCompressor } from './compress.ts';
import { clientAddress, endToEnd, isReserved, judgeTarget } from './headers.ts';
import { type StaticFiles, serveStatic } from './static-files.ts';
import { forwardUpgrade } from './upgrade.ts';
import { Upstream, type UpstreamCall } from './upstream.ts';

export interface FrontOptions {
  hosts: readonly string[];
  port: number;
  /** Loopback address of the Worker; undefined while it is not running. */
  target: URL | undefined;
  trustedProxyHeader: string | undefined;
  files: StaticFiles;
}

/** A listening front. */
export interface Front {
  /** Forwards to another address from now on; to none, and answers 503, when it is undefined. */
  setTarget(target: URL | undefined): void;
  /** Stops listening, lets answers under way finish for a short while, then closes what is left. */
  stop(): Promise<void>;
}

/** Cookies, tokens and long addresses fit; a flood of headers does not. */
const MAX_HEADER_BYTES = 32 * 1024;
/** Longest a client may take to send its headers. Bodies have no limit: an upload may take hours. */
const HEADERS_TIMEOUT_MS = 20_000;
/** Longer than the 60 s of common proxies, so that they close first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** Largest body that is sent before the runtime asks for it; well below a socket's buffer. */
const FREE_BODY_BYTES = 64 * 1024;
/** How much of an unwanted body is read away so that a client sees why it was refused. */
const MAX_DRAIN_BYTES = 64 * 1024 * 1024;
/** A restart of the runtime takes about as long. */
const RETRY_AFTER_SECONDS = 2;
/** What an answer under way gets when the server ends. */
const DRAIN_MS = 3_000;

function refuse(response: ServerResponse, status: number, error: string): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({
    error,
    error_code: status === 404 ? 5 : 14,
    error_description: http.STATUS_CODES[status],
  });
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...(status === 503 ? { 'Retry-After': String(RETRY_AFTER_SECONDS) } : {}),
  });
  response.end(body);
}

/** Headers for the Worker: what the client sent, cleaned, plus the client's address. */
export function forwardedHeaders(request: IncomingMessage, trustedHeader: string | undefined): string[] {
  const raw = request.rawHeaders;
  const headers = endToEnd(raw, isReserved);
  headers.push(ADDRESS_HEADER, clientAddress(request.socket.remoteAddress ?? '', raw, trustedHeader));
  if (request.headers['transfer-encoding'] !== undefined) headers.push('transfer-encoding', 'chunked');
  return headers;
}

/** Lets the client finish sending what nobody will read, up to a bound, so that it can read the answer it already has. */
function drain(request: IncomingMessage): void {
  let drained = 0;
  request.on('data', (piece: Buffer) => {
    drained += piece.length;
    if (drained > MAX_DRAIN_BYTES) request.destroy();
  });
  request.resume();
}

/** Streams a request's body into a call, as fast as the runtime takes it. @returns stops, and reads the rest away */
function sendBody(request: IncomingMessage, call: UpstreamCall): () => void {
  const giveUp = (): void => call.destroy();
  const onData = guarded(
    'a request body',
    (piece: Buffer): void => {
      if (call.write(piece)) return;
      request.pause();
      call.onDrain(() => request.resume());
    },
    giveUp,
  );
  const onEnd = guarded('the end of a request body', () => call.finish(), giveUp);
  request.on('data', onData);
  request.on('end', onEnd);
  return () => {
    request.off('data', onData);
    request.off('end', onEnd);
    if (!request.complete) drain(request);
  };
}

/**
 * How a body travels. `asked`: the runtime is asked first whether it will read (100 Continue), so that an upload that is
 * refused costs nothing and its answer is never lost in a connection closed under it. `free`: sent at once, for it fits a socket's buffer.
 */
function bodyOf(request: IncomingMessage): 'none' | 'asked' | 'free' {
  const lengthBytes = Number(request.headers['content-length'] ?? 0);
  if (request.headers['transfer-encoding'] === undefined && lengthBytes === 0) return 'none';
  const isSmall = request.headers['transfer-encoding'] === undefined && lengthBytes <= FREE_BODY_BYTES;
  return isSmall && request.headers.expect === undefined ? 'free' : 'asked';
}

/** @param expects  true when the client itself waits for 100 Continue */
function forward(
  options: FrontOptions,
  upstream: Upstream,
  request: IncomingMessage,
  response: ServerResponse,
  expects: boolean,
): void {
  const body = bodyOf(request);
  const headers = forwardedHeaders(request, options.trustedProxyHeader);
  if (body === 'asked') headers.push('expect', '100-continue');
  const message = { method: request.method ?? 'GET', path: request.url ?? '/', headers };
  const attempt = (mayRetry: boolean): void => {
    let stopBody: (() => void) | undefined;
    let call: UpstreamCall | undefined;
    let compressor: Compressor | undefined;
    const startBody = (): void => {
      if (call !== undefined && stopBody === undefined) stopBody = sendBody(request, call);
    };
    const endBody = (): void => {
      if (stopBody !== undefined) stopBody();
      else if (body !== 'none') drain(request);
    };
    const abort = (): void => {
      call?.destroy();
      endBody();
    };
    call = upstream.start(message, request.headers['transfer-encoding'] !== undefined, {
      onContinue() {
        if (expects) response.writeContinue();
        startBody();
      },
      onHead(head) {
        const answer = endToEnd(head.rawHeaders);
        // The client has not sent its body and need not: only a new connection keeps the two sides of one mind.
        if (expects && stopBody === undefined) answer.push('connection', 'close');
        const isSmaller = isCompressible(request, head.status, head.rawHeaders);
        if (isSmaller) compressor = makeCompressor(response);
        response.writeHead(head.status, head.reason, isSmaller ? compressedFields(answer) : answer);
      },
      onPiece(piece, next) {
        if (compressor) compressor.write(piece, next);
        else response.write(piece, () => next());
      },
      onEnd(done) {
        endBody();
        const leave = (): void => {
          response.off('close', abort);
          done();
        };
        if (compressor) compressor.end(leave);
        else response.end(leave);
      },
      onError(untouched) {
        response.off('close', abort);
        if (mayRetry && untouched && body === 'none' && !response.destroyed && upstream.target !== undefined) {
          attempt(false);
          return;
        }
        endBody();
        // A broken answer must break the client's connection too: a silent end would look like a whole file.
        refuse(response, 503, 'unavailable');
      },
    });
    response.once('close', abort);
    if (body === 'none') call.finish();
    else if (body === 'free') startBody();
  };
  attempt(true);
}

function listen(server: http.Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, ipv6Only: host.includes(':') }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

const CLIENT_ERRORS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** Answers on a connection that has no response object, and closes it. */
function refuseSocket(socket: Duplex, status: string, more = ''): void {
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\n${more}Connection: close\r\nContent-Length: 0\r\n\r\n`);
  else socket.destroy();
}

function makeServer(options: FrontOptions, upstream: Upstream, lines: Set<Duplex>): http.Server {
  const serve = guarded(
    'a request',
    (request: IncomingMessage, response: ServerResponse, expects: boolean): void => {
      request.on('error', ignoreError);
      response.on('error', ignoreError);
      const decision = judgeTarget(request.url ?? '');
      if (decision === 'malformed') refuse(response, 400, 'invalid_argument');
      else if (decision === 'closed') refuse(response, 404, 'not_found');
      else if (serveStatic(options.files, request, response)) return;
      else if (upstream.target === undefined) refuse(response, 503, 'unavailable');
      else forward(options, upstream, request, response, expects);
    },
    (_request, response) => refuse(response, 400, 'invalid_argument'),
  );
  const server = http.createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      keepAlive: true,
      noDelay: true,
      highWaterMark: 256 * 1024,
    },
    (request, response) => serve(request, response, false),
  );
  server.on('checkContinue', (request, response) => serve(request, response, true));
  const serveUpgrade = guarded(
    'a WebSocket handshake',
    (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // The server has taken its own listeners away: until forwardUpgrade adds others, an error would have none.
      socket.on('error', ignoreError);
      const decision = judgeTarget(request.url ?? '');
      if (decision !== 'open') {
        refuseSocket(socket, decision === 'closed' ? '404 Not Found' : '400 Bad Request');
        return;
      }
      if (upstream.target === undefined) {
        refuseSocket(socket, '503 Service Unavailable', `Retry-After: ${RETRY_AFTER_SECONDS}\r\n`);
        return;
      }
      lines.add(socket);
      socket.once('close', () => lines.delete(socket));
      forwardUpgrade(upstream.target, forwardedHeaders(request, options.trustedProxyHeader), request, socket, head);
    },
    (_request, socket) => socket.destroy(),
  );
  server.on('upgrade', serveUpgrade);
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', ignoreError);
    refuseSocket(socket, '405 Method Not Allowed');
  });
  server.on(
    'clientError',
    guarded(
      'a malformed request',
      (error: NodeJS.ErrnoException, socket: Duplex) =>
        refuseSocket(socket, CLIENT_ERRORS[error.code ?? ''] ?? '400 Bad Request'),
      (_error, socket) => socket.destroy(),
    ),
  );
  // A connection that cannot be accepted is no reason to end: others are served.
  server.on('error', (error) => reportFailure('the listener', error));
  return server;
}

function close(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Listens on every host. @throws the listener's error, such as EADDRINUSE; a machine without IPv6 is no error */
export async function startFront(options: FrontOptions): Promise<Front> {
  const upstream = new Upstream(options.target);
  const servers: http.Server[] = [];
  /** Open WebSockets: a server that closes waits for them, and closes none itself. */
  const lines = new Set<Duplex>();
  const stop = async (): Promise<void> => {
    const closed = Promise.all(servers.map(close));
    for (const line of lines) line.destroy();
    await closed;
    upstream.close();
  };
  try {
    for (const host of options.hosts) {
      const server = makeServer(options, upstream, lines);
      try {
        await listen(server, host, options.port);
        servers.push(server);
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? '';
        if (host !== '::1' || !['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code)) throw error;
      }
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { setTarget: (target) => upstream.setTarget(target), stop };
}
