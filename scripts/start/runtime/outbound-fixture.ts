/** Calls the outbound handler as the runtime does, for tests. */
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';
import { ADDRESS_HEADER, makeOutbound, type OutboundDeps } from './outbound.ts';

/** @throws Error when the answer breaks off */
export async function callOutbound(
  deps: OutboundDeps,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  signal: AbortSignal = AbortSignal.timeout(20_000),
): Promise<Response> {
  const outbound = makeOutbound(deps);
  const server = http.createServer((request, response) => void outbound(request, response));
  const port = await listenOnLoopback(server);
  try {
    const request = http.get({
      host: '127.0.0.1',
      port,
      path: '/',
      headers: { ...headers, [ADDRESS_HEADER]: url },
      agent: false,
      signal,
    });
    const [incoming] = (await once(request, 'response')) as [IncomingMessage];
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    const answered = new Headers();
    for (let i = 0; i < incoming.rawHeaders.length; i += 2)
      answered.append(incoming.rawHeaders[i] ?? '', incoming.rawHeaders[i + 1] ?? '');
    const status = incoming.statusCode ?? 0;
    return new Response(status === 204 || status === 304 ? null : Buffer.concat(pieces), { status, headers: answered });
  } finally {
    server.close();
  }
}
