/** Forwards a WebSocket handshake and then the raw bytes both ways. */
import http, { type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { endToEnd } from './headers.ts';

/** 2 s: time for the last bytes of a side that has ended; a WebSocket in one direction only is useless. */
const HALF_CLOSED_MS = 2_000;

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
  /** Longest time the runtime may take to answer. */
  readonly timeoutMs: number;
}

export function forwardUpgrade({ target, headers, request, client, head, timeoutMs }: Handshake): void {
  const outgoing = http.request({
    host: target.hostname,
    port: target.port,
    method: request.method,
    path: request.url,
    headers: [...headers, 'connection', 'Upgrade', 'upgrade', request.headers.upgrade ?? 'websocket'],
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
    // The body arrives without its framing: the end of the connection marks its end.
    client.write(headOf(answer, [...endToEnd(answer.rawHeaders), 'connection', 'close']));
    answer.on('error', end);
    answer.pipe(client);
  });
  outgoing.on('upgrade', (answer, upstream, upstreamHead) => {
    upstream.setTimeout(0);
    client.write(headOf(answer, answer.rawHeaders));
    if (upstreamHead.length > 0) client.write(upstreamHead);
    if (head.length > 0) upstream.write(head);
    upstream.on('error', end);
    for (const side of [client, upstream]) side.once('end', () => void setTimeout(end, HALF_CLOSED_MS).unref());
    upstream.on('close', () => client.destroy());
    client.pipe(upstream);
    upstream.pipe(client);
  });
  outgoing.end();
}
