/**
 * Where the calls of whoever runs the server reach the Worker, past the front: a file in the state folder, there while it runs.
 * The secret that opens the door is not in it (secrets.json).
 */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';

interface InnerDoor {
  /** Where the runtime listens. */
  readonly origin: string;
  /** Name under which the Worker answers. */
  readonly host: string;
}

export interface InnerAnswer {
  readonly status: number;
  readonly text: string;
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, 'inner-door.json');
}

/** @returns takes the file away */
export function openInnerDoor(dataDir: string, origin: URL, appOrigin: string): () => void {
  const door: InnerDoor = { origin: origin.origin, host: new URL(appOrigin).host };
  writeFileSync(fileIn(dataDir), JSON.stringify(door), { mode: 0o600 });
  return () => rmSync(fileIn(dataDir), { force: true });
}

/** One call of `/_internal/*` in JSON. */
export function callInner(door: InnerDoor, token: string, target: string, body: object = {}): Promise<InnerAnswer> {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    // node:http, because fetch() does not let a caller name the host, and the Worker answers under its own names only.
    const request = http.request(new URL(target, door.origin), {
      method: 'POST',
      agent: false,
      headers: {
        host: door.host,
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

/** As `callInner`, to the server that runs on a state folder. @throws Error when none does */
export async function callServerOf(dataDir: string, target: string, body: object): Promise<InnerAnswer> {
  try {
    const door = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as InnerDoor;
    const secrets = JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')) as { INTERNAL_TOKEN: string };
    return await callInner(door, secrets.INTERNAL_TOKEN, target, body);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code !== 'ENOENT' && code !== 'ECONNREFUSED') throw cause;
    throw new Error(`no server is running on ${dataDir}; start it, or name its folder in MAGPIE_DATA`, { cause });
  }
}
