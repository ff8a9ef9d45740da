/**
 * WebSockets: the handshake, and then the raw bytes both ways. The proxy counts a client's frames, because each message
 * is an event of an object; a client that sends too much is closed with 1008, before the runtime has read it.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { admitMessage, CLOSE_POLICY } from '#shared/transport/small-pieces.ts';
import { KIB } from '#shared/units.ts';
import { http } from '../process/node-http.ts';
import { ROUTE_HEADER } from '../watch/request-watch.ts';
import { closeFrame, type Frame, FrameReader } from './frames.ts';
import { endToEnd } from './headers.ts';

/** 2 s: time for the last bytes of a side that has ended; a WebSocket in one direction only is useless. */
const HALF_CLOSED_MS = 2_000;
/** Our pages send four bytes. */
const MAX_FRAME_BYTES = 4 * KIB;
/** RFC 6455 section 7.4.1: a message is too big; a frame that no extension was agreed for. */
const CLOSE_TOO_BIG = 1009;
const CLOSE_PROTOCOL = 1002;
/** Compressed messages: a frame of 4 KiB would become 4 MiB in the runtime. */
const EXTENSIONS = 'sec-websocket-extensions';
/** 16 bytes in base64 (RFC 6455 section 4.1). */
const KEY = /^[A-Za-z0-9+/]{21}[AQgw]==$/;

const isUpgrade = (text: string): boolean => text.trim().toLowerCase() === 'upgrade';

/** Whether a request that names another protocol asks for a WebSocket; any other is a request like those that name none. */
export function isHandshake({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return (
    method === 'GET' &&
    headers.upgrade?.trim().toLowerCase() === 'websocket' &&
    (headers.connection ?? '').split(',').some(isUpgrade) &&
    KEY.test(headers['sec-websocket-key'] ?? '') &&
    headers['transfer-encoding'] === undefined &&
    Number(headers['content-length'] ?? 0) === 0
  );
}

function headOf(answer: IncomingMessage, fields: readonly string[]): string {
  let text = `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n`;
  for (let i = 0; i < fields.length; i += 2) text += `${fields[i]}: ${fields[i + 1]}\r\n`;
  return `${text}\r\n`;
}

export interface Handshake {
  /** Loopback address of the runtime. */
  readonly target: URL;
  /** Cleaned end-to-end headers; the two that make it an upgrade are added here. */
  readonly headers: readonly string[];
  readonly request: IncomingMessage;
  readonly client: Duplex;
  /** Bytes that the client sent after its head. */
  readonly head: Buffer;
  /** A field of the answer that is not for this client, lower case. */
  readonly withheld: string | undefined;
  /** Longest time the runtime may take to answer. */
  readonly timeoutMs: number;
  /** Called with status and fields of the runtime's answer. */
  readonly onAnswer: (status: number, rawHeaders: readonly string[]) => void;
  /** Called when the client sent too much. */
  readonly onRefused: () => void;
  /** Monotonic. */
  readonly nowMs: () => number;
}

interface Sides extends Pick<Handshake, 'client' | 'head' | 'onRefused' | 'nowMs'> {
  readonly upstream: Duplex;
  /** First bytes of the runtime. */
  readonly upstreamHead: Buffer;
  readonly end: () => void;
}

/** Passes frames on both ways until a side ends, or the client sends too much. */
function passFrames({ client, upstream, head, upstreamHead, onRefused, nowMs, end }: Sides): void {
  const fromClient = new FrameReader();
  const toClient = new FrameReader();
  const times: number[] = [];
  let closeCode = 0;
  const admit = ({ payloadBytes, isExtended }: Frame): boolean => {
    if (isExtended) closeCode = CLOSE_PROTOCOL;
    else if (payloadBytes > MAX_FRAME_BYTES) closeCode = CLOSE_TOO_BIG;
    else if (!admitMessage(times, nowMs())) closeCode = CLOSE_POLICY;
    return closeCode === 0;
  };
  /** The client reads why; nothing that it sent is read any more. */
  const refuse = (): void => {
    onRefused();
    client.pause();
    upstream.unpipe(client);
    upstream.destroy();
    client.end(toClient.isBetweenFrames ? closeFrame(closeCode) : undefined);
    setTimeout(end, HALF_CLOSED_MS).unref();
  };
  const onBytes = (bytes: Buffer): void => {
    if (closeCode !== 0) return;
    if (!fromClient.push(bytes, admit)) refuse();
    else if (!upstream.write(bytes)) {
      client.pause();
      upstream.once('drain', () => client.resume());
    }
  };
  // Before the first listener: a stream that flows would give the bytes to that one alone.
  if (upstreamHead.length > 0) upstream.unshift(upstreamHead);
  upstream.on('data', (bytes: Buffer) => toClient.push(bytes, () => true));
  upstream.on('error', () => closeCode === 0 && end());
  upstream.on('close', () => closeCode === 0 && client.destroy());
  for (const side of [client, upstream]) side.once('end', () => void setTimeout(end, HALF_CLOSED_MS).unref());
  client.once('end', () => upstream.end());
  upstream.pipe(client);
  client.on('data', onBytes);
  if (head.length > 0) onBytes(head);
}

/** @param fields  names and values in turn */
function withoutExtensions(fields: readonly string[]): string[] {
  return fields.filter((_, at) => fields[at - (at % 2)]?.toLowerCase() !== EXTENSIONS);
}

export function forwardUpgrade(handshake: Handshake): void {
  const { target, headers, request, client, head, timeoutMs, withheld, onRefused, nowMs } = handshake;
  const isDropped = (name: string): boolean => name === ROUTE_HEADER || name === withheld;
  const outgoing = http.request({
    host: target.hostname,
    port: target.port,
    method: 'GET',
    path: request.url,
    headers: [...withoutExtensions(headers), 'connection', 'Upgrade', 'upgrade', 'websocket'],
    agent: false,
    setHost: false,
  });
  const end = (): void => {
    client.destroy();
    outgoing.destroy();
  };
  client.on('error', end);
  client.on('close', () => outgoing.destroy());
  outgoing.on('error', end);
  outgoing.setTimeout(timeoutMs, end);
  outgoing.on('response', (answer) => {
    handshake.onAnswer(answer.statusCode ?? 0, answer.rawHeaders);
    // The body arrives without its framing: the end of the connection marks its end.
    const fields = endToEnd(answer.rawHeaders, isDropped);
    client.write(headOf(answer, [...fields, 'connection', 'close']));
    answer.on('error', end);
    answer.pipe(client);
  });
  outgoing.on('upgrade', (answer, upstream, upstreamHead) => {
    handshake.onAnswer(answer.statusCode ?? 0, answer.rawHeaders);
    upstream.setTimeout(0);
    const fields = endToEnd(answer.rawHeaders, isDropped);
    client.write(headOf(answer, [...fields, 'Connection', 'Upgrade', 'Upgrade', 'websocket']));
    passFrames({ client, upstream, head, upstreamHead, onRefused, nowMs, end });
  });
  outgoing.end();
}
