/**
 * The services of this process for the Worker: machine, hasher, codec, downloader, and the way to the internet. The runtime names the
 * service and proves itself by a secret of this start, both in headers that it adds after the Worker's own.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { arrayBuffer, json, text } from 'node:stream/consumers';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';
import { http } from '../process/node-http.ts';
import { reportFailure } from '../proxy/boundary.ts';
import { type LocalService, SECRET_HEADER, SERVICE_HEADER } from './runtime-config.ts';

/** The parts of a request that services read. */
export interface LocalRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  json(): Promise<unknown>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Answers one call as a whole. */
export type LocalAnswer = (request: LocalRequest) => Promise<Response>;
/** Answers by streams. */
export type StreamAnswer = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

export interface LocalServices {
  readonly answers: Partial<Readonly<Record<LocalService, LocalAnswer>>>;
  readonly streams: Partial<Readonly<Record<LocalService, StreamAnswer>>>;
}

export interface RunningServices {
  /** As in `127.0.0.1:PORT`. */
  readonly address: string;
  stop(): void;
}

function requestOf(incoming: IncomingMessage): LocalRequest {
  return {
    method: incoming.method ?? 'GET',
    url: `http://local${incoming.url ?? '/'}`,
    headers: {
      get(name) {
        const value = incoming.headers[name];
        return typeof value === 'string' ? value : null;
      },
    },
    text: () => text(incoming),
    json: () => json(incoming),
    arrayBuffer: () => arrayBuffer(incoming),
  };
}

async function send(answer: LocalAnswer, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const answered = await answer(requestOf(incoming));
  const bytes = new Uint8Array(await answered.arrayBuffer());
  // Bytes that the service did not read would be taken for the next request.
  incoming.resume();
  response.writeHead(answered.status, { ...Object.fromEntries(answered.headers), 'content-length': bytes.length });
  response.end(bytes);
}

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Starts to listen on this machine. @param secret  of this start */
export async function startLocalServices(services: LocalServices, secret: string): Promise<RunningServices> {
  const expected = digestOf(secret);

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = incoming.headers[SECRET_HEADER];
    const isRuntime = typeof given === 'string' && timingSafeEqual(digestOf(given), expected);
    const name = incoming.headers[SERVICE_HEADER] as LocalService;
    const whole = isRuntime ? services.answers[name] : undefined;
    const stream = isRuntime ? services.streams[name] : undefined;
    if (whole) await send(whole, incoming, response);
    else if (stream) await stream(incoming, response);
    else {
      // The simulators of the stores log here; only their callers' errors matter.
      incoming.resume();
      response.writeHead(isRuntime ? 204 : 403).end();
    }
  }

  const server = http.createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      reportFailure('a call of the Worker', error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
  // The runtime keeps connections and sends bodies of any length: the other end is no stranger.
  Object.assign(server, { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
  await listenOnLoopback(server);
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
