/**
 * Reads one HTTP/1.1 answer of our own runtime from pieces of a socket's one reused buffer, without copying bodies.
 * Made for a peer we started ourselves: it refuses what it does not know instead of guessing.
 */

/** How an answer begins. */
export interface AnswerHead {
  status: number;
  reason: string;
  /** Name, value, name, value: as received. */
  rawHeaders: string[];
}

/** Receives the parts of one answer in order. Pieces are views of the socket's buffer and die with the next read. */
export interface AnswerSink {
  /** The runtime has begun to read the body (100 Continue). */
  onContinue(): void;
  onHead(head: AnswerHead): void;
  onPiece(piece: Buffer): void;
  /** @param reusable  false when the connection may not carry another request */
  onEnd(reusable: boolean): void;
}

type State = 'head' | 'length' | 'close' | 'chunk-size' | 'chunk-data' | 'chunk-end' | 'trailer' | 'done';

const HEAD_END = Buffer.from('\r\n\r\n');
/** Far above what the Worker sends; a guard against a peer that is not ours. */
const MAX_HEAD_BYTES = 256 * 1024;
const MAX_CHUNK_LINE_BYTES = 1024;
const CR = 13;
const LF = 10;

function parseHead(text: string): AnswerHead {
  const [first = '', ...lines] = text.split('\r\n');
  const match = /^HTTP\/1\.1 (\d{3})(?: (.*))?$/.exec(first);
  if (match === null) throw new Error('not an HTTP/1.1 answer');
  const rawHeaders: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error('a malformed header');
    rawHeaders.push(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return { status: Number(match[1]), reason: match[2] ?? '', rawHeaders };
}

function fieldOf(head: AnswerHead, name: string): string | undefined {
  const index = head.rawHeaders.findIndex((field, i) => i % 2 === 0 && field.toLowerCase() === name);
  return index < 0 ? undefined : head.rawHeaders[index + 1]?.toLowerCase();
}

/** Parser of one answer; make a new one for the next. */
export class ResponseParser {
  private state: State = 'head';
  /** Bytes kept between pieces while a head or a line is incomplete. */
  private held: Buffer = Buffer.alloc(0);
  private left = 0;
  private keepAlive = true;
  private readonly bodiless: boolean;
  private readonly sink: AnswerSink;

  /** @param isHead  true when the request was HEAD: the answer announces a body and sends none */
  constructor(isHead: boolean, sink: AnswerSink) {
    this.bodiless = isHead;
    this.sink = sink;
  }

  /** True until the first byte of the answer has come. */
  get untouched(): boolean {
    return this.state === 'head' && this.held.length === 0;
  }

  /** Takes the next bytes. @throws Error when they are no answer we know */
  push(bytes: Buffer): void {
    let rest = bytes;
    while (rest.length > 0) rest = this.step(rest);
  }

  /** Tells that the peer closed. @returns false when the answer was cut off */
  close(): boolean {
    if (this.state === 'close') this.finish(false);
    return this.state === 'done';
  }

  private step(bytes: Buffer): Buffer {
    switch (this.state) {
      case 'head':
        return this.readHead(bytes);
      case 'length':
      case 'chunk-data':
        return this.readCounted(bytes);
      case 'close':
        this.sink.onPiece(bytes);
        return bytes.subarray(bytes.length);
      case 'done':
        throw new Error('bytes after the end of an answer');
      default:
        return this.readLine(bytes);
    }
  }

  private readHead(bytes: Buffer): Buffer {
    const before = this.held.length;
    const all = before === 0 ? bytes : Buffer.concat([this.held, bytes]);
    const end = all.indexOf(HEAD_END);
    if (end < 0) {
      if (all.length > MAX_HEAD_BYTES) throw new Error('an endless head');
      this.held = Buffer.from(all);
      return bytes.subarray(bytes.length);
    }
    this.held = Buffer.alloc(0);
    const head = parseHead(all.toString('latin1', 0, end));
    const rest = bytes.subarray(end + HEAD_END.length - before);
    if (head.status >= 200) this.begin(head);
    else if (head.status === 100) this.sink.onContinue();
    return rest;
  }

  private begin(head: AnswerHead): void {
    this.keepAlive = fieldOf(head, 'connection') !== 'close';
    const coding = fieldOf(head, 'transfer-encoding');
    const length = fieldOf(head, 'content-length');
    this.sink.onHead(head);
    if (this.bodiless || head.status === 204 || head.status === 304 || length === '0') this.finish(this.keepAlive);
    else if (coding === 'chunked') this.state = 'chunk-size';
    else if (coding !== undefined) throw new Error(`unknown transfer coding ${coding}`);
    else if (length === undefined) this.state = 'close';
    else {
      this.left = Number(length);
      if (!Number.isSafeInteger(this.left)) throw new Error('a malformed length');
      this.state = 'length';
    }
  }

  private readCounted(bytes: Buffer): Buffer {
    const piece = bytes.subarray(0, this.left);
    this.left -= piece.length;
    this.sink.onPiece(piece);
    if (this.left === 0) {
      if (this.state === 'length') this.finish(this.keepAlive);
      else this.state = 'chunk-end';
    }
    return bytes.subarray(piece.length);
  }

  private readLine(bytes: Buffer): Buffer {
    const end = bytes.indexOf(LF);
    const part = end < 0 ? bytes : bytes.subarray(0, end);
    this.held = Buffer.concat([this.held, part]);
    if (this.held.length > MAX_CHUNK_LINE_BYTES) throw new Error('an endless line');
    if (end < 0) return bytes.subarray(bytes.length);
    const length = this.held.at(-1) === CR ? this.held.length - 1 : this.held.length;
    const line = this.held.toString('latin1', 0, length);
    this.held = Buffer.alloc(0);
    this.takeLine(line);
    return bytes.subarray(end + 1);
  }

  private takeLine(line: string): void {
    if (this.state === 'chunk-end') {
      if (line !== '') throw new Error('a malformed chunk');
      this.state = 'chunk-size';
    } else if (this.state === 'trailer') {
      if (line === '') this.finish(this.keepAlive);
    } else {
      const size = /^([0-9a-fA-F]{1,13})(?:;.*)?$/.exec(line)?.[1];
      if (size === undefined) throw new Error('a malformed chunk size');
      this.left = Number.parseInt(size, 16);
      this.state = this.left === 0 ? 'trailer' : 'chunk-data';
    }
  }

  private finish(reusable: boolean): void {
    this.state = 'done';
    this.sink.onEnd(reusable);
  }
}
