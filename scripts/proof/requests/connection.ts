/** One persistent connection that sends a request at a time, as bytes, and reads the answer with the proxy's own parser. */
import net from 'node:net';
import { ResponseParser } from '#scripts/start/proxy/response-parser.ts';

export interface SentAnswer {
  /** 0 when the connection ended without an answer, or the answer did not end in time. */
  readonly status: number;
  /** The beginning of the body. */
  readonly text: string;
  readonly tookMs: number;
  /** Reason of status 0; '' otherwise. */
  readonly failure: string;
}

const MAX_CHARS = 3_000;
/** Longest wait for a whole answer. */
const LIMIT_MS = 30_000;

export class Connection {
  private readonly port: number;
  private readonly from: string;
  private socket: net.Socket | undefined;
  private onBytes: (bytes: Buffer) => void = () => undefined;
  private onGone: (reason: string) => void = () => undefined;

  /** @param from  an address of 127.0.0.0/8, so that one machine plays many clients */
  constructor(port: number, from: string) {
    this.port = port;
    this.from = from;
  }

  private connect(): net.Socket {
    const socket = net.connect({ host: '127.0.0.1', port: this.port, localAddress: this.from, noDelay: true });
    socket.on('data', (bytes: Buffer) => this.onBytes(bytes));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (this.socket === socket) this.onGone(error.code ?? error.message);
    });
    socket.on('close', () => {
      if (this.socket === socket) this.onGone('closed');
    });
    return socket;
  }

  /** A server may close a connection between two requests: such a request is sent once more, on a new connection. */
  async send(bytes: Buffer): Promise<SentAnswer> {
    const isReused = this.socket !== undefined;
    const answer = await this.exchange(bytes);
    return isReused && answer.status === 0 && answer.failure !== 'no answer' ? this.exchange(bytes) : answer;
  }

  close(): void {
    const { socket } = this;
    this.socket = undefined;
    socket?.destroy();
  }

  private exchange(bytes: Buffer): Promise<SentAnswer> {
    const beganMs = performance.now();
    return new Promise((resolve) => {
      let status = 0;
      let text = '';
      const end = (isReusable: boolean, failure = ''): void => {
        clearTimeout(timer);
        this.onGone = () => this.close();
        if (!isReusable) this.close();
        resolve({ status: failure === '' ? status : 0, text, tookMs: performance.now() - beganMs, failure });
      };
      const timer = setTimeout(() => end(false, 'no answer'), LIMIT_MS);
      const parser = new ResponseParser(false, {
        onContinue: () => undefined,
        onHead: (head) => {
          status = head.status;
        },
        onPiece: (piece) => {
          if (text.length < MAX_CHARS) text += piece.toString('latin1', 0, MAX_CHARS - text.length);
        },
        onEnd: end,
      });
      this.onBytes = (piece) => {
        try {
          parser.push(piece);
        } catch (error) {
          end(false, error instanceof Error ? error.message : String(error));
        }
      };
      this.onGone = (reason) => {
        if (!parser.close()) end(false, reason);
      };
      this.socket ??= this.connect();
      this.socket.write(bytes);
    });
  }
}
