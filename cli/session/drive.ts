/** The server that a command speaks to: its calls, typed by the contract, and the address of its bytes. */
import os from 'node:os';
import { type ApiClient, makeApiClient } from '#client/api/client.ts';
import { isLoopbackHost } from '#shared/loopback.ts';
import { usageError } from '../command/exit.ts';
import { CLIENT_ID, makeBearer } from './bearer.ts';
import type { Sessions } from './sessions.ts';

export interface Drive {
  readonly server: string;
  readonly api: ApiClient;
  /** Headers that name this program and computer, also to calls beside the contract. */
  readonly headers: Readonly<Record<string, string>>;
}

/** @returns the origin. @throws CommandError for an address that is none, or that would send the sign-in in the clear */
export function readServer(text: string): string {
  const spelled = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(spelled) ? new URL(spelled) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '')
    throw usageError(`--server is the address of a server, such as https://drive.example.com, not ${text}`);
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    throw usageError('--server must use https: a sign-in is not sent in the clear');
  return url.origin;
}

const SYSTEM_NAMES: Readonly<Record<string, string>> = { darwin: 'Macintosh', win32: 'Windows', linux: 'Linux' };

/** Printable ASCII. */
function plainName(text: string): string {
  return text.replace(/[^ -~]/g, '').slice(0, 60);
}

/** @param version  of the program */
export async function openDrive(server: string, sessions: Sessions, version: string): Promise<Drive> {
  const headers = {
    'user-agent': `magpie-cli/${version} (${SYSTEM_NAMES[process.platform] ?? process.platform})`,
    'x-device-name': plainName(`magpie on ${os.hostname()}`),
  };
  const fetchNamed: typeof fetch = (input, init) => {
    const named = new Headers(init?.headers);
    for (const [name, value] of Object.entries(headers)) named.set(name, value);
    return fetch(input, { ...init, headers: named });
  };
  const api: ApiClient = makeApiClient({
    origins: [server],
    clientId: CLIENT_ID,
    locale: 'en-US',
    deviceId: await sessions.deviceId(),
    fetch: fetchNamed,
    session: makeBearer({ server, sessions, api: () => api, nowMs: Date.now }),
    log: () => undefined,
  });
  return { server, api, headers };
}
