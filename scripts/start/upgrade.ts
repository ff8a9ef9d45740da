/** Forwards a WebSocket handshake and then the raw bytes both ways. */
import http, { type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { endToEnd } from './headers.ts';

/** Longest the runtime may take to answer a handshake. */
const HANDSHAKE_MS = 15_000;

function headOf(answer: IncomingMessage, fields: readonly string[]): string {
  let text = `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n`;
  for (let i = 0; i < fields.length; i += 2) text += `${fields[i]}: ${fields[i + 1]}\r\n`;
  return `${text}\r\n`;
}

/** @param headers  cleaned end-to-end headers; the two that make it an upgrade are added here */
export function forwardUpgrade(
  target: URL,
  headers: string[],
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
): void {
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
  outgoing.setTimeout(HANDSHAKE_MS, end);
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
    upstream.on('close', () => client.destroy());
    client.pipe(upstream);
    upstream.pipe(client);
  });
  outgoing.end();
}
