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

function fileIn(dataDir: string): string {
  return path.join(dataDir, 'inner-door.json');
}

/** @returns removes the file */
export function writeEndpointFile(dataDir: string, origin: URL, appOrigin: string): () => void {
  const endpoint: InternalEndpoint = { origin: origin.origin, host: new URL(appOrigin).host };
  writeFileSync(fileIn(dataDir), JSON.stringify(endpoint), { mode: 0o600 });
  return () => rmSync(fileIn(dataDir), { force: true });
}

/** One call of `/_internal/*` in JSON. @param signal  ends the call and its connection; without one it may take as long as its work */
export function callInternal(
  endpoint: InternalEndpoint,
  token: string,
  target: string,
  body: object = {},
  signal?: AbortSignal,
): Promise<InternalResponse> {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    // node:http, because fetch() cannot set the host, and the Worker answers under its own host names only.
    const request = http.request(new URL(target, endpoint.origin), {
      method: 'POST',
      agent: false,
      ...(signal ? { signal } : {}),
      headers: {
        host: endpoint.host,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        'x-magpie-internal': token,
      },
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
    request.end(text);
  });
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
