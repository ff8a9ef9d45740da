/**
 * Every client connection of the proxy: how many there may be, of all clients and of each, and how long a body or an answer
 * may make no progress. A sweep checks all of them; no connection has a timer of its own.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ignoreError, reportFailure } from './boundary.ts';
import type { ServerLimits } from './server-limits.ts';

/** Fewer bytes in a window of `bodyIdleSeconds` are no progress. */
const LEAST_BODY_BYTES = 1_024;
/** One piece of an answer as the runtime sends it. Progress shows only when all waiting bytes are sent, so more bytes get more time. */
const PIECE_BYTES = 64 * 1024;
const LONGEST_SWEEP_MS = 5_000;

interface Watched {
  readonly key: string;
  /** Requests without a finished answer. */
  open: number;
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
  /** The body may take any time while it makes progress. */
  isUpload: boolean;
  requestAtMs: number;
  readBytes: number;
  readAtMs: number;
  writtenBytes: number;
  writtenAtMs: number;
}

export interface WatchOptions {
  readonly limits: ServerLimits;
  /** Key under which a peer is limited; undefined for a trusted proxy, which forwards many clients. */
  readonly keyOf: (peer: string) => string | undefined;
  /** Ends a request whose body stopped arriving. */
  readonly onBodyTimeout: (request: IncomingMessage, response: ServerResponse) => void;
  readonly nowMs: () => number;
}

/** Period of the sweep: a fraction of the shortest limit. */
export function sweepMs({ headerSeconds, bodyIdleSeconds, bodySeconds, answerIdleSeconds }: ServerLimits): number {
  const shortest = Math.min(headerSeconds, bodyIdleSeconds, bodySeconds, answerIdleSeconds) * 1_000;
  return Math.max(20, Math.min(LONGEST_SWEEP_MS, shortest / 4));
}

export class ConnectionWatch {
  private readonly options: WatchOptions;
  private readonly nowMs: () => number;
  private readonly all = new Map<Socket, Watched>();
  private readonly perKey = new Map<string, number>();
  /** Connections without an open request, the longest idle first. */
  private readonly idle = new Set<Socket>();
  private readonly timer: NodeJS.Timeout;

  constructor(options: WatchOptions) {
    this.options = options;
    this.nowMs = options.nowMs;
    this.timer = setInterval(() => this.sweep(), sweepMs(options.limits));
    this.timer.unref();
  }

  /** Counts a new connection. @returns false beyond a limit; the caller closes the connection */
  admit(socket: Socket): boolean {
    const { connections, connectionsPerAddress } = this.options.limits;
    const key = this.options.keyOf(socket.remoteAddress ?? '') ?? '';
    const own = this.perKey.get(key) ?? 0;
    if (key !== '' && own >= connectionsPerAddress) return false;
    if (this.all.size >= connections) {
      // An idle client can connect again; a new one has a request to send.
      const [longestIdle] = this.idle;
      if (longestIdle === undefined) return false;
      this.remove(longestIdle);
      longestIdle.destroy();
    }
    const now = this.nowMs();
    this.all.set(socket, {
      key,
      open: 0,
      request: undefined,
      response: undefined,
      isUpload: false,
      requestAtMs: now,
      readBytes: 0,
      readAtMs: now,
      writtenBytes: 0,
      writtenAtMs: now,
    });
    this.idle.add(socket);
    if (key !== '') this.perKey.set(key, own + 1);
    socket.on('error', ignoreError);
    socket.once('close', () => this.remove(socket));
    return true;
  }

  /** Watches the body of a request until it is complete. */
  begin(request: IncomingMessage, response: ServerResponse, isUpload: boolean): void {
    const { socket } = request;
    const watched = this.all.get(socket);
    if (watched === undefined) return;
    const now = this.nowMs();
    Object.assign(watched, { request, response, isUpload, requestAtMs: now, readAtMs: now });
    watched.readBytes = socket.bytesRead;
    watched.open += 1;
    this.idle.delete(socket);
    response.once('close', () => {
      watched.open -= 1;
      if (watched.open === 0 && this.all.has(socket)) this.idle.add(socket);
    });
  }

  /** A connection of which the handshake is done: requests come on the socket above it. */
  secure(raw: Socket, socket: Socket): void {
    const watched = this.all.get(raw);
    if (watched === undefined) {
      socket.destroy();
      return;
    }
    this.all.delete(raw);
    this.idle.delete(raw);
    this.all.set(socket, watched);
    this.idle.add(socket);
    socket.on('error', ignoreError);
    socket.once('close', () => this.remove(socket));
  }

  /** A WebSocket is never idle: it stays open until one side closes it. */
  keep(socket: Socket): void {
    this.idle.delete(socket);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Ends requests and connections without progress. */
  sweep(): void {
    const now = this.nowMs();
    for (const [socket, watched] of this.all) {
      try {
        if (this.isBodyLate(socket, watched, now)) this.endBody(watched);
        if (this.isReaderLate(socket, watched, now)) socket.destroy();
      } catch (error) {
        reportFailure('watching a connection', error);
        socket.destroy();
      }
    }
  }

  private isBodyLate(socket: Socket, watched: Watched, now: number): boolean {
    const { request, response } = watched;
    if (request === undefined || response === undefined || request.complete) return false;
    const { bodyIdleSeconds, bodySeconds } = this.options.limits;
    // A body after the answer is discarded, so the long limit of uploads does not apply.
    const isBounded = !watched.isUpload || response.writableFinished;
    if (isBounded && now - watched.requestAtMs >= bodySeconds * 1_000) return true;
    const isOurPause = !response.writableFinished && (request.readableFlowing !== true || socket.isPaused());
    if (isOurPause || socket.bytesRead - watched.readBytes >= LEAST_BODY_BYTES) {
      watched.readBytes = socket.bytesRead;
      watched.readAtMs = now;
      return false;
    }
    return now - watched.readAtMs >= bodyIdleSeconds * 1_000;
  }

  private isReaderLate(socket: Socket, watched: Watched, now: number): boolean {
    const pending = socket.writableLength;
    const written = socket.bytesWritten - pending;
    if (pending === 0 || written !== watched.writtenBytes) {
      watched.writtenBytes = written;
      watched.writtenAtMs = now;
      return false;
    }
    const patienceMs = this.options.limits.answerIdleSeconds * 1_000 * Math.max(1, pending / PIECE_BYTES);
    return now - watched.writtenAtMs >= patienceMs;
  }

  private endBody(watched: Watched): void {
    const { request, response } = watched;
    watched.request = undefined;
    if (request !== undefined && response !== undefined) this.options.onBodyTimeout(request, response);
  }

  private remove(socket: Socket): void {
    const watched = this.all.get(socket);
    if (watched === undefined) return;
    this.all.delete(socket);
    this.idle.delete(socket);
    if (watched.key === '') return;
    const left = (this.perKey.get(watched.key) ?? 1) - 1;
    if (left > 0) this.perKey.set(watched.key, left);
    else this.perKey.delete(watched.key);
  }
}
