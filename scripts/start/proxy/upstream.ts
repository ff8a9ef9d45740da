/**
 * Connections to the runtime. Responses are read into one buffer per connection and passed on without a copy, which
 * costs less than half of the processor time of node:http or undici (docs/decisions/0081-http-client-of-the-proxy.md).
 */
import { connect, type Socket } from 'node:net';
import { reportFailure } from './boundary.ts';
import { type ResponseHead, ResponseParser } from './response-parser.ts';

/** One request, without its body. */
export interface UpstreamRequest {
  method: string;
  path: string;
  /** Raw fields, already cleaned. */
  headers: readonly string[];
}

/** Events of one request. Exactly one of `onEnd` and `onError` is called, last. */
export interface UpstreamHandlers {
  /** The runtime starts to read the body; sent only for a request with `Expect: 100-continue`. */
  onContinue(): void;
  onHead(head: ResponseHead): void;
  /** Consumes a piece; the next one comes only after `next()`. The piece must not be used after that. */
  onPiece(piece: Buffer, next: () => void): void;
  /** Called at the end; the connection is given back only after `done()`. */
  onEnd(done: () => void): void;
  /** @param untouched  true when a reused connection ended before any byte of the response: the runtime never saw the request */
  onError(untouched: boolean): void;
}

/** One unfinished request. */
export interface UpstreamCall {
  /**
   * Sends a piece of the body.
   * @param onSent  called when its memory is no longer read
   * @returns false when the caller should wait for `onDrain`
   */
  write(piece: Buffer, onSent?: () => void): boolean;
  onDrain(listener: () => void): void;
  /** Completes the request; only then the connection can be reused. */
  finish(): void;
  /** Breaks the connection; no handler is called any more. */
  destroy(): void;
}

/** The runtime writes about this much at once; a larger buffer gained nothing. */
const BUFFER_BYTES = 64 * 1024;
/** Shorter than the 5 s after which workerd closes an idle connection, so that we close first. */
const IDLE_MS = 3_000;

/** One socket to the runtime, used by one call at a time. */
class Connection {
  readonly socket: Socket;
  /** Port of the runtime it was opened for. */
  readonly port: number;
  /** True after its first response: only then an end before the next one may be an idle timeout of the runtime. */
  used = false;
  idleTimer: NodeJS.Timeout | undefined;
  private parser: ResponseParser | undefined;
  private fail: ((untouched: boolean) => void) | undefined;
  /** Pieces of the buffer that are not consumed yet; the next read waits for them. */
  private borrowed = 0;

  constructor(target: URL) {
    this.port = Number(target.port);
    this.socket = connect({
      host: target.hostname,
      port: this.port,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafeSlow(BUFFER_BYTES),
        callback: (count, bytes) => this.read(Buffer.from(bytes.buffer, bytes.byteOffset, count)),
      },
    });
    this.socket.on('error', () => this.socket.destroy());
    this.socket.on('end', () => this.socket.destroy());
    this.socket.on('close', () => {
      try {
        this.end();
      } catch (error) {
        reportFailure('the end of an answer', error);
      }
    });
  }

  use(parser: ResponseParser, fail: (untouched: boolean) => void): void {
    clearTimeout(this.idleTimer);
    this.parser = parser;
    this.fail = fail;
  }

  leave(): void {
    this.parser = undefined;
    this.fail = undefined;
  }

  borrow(): void {
    this.borrowed += 1;
  }

  giveBack(): void {
    this.borrowed -= 1;
    if (this.borrowed === 0) this.socket.resume();
  }

  /** Ends the response when its end is marked by the connection's; else fails it. */
  private end(): void {
    const { parser, fail } = this;
    if (parser === undefined || parser.close()) return;
    this.leave();
    fail?.(this.used && parser.untouched);
  }

  private read(bytes: Buffer): boolean {
    try {
      if (this.parser === undefined) throw new Error('bytes on an idle connection');
      this.parser.push(bytes);
    } catch (error) {
      reportFailure('an answer', error);
      this.socket.destroy();
    }
    return this.borrowed === 0;
  }
}

/** Reuses idle connections and opens new ones. */
export class Upstream {
  /** Loopback address of the runtime; undefined while it is not running. */
  target: URL | undefined;
  private readonly idle: Connection[] = [];

  constructor(target: URL | undefined) {
    this.target = target;
  }

  /** Busy connections to the former address close after their responses; idle ones are closed here. */
  setTarget(target: URL | undefined): void {
    this.target = target;
    this.close();
  }

  /**
   * @param isChunked  true when the length of the body is unknown: it is sent in chunks
   * @throws Error while there is no runtime
   */
  start(request: UpstreamRequest, isChunked: boolean, handlers: UpstreamHandlers): UpstreamCall {
    const connection = this.take();
    let sent = false;
    let reusable: boolean | undefined;
    const settle = (): void => {
      if (reusable === undefined || !sent) return;
      connection.leave();
      if (reusable) this.keep(connection);
      else connection.socket.destroy();
    };
    const parser = new ResponseParser(request.method === 'HEAD', {
      onContinue: () => handlers.onContinue(),
      onHead: (head) => handlers.onHead(head),
      onPiece(piece) {
        connection.borrow();
        handlers.onPiece(piece, () => connection.giveBack());
      },
      onEnd(mayReuse) {
        connection.borrow();
        handlers.onEnd(() => {
          connection.giveBack();
          // After a response before the end of the request the runtime would read the rest of the body as the next request.
          reusable = mayReuse && sent;
          sent = true;
          settle();
        });
      },
    });
    connection.use(parser, (untouched) => handlers.onError(untouched));
    let head = `${request.method} ${request.path} HTTP/1.1\r\n`;
    for (let i = 0; i < request.headers.length; i += 2) head += `${request.headers[i]}: ${request.headers[i + 1]}\r\n`;
    connection.socket.write(`${head}\r\n`, 'latin1');
    return {
      write(piece, onSent) {
        if (!isChunked) return connection.socket.write(piece, onSent);
        // Corked: one write of the system for the three.
        connection.socket.cork();
        connection.socket.write(`${piece.length.toString(16)}\r\n`);
        connection.socket.write(piece, onSent);
        const isTaken = connection.socket.write('\r\n');
        connection.socket.uncork();
        return isTaken;
      },
      onDrain: (listener) => void connection.socket.once('drain', listener),
      finish() {
        if (sent) return;
        if (isChunked) connection.socket.write('0\r\n\r\n');
        sent = true;
        settle();
      },
      destroy() {
        connection.leave();
        connection.socket.destroy();
      },
    };
  }

  /** Closes idle connections. */
  close(): void {
    for (const connection of this.idle.splice(0)) {
      clearTimeout(connection.idleTimer);
      connection.socket.destroy();
    }
  }

  private take(): Connection {
    for (;;) {
      const connection = this.idle.pop();
      if (connection === undefined) {
        if (this.target === undefined) throw new Error('the runtime is not running');
        return new Connection(this.target);
      }
      clearTimeout(connection.idleTimer);
      if (!connection.socket.destroyed) return connection;
    }
  }

  private keep(connection: Connection): void {
    if (connection.socket.destroyed) return;
    if (Number(this.target?.port) !== connection.port) {
      connection.socket.destroy();
      return;
    }
    connection.used = true;
    connection.idleTimer = setTimeout(() => {
      const index = this.idle.indexOf(connection);
      if (index >= 0) this.idle.splice(index, 1);
      connection.socket.destroy();
    }, IDLE_MS);
    this.idle.push(connection);
  }
}
