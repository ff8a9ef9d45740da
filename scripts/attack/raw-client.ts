/** Sends bytes over a socket as they are, from an address of the loopback network, and reads what comes back. */
import net from 'node:net';

export interface RawAnswer {
  /** Statuses of all answers on the connection, 100 left out. */
  readonly statuses: readonly number[];
  /** Head and the first bytes of the body, for a report. */
  readonly beginning: string;
  /** True when the connection was refused: no server listens. */
  readonly refused: boolean;
  /** True when no answer came within the time given. */
  readonly silent: boolean;
}

const BEGINNING_CHARS = 600;
/** More of an answer than a report or a judge needs is dropped. */
const MAX_READ_CHARS = 4 * 1024 * 1024;

function statusesIn(text: string): number[] {
  return [...text.matchAll(/(?:^|\r\n)HTTP\/1\.1 (\d{3})/g)]
    .map(([, status]) => Number(status))
    .filter((status) => status !== 100);
}

/**
 * @param input.from  an address of 127.0.0.0/8, so that one machine plays many clients
 * @param input.waitMs  longest wait until the server closes; what arrived by then counts
 */
export function exchange(input: { port: number; from: string; bytes: Buffer; waitMs: number }): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let text = '';
    let isRefused = false;
    const socket = net.connect({ host: '127.0.0.1', port: input.port, localAddress: input.from });
    const timer = setTimeout(() => socket.destroy(), input.waitMs);
    socket.setEncoding('latin1');
    socket.on('connect', () => socket.write(input.bytes));
    socket.on('data', (piece: string) => {
      if (text.length < MAX_READ_CHARS) text += piece;
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      isRefused = error.code === 'ECONNREFUSED';
    });
    socket.once('close', () => {
      clearTimeout(timer);
      const statuses = statusesIn(text);
      resolve({
        statuses,
        beginning: text.slice(0, BEGINNING_CHARS),
        refused: isRefused,
        silent: statuses.length === 0,
      });
    });
  });
}

/** A request with its head lines and body; the length is right unless the lines tell another. */
export function requestBytes(
  first: string,
  lines: readonly string[],
  body: string | Buffer = '',
  framing: 'length' | 'none' = 'length',
): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  const length = framing === 'length' && bytes.length > 0 ? [`Content-Length: ${bytes.length}`] : [];
  const head = [first, ...lines, ...length, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}
