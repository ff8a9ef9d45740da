/** A front as the network of Cloudflare is one: a request of more than 100 MB ends there with 413, in words that no program reads. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const LIMIT_BYTES = 100_000_000;
const REFUSAL =
  '<html><head><title>413 Payload Too Large</title></head><body><center><h1>413 Payload Too Large</h1></center></body></html>';

export interface Front {
  /** As in `http://127.0.0.1:9050`. */
  readonly origin: string;
  /** Requests that were refused. */
  refused(): number;
  stop(): Promise<void>;
}

function passOn(to: URL, own: () => string, request: IncomingMessage, response: ServerResponse): void {
  const { destination } = request.headers;
  const headers = {
    ...request.headers,
    host: to.host,
    ...(typeof destination === 'string' ? { destination: destination.replace(own(), to.origin) } : {}),
  };
  const passed = http.request(to, { method: request.method, path: request.url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  passed.on('error', () => response.destroy());
  request.pipe(passed);
}

/** @param origin  of the programs of a server */
export async function startFront(origin: string): Promise<Front> {
  let refused = 0;
  let own = '';
  const server = http.createServer((request, response) => {
    if (Number(request.headers['content-length'] ?? 0) <= LIMIT_BYTES)
      return passOn(new URL(origin), () => own, request, response);
    refused += 1;
    // The rest is read: a connection that is cut amid a body hides the answer from its sender.
    request.resume();
    response.writeHead(413, { 'content-type': 'text/html' }).end(REFUSAL);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: own,
    refused: () => refused,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
