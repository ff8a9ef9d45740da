/**
 * The operator's calls reach the Worker without passing the proxy. A file in the state folder holds the Worker's address while
 * the server runs; the secret these calls need is in secrets.json.
 */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { http } from '../process/node-http.ts';

interface InternalEndpoint {
  /** Origin at which the runtime listens. */
  readonly origin: string;
  /** Host name that the Worker accepts. */
  readonly host: string;
}

export interface InternalResponse {
  readonly status: number;
  readonly text: string;
}

export function workerEndpoint(origin: URL, appOrigin: string): InternalEndpoint {
  return { origin: origin.origin, host: new URL(appOrigin).host };
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, 'inner-door.json');
}

/** @returns removes the file */
export function writeEndpointFile(dataDir: string, origin: URL, appOrigin: string): () => void {
  writeFileSync(fileIn(dataDir), JSON.stringify(workerEndpoint(origin, appOrigin)), { mode: 0o600 });
  return () => rmSync(fileIn(dataDir), { force: true });
}

interface WorkerCall {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Ends the call and its connection; without one it may take as long as its work. */
  readonly signal?: AbortSignal | undefined;
}

/** One call to the Worker itself, not to the proxy. */
export function callWorker(
  endpoint: InternalEndpoint,
  { method, target, headers, body, signal }: WorkerCall,
): Promise<InternalResponse> {
  return new Promise((resolve, reject) => {
    // node:http, because fetch() cannot set the host, and the Worker answers under its own host names only.
    const request = http.request(new URL(target, endpoint.origin), {
      method,
      agent: false,
      ...(signal ? { signal } : {}),
      headers: { host: endpoint.host, ...(method === 'GET' ? {} : { 'content-length': body.byteLength }), ...headers },
    });
    request.on('error', reject);
    request.on('response', (answer) => {
      let received = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece: string) => {
        received += piece;
      });
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: received }));
    });
    if (method === 'GET') request.end();
    else request.end(body);
  });
}

/** One call of `/_internal/*` in JSON. @param signal  as that of {@link callWorker} */
export function callInternal(
  endpoint: InternalEndpoint,
  token: string,
  target: string,
  body: object = {},
  signal?: AbortSignal,
): Promise<InternalResponse> {
  const headers = { 'content-type': 'application/json', 'x-magpie-internal': token };
  return callWorker(endpoint, { method: 'POST', target, headers, body: Buffer.from(JSON.stringify(body)), signal });
}

/** Calls the server that runs on a state folder. @throws Error when none does */
export async function callServerOf(dataDir: string, target: string, body: object): Promise<InternalResponse> {
  try {
    const endpoint = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as InternalEndpoint;
    const secrets = JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')) as { INTERNAL_TOKEN: string };
    return await callInternal(endpoint, secrets.INTERNAL_TOKEN, target, body);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code !== 'ENOENT' && code !== 'ECONNREFUSED') throw cause;
    throw new Error(`no server is running on ${dataDir}; start it, or name its folder in MAGPIE_DATA`, { cause });
  }
}
