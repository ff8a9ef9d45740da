/** Requests of programs at the address of programs, as those send them. */
import { env, runningServer, type Server } from './send.ts';

export interface ProgramAsk {
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream has no length but that of the headers. */
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined;
  /** App password; left out: none is shown. */
  readonly password?: string;
  readonly server?: Server;
}

/** @param path  at the address of programs */
export function askAsProgram(
  method: string,
  path: string,
  { headers = {}, body, password, server = runningServer }: ProgramAsk = {},
): Promise<Response> {
  const url = new URL(path, env.PROGRAMS_ORIGIN ?? env.CONTENT_ORIGIN);
  const sent = new Headers({
    host: url.host,
    'accept-language': 'en-US',
    'cf-connecting-ip': '203.0.113.9',
    ...headers,
  });
  if (password !== undefined) sent.set('authorization', `Basic ${btoa(`alice@example.com:${password}`)}`);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  if (bytes instanceof Uint8Array) sent.set('content-length', String(bytes.length));
  return server(new Request(url, { method, headers: sent, ...(bytes ? { body: bytes } : {}) }));
}
