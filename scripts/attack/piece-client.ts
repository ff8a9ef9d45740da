/** Sends many small pieces over one connection of the loopback network: chunks of a body, frames of a WebSocket, requests in a row. */
import net from 'node:net';

export interface Flood {
  readonly port: number;
  /** An address of 127.0.0.0/8. */
  readonly from: string;
  /** Sent first. */
  readonly head: Buffer;
  /** Sent again and again, as fast as it is taken. */
  readonly piece: Buffer;
  /** Most of them; default: as many as the time allows. */
  readonly pieces?: number;
  /** Waits for this text in the answer before the first piece; default: nothing. */
  readonly after?: string;
  /** Sent after the last piece. */
  readonly tail?: Buffer;
  /** Pieces that one write carries; 1 with `gapMs` sends each alone. */
  readonly atOnce?: number;
  readonly gapMs?: number;
  /** Longest time of all of it. */
  readonly forMs: number;
}

export interface FloodResult {
  /** Pieces that were handed to the socket. */
  readonly sent: number;
  /** The answer, at most {@link MAX_READ_BYTES}. */
  readonly received: Buffer;
  /** The other side ended the connection before the time had ended. */
  readonly wasClosed: boolean;
}

const MAX_READ_BYTES = 1024 * 1024;
/** Pieces of one write: less than a socket's buffer takes, so that no wait is counted as sending. */
const AT_ONCE = 1_000;

/** Head of a request with a body in chunks. */
export function chunkedHead(method: string, path: string, host: string, fields: readonly string[] = []): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Transfer-Encoding: chunked', ...fields, '', ''];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

/** One chunk of a body. */
export function chunkOf(bytes: Buffer | string): Buffer {
  const body = Buffer.from(bytes);
  return Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]);
}

/** Head of a WebSocket handshake. */
export function handshakeHead(path: string, host: string, fields: readonly string[] = []): Buffer {
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ...fields,
    '',
    '',
  ];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

/**
 * A frame as a client sends it, masked by zeros.
 * @param opcode  0 continues, 1 text, 2 bytes, 8 close, 9 ping, 10 pong
 * @param bytes  below 126 of them
 */
export function frameOf(opcode: number, bytes: Buffer | string = '', isFinal = true): Buffer {
  const body = Buffer.from(bytes);
  return Buffer.concat([Buffer.from([(isFinal ? 0x80 : 0) | opcode, 0x80 | body.length, 0, 0, 0, 0]), body]);
}

/** Codes of the close frames in the bytes of a server after its handshake. */
export function closeCodesIn(received: Buffer): number[] {
  const codes: number[] = [];
  let at = received.indexOf('\r\n\r\n') + 4;
  while (at + 2 <= received.length) {
    const short = (received[at + 1] ?? 0) & 0x7f;
    const headBytes = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (at + headBytes + 2 > received.length) break;
    const length =
      short === 126 ? received.readUInt16BE(at + 2) : short === 127 ? Number(received.readBigUInt64BE(at + 2)) : short;
    if (((received[at] ?? 0) & 0x0f) === 8) codes.push(received.readUInt16BE(at + headBytes));
    at += headBytes + length;
  }
  return codes;
}

/** Sends pieces until there are enough, the time has ended or the server has closed. */
export function flood({
  port,
  from,
  head,
  piece,
  pieces = Number.POSITIVE_INFINITY,
  ...more
}: Flood): Promise<FloodResult> {
  const { after, tail, atOnce = AT_ONCE, gapMs = 0, forMs } = more;
  return new Promise((resolve) => {
    let sent = 0;
    let isOver = false;
    let hasBegun = false;
    let received = Buffer.alloc(0);
    const socket = net.connect({ host: '127.0.0.1', port, localAddress: from, noDelay: true });
    const batches = new Map<number, Buffer>();
    const batchOf = (count: number): Buffer => {
      const known = batches.get(count) ?? Buffer.concat(Array.from({ length: count }, () => piece));
      batches.set(count, known);
      return known;
    };
    const step = (): void => {
      if (isOver || socket.destroyed) return;
      const count = Math.min(atOnce, pieces - sent);
      if (count <= 0) {
        if (tail) socket.write(tail);
        return;
      }
      sent += count;
      socket.write(batchOf(count), () => (gapMs > 0 ? setTimeout(step, gapMs) : setImmediate(step)));
    };
    const begin = (): void => {
      if (hasBegun) return;
      hasBegun = true;
      step();
    };
    const timer = setTimeout(() => {
      isOver = true;
      socket.destroy();
    }, forMs);
    socket.on('connect', () => {
      socket.write(head);
      if (after === undefined) begin();
    });
    socket.on('data', (bytes: Buffer) => {
      if (received.length < MAX_READ_BYTES) received = Buffer.concat([received, bytes]);
      if (after !== undefined && received.includes(after)) begin();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve({ sent, received, wasClosed: !isOver });
    });
  });
}
