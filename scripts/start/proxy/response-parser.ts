/**
 * Reads one HTTP/1.1 response of our own runtime from pieces of a socket's one reused buffer, without copying bodies.
 * It refuses whatever Node's parser refuses (response-parser-against-node.test.ts), and more: the peer is a process we started.
 */

/** Status line and fields. */
export interface ResponseHead {
  status: number;
  reason: string;
  /** Name, value, name, value: as received. */
  rawHeaders: string[];
}

/** Receives the parts of one response in order. A piece is a view of the socket's buffer, valid until the next read. */
export interface ResponseSink {
  /** The runtime has begun to read the body (100 Continue). */
  onContinue(): void;
  onHead(head: ResponseHead): void;
  onPiece(piece: Buffer): void;
  /** @param reusable  false when the connection may not carry another request */
  onEnd(reusable: boolean): void;
}

type State = 'head' | 'length' | 'close' | 'chunk-size' | 'chunk-data' | 'chunk-end' | 'trailer' | 'done';

const HEAD_END = Buffer.from('\r\n\r\n');
/** Far above what the Worker sends; stops a peer that is not ours. */
const MAX_HEAD_BYTES = 256 * 1024;
const MAX_LINE_BYTES = 1024;
const LF = 10;

const STATUS_LINE = /^HTTP\/1\.1 ([1-9]\d\d)(?: (.*))?$/;
const FIELD_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const CONTROL = /[\0-\x08\n-\x1f\x7f]/;
const FRAMING = /^(?:connection|content-length|transfer-encoding|upgrade)$/i;
const LENGTH = /^\d{1,15}$/;
const CHUNK_SIZE = /^([0-9a-fA-F]{1,13})(?:;[\w!#$%&'*+.^`|~-]+(?:=[\w!#$%&'*+.^`|~-]+)?)*$/;

/** How the body is delimited. */
interface Framing {
  isLast: boolean;
  /** Bytes; undefined without Content-Length. */
  length: number | undefined;
  isChunked: boolean;
}

/** @throws Error for framing that two parsers could read in two ways */
function readField(framing: Framing, name: string, value: string): void {
  switch (name.toLowerCase()) {
    case 'connection':
      if (/(?:^|,)[ \t]*close[ \t]*(?:,|$)/i.test(value)) framing.isLast = true;
      break;
    case 'content-length':
      if (framing.length !== undefined || framing.isChunked || !LENGTH.test(value))
        throw new Error('a malformed length');
      framing.length = Number(value);
      break;
    case 'transfer-encoding':
      if (framing.length !== undefined || framing.isChunked || value.toLowerCase() !== 'chunked')
        throw new Error(`unknown transfer coding ${value}`);
      framing.isChunked = true;
      break;
  }
}

/** @throws Error for an interim response that switches protocols, ends the connection or announces a body */
function refuseFramed(status: number, { isLast, length, isChunked }: Framing): void {
  if (status === 101 || isLast || length !== undefined || isChunked)
    throw new Error('an interim response with framing');
}

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t';

/** Without the spaces and tabs around it, in one pass: `trim` would take other characters too, and a regex goes back. */
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

function parseField(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(colon, 0));
  if (!FIELD_NAME.test(name) || CONTROL.test(line)) throw new Error('a malformed header');
  return [name, trimBlanks(line.slice(colon + 1))];
}

function parseHead(text: string): { head: ResponseHead; framing: Framing } {
  const [first = '', ...lines] = text.split('\r\n');
  const match = STATUS_LINE.exec(first);
  if (match === null || CONTROL.test(first)) throw new Error('not an HTTP/1.1 response');
  const rawHeaders: string[] = [];
  const framing: Framing = { isLast: false, length: undefined, isChunked: false };
  for (const line of lines) {
    const [name, value] = parseField(line);
    rawHeaders.push(name, value);
    readField(framing, name, value);
  }
  return { head: { status: Number(match[1]), reason: match[2] ?? '', rawHeaders }, framing };
}

/** Parser of one response; make a new one for the next. */
export class ResponseParser {
  private state: State = 'head';
  /** Bytes kept between pieces while a head or a line is incomplete. */
  private incomplete: Buffer = Buffer.alloc(0);
  private left = 0;
  private isLast = false;
  private readonly isHead: boolean;
  private readonly sink: ResponseSink;

  /** @param isHead  true when the request was HEAD: the response announces a body and sends none */
  constructor(isHead: boolean, sink: ResponseSink) {
    this.isHead = isHead;
    this.sink = sink;
  }

  /** True until the first byte of the response has come. */
  get untouched(): boolean {
    return this.state === 'head' && this.incomplete.length === 0;
  }

  /** Takes the next bytes. @throws Error when they are no response that is understood */
  push(bytes: Buffer): void {
    let rest = bytes;
    while (rest.length > 0) rest = this.step(rest);
  }

  /** Ends the response when the peer closes. @returns false when it was cut off */
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
        throw new Error('bytes after the end of a response');
      default:
        return this.readLine(bytes);
    }
  }

  private readHead(bytes: Buffer): Buffer {
    const before = this.incomplete.length;
    const all = before === 0 ? bytes : Buffer.concat([this.incomplete, bytes]);
    const end = all.indexOf(HEAD_END);
    if (end < 0) {
      if (all.length > MAX_HEAD_BYTES) throw new Error('an endless head');
      this.incomplete = Buffer.from(all);
      return bytes.subarray(bytes.length);
    }
    this.incomplete = Buffer.alloc(0);
    const { head, framing } = parseHead(all.toString('latin1', 0, end));
    const rest = bytes.subarray(end + HEAD_END.length - before);
    if (head.status < 200) refuseFramed(head.status, framing);
    if (head.status >= 200) this.begin(head, framing);
    else if (head.status === 100) this.sink.onContinue();
    return rest;
  }

  private begin(head: ResponseHead, { isLast, length, isChunked }: Framing): void {
    this.isLast = isLast;
    this.sink.onHead(head);
    if (this.isHead || head.status === 204 || head.status === 304 || length === 0) this.finish(!isLast);
    else if (isChunked) this.state = 'chunk-size';
    else if (length === undefined) this.state = 'close';
    else {
      this.left = length;
      this.state = 'length';
    }
  }

  private readCounted(bytes: Buffer): Buffer {
    const piece = bytes.subarray(0, this.left);
    this.left -= piece.length;
    this.sink.onPiece(piece);
    if (this.left === 0) {
      if (this.state === 'length') this.finish(!this.isLast);
      else this.state = 'chunk-end';
    }
    return bytes.subarray(piece.length);
  }

  private readLine(bytes: Buffer): Buffer {
    const end = bytes.indexOf(LF);
    const part = end < 0 ? bytes : bytes.subarray(0, end);
    const all = this.incomplete.length === 0 && end >= 0 ? part : Buffer.concat([this.incomplete, part]);
    if (all.length > MAX_LINE_BYTES) throw new Error('an endless line');
    if (end < 0) {
      this.incomplete = all;
      return bytes.subarray(bytes.length);
    }
    this.incomplete = Buffer.alloc(0);
    const line = all.toString('latin1');
    if (!line.endsWith('\r')) throw new Error('a line without its return');
    this.takeLine(line.slice(0, -1));
    return bytes.subarray(end + 1);
  }

  private takeLine(line: string): void {
    if (this.state === 'chunk-end') {
      if (line !== '') throw new Error('a malformed chunk');
      this.state = 'chunk-size';
    } else if (this.state === 'trailer') {
      if (line === '') this.finish(!this.isLast);
      else if (FRAMING.test(parseField(line)[0])) throw new Error('a framing field in a trailer');
    } else {
      const size = CHUNK_SIZE.exec(line)?.[1];
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
