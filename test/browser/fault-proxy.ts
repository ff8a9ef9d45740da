/**
 * An API origin of its own in front of the real server that misbehaves on command. It counts everything it does to a request.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';

/** `lost-*`: the server does the work, and its answer never arrives. */
export type Fault =
  | 'none'
  | 'refuse'
  | 'black-hole'
  | 'lost-black-hole'
  | 'status-500'
  | 'lost-status-500'
  | 'error-in-200'
  | 'lost-error-in-200'
  | 'slow'
  | 'reset-in-body';

export interface FaultProxy {
  readonly origin: string;
  /** Requests that reached it, preflights not counted; refused ones reach no server. */
  readonly seen: Map<string, number>;
  set(fault: Fault): Promise<void>;
  close(): Promise<void>;
}

/** Longer than a healthy answer, far from the client's longest silence. */
const SLOW_MS = 250;

function json(response: ServerResponse, status: number, headers: Record<string, string>, body: object): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** @param targetPort  of the real server on 127.0.0.1. @param appOrigin  whose pages may read the made-up answers */
export async function startFaultProxy(port: number, targetPort: number, appOrigin: string): Promise<FaultProxy> {
  const seen = new Map<string, number>();
  const cors = { 'access-control-allow-origin': appOrigin };
  let fault: Fault = 'none';
  let server: Server | null = null;

  /** Sends the request on; `done` has the whole answer. */
  function forward(from: IncomingMessage, done: (answer: IncomingMessage, body: Buffer) => void): void {
    const call = request(
      { host: '127.0.0.1', port: targetPort, method: from.method, path: from.url, headers: from.headers },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => done(answer, Buffer.concat(chunks)));
      },
    );
    call.on('error', () => from.socket.destroy());
    from.pipe(call);
  }

  function pass(from: IncomingMessage, to: ServerResponse): void {
    forward(from, (answer, body) => to.writeHead(answer.statusCode ?? 502, answer.headers).end(body));
  }

  /** Does the fault; the request may have been sent on before. */
  function fail(kind: string, from: IncomingMessage, to: ServerResponse): void {
    if (kind === 'status-500') to.writeHead(500, { ...cors, 'content-type': 'text/html' }).end('<h1>oops</h1>');
    else if (kind === 'error-in-200')
      json(to, 200, cors, { error: 'internal', error_code: 13, error_description: 'a proxy of ours' });
    // A part of an upload is given 90 s of silence: the black hole swallows it at once instead.
    else if (from.method === 'PUT') from.socket.destroy();
  }

  function handle(from: IncomingMessage, to: ServerResponse): void {
    if (from.method === 'OPTIONS') {
      pass(from, to);
      return;
    }
    seen.set(fault, (seen.get(fault) ?? 0) + 1);
    if (fault === 'none') pass(from, to);
    else if (fault === 'slow') setTimeout(() => pass(from, to), SLOW_MS);
    else if (fault === 'reset-in-body')
      forward(from, (answer, body) => {
        to.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': String(body.length + 1) });
        to.write(body.subarray(0, Math.ceil(body.length / 2)), () => from.socket.destroy());
      });
    else if (fault.startsWith('lost-')) {
      const kind = fault.slice('lost-'.length);
      forward(from, () => fail(kind, from, to));
    } else {
      from.resume();
      fail(fault, from, to);
    }
  }

  async function listen(): Promise<void> {
    server = createServer(handle).listen(port, '127.0.0.1');
    await once(server, 'listening');
  }

  async function silence(): Promise<void> {
    const old = server;
    server = null;
    if (!old) return;
    old.close();
    old.closeAllConnections();
    await once(old, 'close');
  }

  await listen();
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    async set(next) {
      fault = next;
      if (next === 'refuse') await silence();
      else if (!server) await listen();
    },
    close: silence,
  };
}
